#!/usr/bin/env bash
# Runs fuzz targets that are built in build-fuzz/, side by side on all cores: run.sh [minutes] [target...].
# './dev fuzz' builds them first. What is found along the way stays in build-fuzz/corpus for the next run.
set -euo pipefail
cd "$(dirname "$0")/../.."

usage() {
  cat <<'TXT'
./dev fuzz [minutes] [target...]
                   fuzz the targets, or all, with libFuzzer under address and undefined-behaviour
                   sanitizers; in all so many minutes on all cores (default 5), shared out evenly
./dev fuzz --list  the targets
Prints for each target what was executed, the edges and features covered, and every finding with the
command that replays it. Exit code 1: something was found.
TXT
}
list() { sed -n 's/^SWEPT_FUZZ_TARGET(\(.*\)) {$/\1/p' tests/fuzz/*.cpp; }

minutes=5
case "${1:-}" in
  -h|--help) usage; exit 0 ;;
  --list) list; exit 0 ;;
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

fuzz_one() {  # TARGET: its log is build-fuzz/logs/TARGET.log
  local target=$1 corpus=$build/corpus/$1
  mkdir -p "$corpus"
  local dictionary=tests/fuzz/dictionaries/$target.dict
  "$build/tests/fuzz/fuzz_$target" -max_total_time="$seconds" -print_final_stats=1 -timeout=20 -rss_limit_mb=3000 \
    -max_len=1024 -use_value_profile=0 -artifact_prefix="$found/$target-" \
    $([ ! -f "$dictionary" ] || echo "-dict=$dictionary") "$corpus" "tests/fuzz/corpus/$target" \
    >"$build/logs/$target.log" 2>&1
  echo $? >"$build/logs/$target.exit"
}

report_one() {  # TARGET: one row, and what was found; fails when something was
  local target=$1 log=$build/logs/$1.log
  local count rate cover
  count=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  rate=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log")
  cover=$(grep -o 'cov: [0-9]* ft: [0-9]*' "$log" | tail -n 1)
  [[ "$cover" =~ cov:\ ([0-9]*)\ ft:\ ([0-9]*) ]] || cover=
  printf '%-14s %12s %8s %8s %9s  ' "$target" "${count:-?}" "${rate:-?}" \
    "${cover:+${BASH_REMATCH[1]}}" "${cover:+${BASH_REMATCH[2]}}"
  if [ "$(cat "$build/logs/$target.exit")" = 0 ]; then echo "nothing"; return 0; fi
  local what file
  what=$(grep -m 1 -oE 'broken promise: .*|runtime error: .*|SUMMARY: .*' "$log" || tail -n 1 "$log")
  file=$(sed -n 's/.*Test unit written to //p' "$log" | tail -n 1)
  echo "$what"
  echo "    replay: $build/tests/fuzz/fuzz_$target ${file:-(no input was kept; see $log)}"
  return 1
}

echo "${#targets[@]} targets, $seconds s each, $(nproc) at a time" >&2
running=0
for target in "${targets[@]}"; do
  if ((running >= $(nproc))); then wait -n || true; running=$((running - 1)); fi
  rm -f "$build/logs/$target.exit"
  ( set +e; fuzz_one "$target" ) &
  running=$((running + 1))
done
wait

printf '%-14s %12s %8s %8s %9s  %s\n' target executions per_s edges features found
status=0
for target in "${targets[@]}"; do report_one "$target" || status=1; done
exit $status
