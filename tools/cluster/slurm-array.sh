#!/usr/bin/env bash
#SBATCH --job-name=depthcheck
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=depthcheck-%A_%a.log
# Measures shards as a Slurm array: sbatch --array=0-39 tools/cluster/slurm-array.sh shards.txt tables
#
# shards.txt names a shard a line; the tasks of the array take turns in it. Each shard becomes tables/SHARD.csv; one
# that has its table is left alone, so that a task that was requeued, or an array that is submitted again, goes on. A
# task that could not measure all of its shards is requeued, three times at most. measure-shard has to be on the PATH.
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
