#!/usr/bin/env bash
# Runs fuzz targets that are built in build-fuzz/, side by side on all cores: run.sh [minutes] [target...].
# './dev fuzz' builds them first. What is found along the way stays in build-fuzz/corpus for the next run.
set -euo pipefail
cd "$(dirname "$0")/../.."

usage() {
  cat <<'TXT'
./dev fuzz [minutes] [target...]
                   fuzz the targets, or all, with libFuzzer under address and undefined-behaviour
                   sanitizers; in all so many minutes on all cores (default 5), shared out evenly,
                   counted by the processors' time
./dev fuzz --summary [target...]
                   what was done so far with the programs as they are
./dev fuzz --list  the targets
Prints for each target, of all runs of the program as it is, what was executed, the edges and features
covered, and every finding with the command that replays it. Exit code 1: something was found.
TXT
}
list() { sed -n 's/^SWEPT_FUZZ_TARGET(\(.*\)) {$/\1/p' tests/fuzz/*.cpp; }

minutes=5
only_report=
case "${1:-}" in
  -h|--help) usage; exit 0 ;;
  --list) list; exit 0 ;;
  --summary) only_report=1; shift ;;
  [0-9]*) minutes=$1; shift ;;
esac
[[ "$minutes" =~ ^[0-9]+(\.[0-9]+)?$ ]] || { echo "dev: fuzz: no number of minutes: '$minutes'" >&2; exit 2; }
mapfile -t known < <(list)
targets=("$@")
((${#targets[@]})) || targets=("${known[@]}")
for target in "${targets[@]}"; do
  [[ " ${known[*]} " == *" $target "* ]] || { echo "dev: fuzz: no target '$target'; './dev fuzz --list' lists them" >&2; exit 2; }
done
[ "${SWEPT_FUZZ_CHECK_ONLY:-}" = "" ] || exit 0  # ./dev asks before it builds

build=build-fuzz
found=$build/found
mkdir -p "$found" "$build/logs"
seconds=$(awk -v m="$minutes" -v cores="$(nproc)" -v n="${#targets[@]}" \
  'BEGIN { s = int(60 * m * (cores < n ? cores : n) / n); print s < 1 ? 1 : s }')

program() { echo "$build/tests/fuzz/fuzz_$1"; }

# What was done with the program as it is: a line per run, processor seconds and executions.
account() { echo "$build/logs/$1.$(sha256sum "$(program "$1")" | cut -c 1-12).done"; }

fuzz_once() {  # TARGET SECONDS: one run, by the clock; its log is build-fuzz/logs/TARGET.log
  local target=$1 corpus=$build/corpus/$1 log=$build/logs/$1.log TIMEFORMAT='%U %S' status=0
  local dictionary=tests/fuzz/dictionaries/$target.dict
  mkdir -p "$corpus"
  { time "$(program "$target")" -max_total_time="$2" -print_final_stats=1 -timeout=60 -rss_limit_mb=3000 \
    -max_len=1024 -use_value_profile=0 -artifact_prefix="$found/$target-" \
    $([ ! -f "$dictionary" ] || echo "-dict=$dictionary") "$corpus" "tests/fuzz/corpus/$target" \
    >"$log" 2>&1 || status=$?; } 2>"$log.time"
  awk -v n="$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")" '{ print $1 + $2, n + 0 }' "$log.time" >>"$(account "$target")"
  echo $status >"$build/logs/$target.exit"
  return $status
}

fuzz_one() {  # TARGET: until so many seconds of a processor are used, however busy the machine is
  local used=0
  while awk -v used="$used" -v all="$seconds" 'BEGIN { exit !(used < 0.98 * all) }'; do
    fuzz_once "$1" "$(awk -v used="$used" -v all="$seconds" 'BEGIN { print int(all - used) + 1 }')" || return
    used=$(awk -v used="$used" '{ last = $1 } END { print used + last }' "$(account "$1")")
  done
}

report_one() {  # TARGET: one row, and what was found; fails when something was
  local target=$1 log=$build/logs/$1.log file what cover
  [ -x "$(program "$target")" ] && [ -f "$(account "$target")" ] || { printf '%-14s not run\n' "$target"; return 0; }
  cover=$(grep -o 'cov: [0-9]* ft: [0-9]*' "$log" | tail -n 1)
  [[ "$cover" =~ cov:\ ([0-9]*)\ ft:\ ([0-9]*) ]] || cover=
  awk -v name="$target" -v edges="${cover:+${BASH_REMATCH[1]}}" -v features="${cover:+${BASH_REMATCH[2]}}" \
    '{ s += $1; n += $2 } END { printf "%-14s %8.1f %12d %8d %8s %9s  ", name, s / 60, n, n / (s + 1e-9), edges, features }' \
    "$(account "$target")"
  if [ "$(cat "$build/logs/$target.exit")" = 0 ]; then echo "nothing"; return 0; fi
  what=$(grep -m 1 -oE 'broken promise: .*|runtime error: .*|SUMMARY: .*' "$log" || tail -n 1 "$log")
  file=$(sed -n 's/.*Test unit written to //p' "$log" | tail -n 1)
  echo "$what"
  echo "    replay: $(program "$target") ${file:-(no input was kept; see $log)}"
  return 1
}

report() {
  local status=0
  printf '%-14s %8s %12s %8s %8s %9s  %s\n' target "CPU min" executions per_s edges features found
  for target in "${targets[@]}"; do report_one "$target" || status=1; done
  return $status
}

if [ "$only_report" ]; then report; exit; fi
echo "${#targets[@]} targets, $seconds s each, $(nproc) at a time" >&2
running=0
for target in "${targets[@]}"; do
  if ((running >= $(nproc))); then wait -n || true; running=$((running - 1)); fi
  rm -f "$build/logs/$target.exit"
  ( set +e; fuzz_one "$target" ) &
  running=$((running + 1))
done
wait

report
