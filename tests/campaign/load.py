#!/usr/bin/env python3
"""Batches of any length: memory stays flat, order is kept, and bad lines never stop the rest.

Every batch command of the tool is fed so many lines, one of a thousand of them bad, and watched.
"""

import argparse
import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

CUBE, FLOOR = "solid:box", "solid:box,size=10x10x1"


def height(i):
    return 0.5 + (i * 7919 % 1000) / 250


# name: (words of the command, a good line's fields)
COMMANDS = {
    "sweep": (["sweep", CUBE, FLOOR],
              lambda i: {"pose": {"translation": [0, 0, 1 + height(i)]},
                         "motion": {"translate": [0, 0, -5]}}),
    "overlap": (["overlap", CUBE, FLOOR], lambda i: {"pose": {"translation": [0, 0, height(i)]}}),
    "contacts": (["contacts", CUBE, FLOOR], lambda i: {"pose": {"translation": [0, 0, height(i)]},
                                                       "tolerance": 0.01}),
    "distance": (["distance", CUBE, FLOOR], lambda i: {"pose": {"translation": [0, 0, height(i)]}}),
    "collisions": (["collisions", CUBE, CUBE],
                   lambda i: {"a": {"from": {"translation": [0, 0.1, 1 + height(i)]},
                                    "to": {"translation": [0.2, 0.1, -3]}}}),
    "cast": (["cast", FLOOR], lambda i: {"from": [0, 0, height(i)], "to": [0, 0, -2],
                                         "radius": 0.1 * (i % 2)}),
}
BAD = ["", "{", "[1,2", '{"motion":7}', '{"id":"x","from":[1,2],"pose":3,"a":4}', "nonsense",
       '{"pose":{"translation":[1e999,0,0]},"pose":{"translation":[0,0,"a"]},"a":[],"from":[0]}']


# Answers wait in a window of so many until those before them are written: what a batch may take at
# most, for answers of a few kilobytes, and how much of it may be in use by chance.
MOST_KB = 96 * 1024
CHANCE_KB = 24 * 1024


def is_bad(i):
    return i % 1000 == 999


def memory_of(process):
    """Kilobytes in memory now."""
    with open(f"/proc/{process.pid}/status") as status:
        for line in status:
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
    return 0


def feed(process, good, lines):
    try:
        for begin in range(0, lines, 1000):
            some = []
            for i in range(begin, min(begin + 1000, lines)):
                # An empty line is none: it has no answer.
                some.append(BAD[1 + i // 1000 % (len(BAD) - 1)] if is_bad(i)
                            else json.dumps({"id": i, **good(i)}))
            process.stdin.write(("\n".join(some) + "\n").encode())
        process.stdin.close()
    except BrokenPipeError:
        pass


def run(tool, name, lines, say):
    words, good = COMMANDS[name]
    process = subprocess.Popen([tool, *words, "--batch", "-"], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    begin = time.monotonic()
    feeder = threading.Thread(target=feed, args=(process, good, lines), daemon=True)
    feeder.start()
    count, errors, early, most, shown = 0, 0, 0, 0, begin
    faults = []
    for line in process.stdout:
        has_error = b'"error"' in line
        errors += has_error
        if has_error != is_bad(count) and len(faults) < 3:
            faults.append(f"line {count + 1}: {line[:200]!r}")
        if not has_error and count % 4096 == 0 and json.loads(line)["id"] != count:
            faults.append(f"line {count + 1} is not in its place: {line[:80]!r}")
        count += 1
        if count % 2000 == 0:
            memory = memory_of(process)
            most = max(most, memory)
            if count <= lines // 2:
                early = max(early, memory)
            if sys.stderr.isatty() and time.monotonic() - shown > 0.5:
                shown = time.monotonic()
                print(f"\r{name}: {count:,} of {lines:,} ", end="", file=sys.stderr, flush=True)
    code = process.wait()
    feeder.join()
    if sys.stderr.isatty():
        print("\r" + " " * 50 + "\r", end="", file=sys.stderr)
    if count != lines:
        faults.append(f"{count:,} answers to {lines:,} lines")
    if code != (1 if lines >= 1000 else 0):
        faults.append(f"it ended with {code}")
    if most > min(MOST_KB, early + CHANCE_KB):
        faults.append(f"memory grew from {early:,} kB in the first half to {most:,}")
    seconds = time.monotonic() - begin
    say(f"| {name:<10} | {count:>10,} | {errors:>6,} | {most / 1024:>5.1f} | {seconds:>7.1f} | "
        f"{'; '.join(faults) if faults else 'all right'} |")
    return not faults


def main():
    parser = argparse.ArgumentParser(prog="./dev load", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lines", nargs="?", type=int, default=10_000_000,
                        help="of each command; ten million if not said")
    parser.add_argument("names", nargs="*", metavar="command", help=", ".join(COMMANDS))
    parser.add_argument("--tool", default="build/swept", metavar="FILE")
    options = parser.parse_intermixed_args()
    unknown = [n for n in options.names if n not in COMMANDS]
    if unknown:
        print(f"load: no batch command '{unknown[0]}'; there are {', '.join(COMMANDS)}", file=sys.stderr)
        return 2
    if not Path(options.tool).exists() or options.lines < 1:
        print(f"load: {options.tool} is not built, or no lines are asked for", file=sys.stderr)
        return 2
    print("| command    |    answers | errors |    MB | seconds | |\n|---|---:|---:|---:|---:|---|")
    good = [run(os.path.abspath(options.tool), name, options.lines, print)
            for name in options.names or COMMANDS]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
