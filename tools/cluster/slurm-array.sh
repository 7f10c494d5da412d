#!/usr/bin/env bash
#SBATCH --job-name=depthcheck
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=depthcheck-%A_%a.log
# Measures shards as a Slurm array: sbatch --array=0-39 tools/cluster/slurm-array.sh shards.txt tables
#
# shards.txt has one shard per line, distributed among the tasks of the array. Each shard becomes tables/SHARD.csv;
# a shard with a table is skipped, so a requeued task or a resubmitted array continues. A task that could not measure
# all its shards is requeued up to three times. measure-shard must be on the PATH.
set -uo pipefail

list=${1:?usage: sbatch --array=0-N slurm-array.sh LIST TABLES} tables=${2:?the folder of tables is missing}
place=$(((SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN) / ${SLURM_ARRAY_TASK_STEP:-1}))

code=0
while read -r shard; do
    table=$tables/$(basename -- "${shard%.gz}" .tar).csv
    [ -e "$table" ] || measure-shard "$shard" -o "$table" </dev/null || code=$?
done < <(awk -v place="$place" -v count="$SLURM_ARRAY_TASK_COUNT" '(NR - 1) % count == place' "$list")

if [ "$code" -ne 0 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 3 ]; then
    echo "requeued after exit code $code" >&2
    scontrol requeue "$SLURM_JOB_ID"
fi
exit "$code"
