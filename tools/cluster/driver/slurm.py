"""Slurm on this machine: a controller and a node in a separate folder, on loopback addresses."""

from __future__ import annotations

import contextlib
import getpass
import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from work import TOOLS, Environment, Failed, Work, wait_for

CONFIGURATION = """
ClusterName=one
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
CredType=cred/munge
# Requeued jobs wait until their old credentials have expired, by default two minutes.
AuthInfo=socket={folder}/munge.socket,cred_expire=5
CommunicationParameters=NoInAddrAny
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
ReturnToService=2
# Schedules every two seconds instead of every minute.
SchedulerParameters=batch_sched_delay=0,sched_interval=2,bf_interval=2
KillWait=2
NodeName={host} NodeAddr=127.0.0.1 CPUs={processors} State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""
DAEMONS = ("slurmd", "slurmctld", "munged")


@contextlib.contextmanager
def single_node(work: Work) -> Iterator[Environment]:
    """Starts munged, slurmctld and slurmd, yields the environment for sbatch, and stops them.

    Raises Failed if they do not start.
    """
    # Short, because the path of a socket has at most 107 bytes.
    folder = Path(tempfile.mkdtemp(prefix="slurm-", dir="/tmp"))
    try:
        yield start(work, folder)
    finally:
        stop(folder)
        shutil.rmtree(folder, ignore_errors=True)


def start(work: Work, folder: Path) -> Environment:
    environment = configure(folder)
    try:
        work.run("munged", f"--socket={folder}/munge.socket", f"--key-file={folder}/munge.key",
                 f"--log-file={folder}/munged.log", f"--pid-file={folder}/munged.pid",
                 f"--seed-file={folder}/munge.seed")
        work.run("slurmctld", environment=environment)
        work.run("slurmd", environment=environment)
        wait_for("an idle node", lambda: is_idle(work, environment), pause=0.2, patience=20)
    except Failed as failure:
        logs = "".join(log.read_text(errors="replace")[-800:] for log in sorted(folder.glob("slurm*.log")))
        raise Failed(f"{failure}\n{logs}") from failure
    return environment


def configure(folder: Path) -> Environment:
    for name in ("state", "spool"):
        (folder / name).mkdir()
    key = folder / "munge.key"
    key.write_bytes(secrets.token_bytes(1024))
    key.chmod(0o600)
    folder.chmod(0o711)
    (folder / "slurm.conf").write_text(CONFIGURATION.format(
        folder=folder, host=socket.gethostname(), user=getpass.getuser(), ports=free_ports(2),
        processors=os.cpu_count()))
    # slurmd requires a cgroup plugin, although none is used here.
    (folder / "cgroup.conf").write_text("CgroupPlugin=autodetect\n")
    return {"SLURM_CONF": str(folder / "slurm.conf")}


def free_ports(count: int) -> list[int]:
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def is_idle(work: Work, environment: Environment) -> bool | None:
    return True if "idle" in work.run("sinfo", "--noheader", "--format=%T", environment=environment) else None


def stop(folder: Path) -> None:
    """Ends the daemons by their process numbers and waits."""
    for name in DAEMONS:
        with contextlib.suppress(OSError, ValueError):
            process = int((folder / f"{name}.pid").read_text())
            os.kill(process, signal.SIGTERM)
            subprocess.run(["tail", f"--pid={process}", "-f", "/dev/null"], check=False, timeout=20)


def submit(work: Work, tasks: int, list_file: Path, tables: Path, environment: Environment) -> str:
    """Submits the array. Returns the number of the job."""
    return work.run("sbatch", "--parsable", f"--array=0-{tasks - 1}", f"--chdir={tables.parent}",
                    TOOLS / "slurm-array.sh", list_file, tables, environment=environment).strip()


def states(work: Work, environment: Environment, job: str) -> list[tuple[str, str, int]]:
    """The index, the state and the number of restarts of each task."""
    lines = work.run("squeue", "--noheader", "--array", "--states=all", f"--jobs={job}", "--Format=ArrayTaskID:20,"
                     "StateCompact:20,RestartCnt:20", environment=environment).splitlines()
    return [(task, state, int(restarts)) for task, state, restarts in (line.split() for line in lines)]


def is_running(work: Work, environment: Environment, job: str, place: int) -> bool | None:
    return True if (str(place), "R", 0) in states(work, environment, job) else None


def wait(work: Work, environment: Environment, job: str) -> list[tuple[str, str, int]]:
    """Waits until all tasks of a job have ended. Returns their last states."""
    def ended() -> list[tuple[str, str, int]] | None:
        found = states(work, environment, job)
        return found if all(state in ("CD", "F", "CA", "TO") for _, state, _ in found) else None

    return wait_for(f"Slurm job {job}", ended, pause=0.1)
