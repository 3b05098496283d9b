#!/usr/bin/env bash
# What proofs larger than memory take: a synthetic one is written, merged with another, trimmed and read back.
#
#     bench/big_files.sh BUILD FOLDER [RECORDS]
#
# BUILD is a release build, FOLDER gets the files and the temporary ones (about 120 bytes a record at a time); RECORDS is 100M unless
# told. One line for each step: seconds, processor seconds, peak memory.
set -euo pipefail
build=$(realpath "$1") folder=$(realpath "$2") records=${3:-100M}
export TMPDIR=$folder
cd "$folder"

step() {
  local name=$1
  shift
  command time -f "$name: %e s, %U + %S s of processors, %M KiB" "$@" > "$name.log"
}
program=$build/cli/fiveproof
step write "$build/bench/make-synthetic-proof" --records "$records" --memory 1G -o big.fvp
step write-another "$build/bench/make-synthetic-proof" --records 4M --seed 2 --memory 1G -o other.fvp
step merge "$program" merge big.fvp other.fvp -o both.fvp --memory 500M --max-records 200M
step trim "$program" trim both.fvp -o trimmed.fvp --memory 1G --max-records 200M
step read "$program" info trimmed.fvp --memory 1G --max-records 200M
cat write.log read.log
