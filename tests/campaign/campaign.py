#!/usr/bin/env python3
"""Long attacks on the library's promises, in blocks that go on where they were ended.

An attack is a judge (tests/judges) with a seed of its own for every block. Blocks run on all cores,
one after the other attack, until the time is over. What was done is kept after every block: a
campaign that was ended, or killed, goes on from there. What a judge calls wrong, and what crashes,
is kept as a log with the command that repeats it. Judges of questions that the tool can be asked, too,
also leave a reproducer in FOLDER/reproducers: meshes with as few faces as still show it and a line for
'swept COMMAND --batch'; the log has the whole command, after 'replay:'.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from pathlib import Path
from threading import Lock

# name: (judge, options of a block, cases of a block, what they are)
ATTACKS = {
    "walks": ("walks", ["--moves", "20000", "--threads", "1"], 20000, "moves"),
    "sweeps": ("sweep", ["--sweeps", "3000", "--threads", "1"], 3000, "sweeps against the twin"),
    "adversarial": ("adversarial", ["--sweeps", "3000", "--threads", "1"], 3000,
                    "sweeps that are meant to go wrong"),
    "metamorphic": ("metamorphic", ["--cases", "500", "--threads", "1"], 500,
                    "questions put in eight ways"),
    "contacts": ("contacts", ["--placements", "3000", "--threads", "1"], 3000, "placements"),
    "casts": ("cast", ["--rays", "40000", "--spheres", "8000", "--sets", "200", "--edges", "100000",
                       "--threads", "1"], 48200, "rays, spheres and sets"),
    "collisions": ("collisions", ["--steps", "200", "--poses", "500", "--threads", "1"], 200,
                   "steps, exact and by pixels"),
    "overlap": ("overlap", ["--pairs", "200000", "--placements", "60"], 200060,
                "pairs and placements against CGAL"),
    "worlds": ("world", ["--carves", "150", "--rooms", "9", "--block", "50", "--moves", "50", "--rays",
                         "200"], 150, "carves, with moves and rays"),
    "agreement": ("agreement", ["--cases", "150", "--threads", "1"], 150,
                  "scenes put to several judges"),
}
REPRODUCES = set(ATTACKS) - {"worlds", "agreement"}  # leave meshes and a line for the tool
FIRST_SEED = 1000  # the tests' own slices have small seeds


class State:
    """What was done, in one file that is replaced whole."""

    def __init__(self, folder):
        self.file = folder / "state.json"
        self.lock = Lock()
        self.attacks = {}
        self.taken = set()  # blocks that are neither done nor given back
        if self.file.exists():
            try:
                self.attacks = json.loads(self.file.read_text())["attacks"]
            except (ValueError, KeyError, TypeError):
                sys.exit(f"campaign: {self.file} is no state of a campaign; remove it to begin anew")

    def of(self, name):
        return self.attacks.setdefault(
            name, {"next": 0, "open": [], "blocks": 0, "cases": 0, "seconds": 0.0, "findings": []})

    def take(self, name):
        """The next block; one that was not finished comes first."""
        with self.lock:
            attack = self.of(name)
            if attack["open"]:
                block = attack["open"].pop(0)
            else:
                block = attack["next"]
                attack["next"] += 1
            self.taken.add((name, block))
            return block

    def give_back(self, name, block):
        with self.lock:
            self.of(name)["open"].append(block)
            self.taken.remove((name, block))

    def done(self, name, block, cases, seconds, finding):
        with self.lock:
            self.taken.remove((name, block))
            attack = self.of(name)
            attack["blocks"] += 1
            attack["cases"] += cases
            attack["seconds"] += seconds
            if finding:
                attack["findings"].append(finding)

    def save(self):
        """What is taken counts as not finished: a killed campaign does it again."""
        with self.lock:
            attacks = json.loads(json.dumps(self.attacks))
            for name, block in sorted(self.taken):
                attacks[name]["open"].append(block)
        new = self.file.with_suffix(".new")
        new.write_text(json.dumps({"attacks": attacks}, indent=1) + "\n")
        os.replace(new, self.file)


class Campaign:
    def __init__(self, options):
        self.options = options
        self.folder = Path(options.state)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.state = State(self.folder)
        self.programs = Path(options.programs)
        self.running = set()
        self.starting = Lock()
        self.stopping = False

    def command(self, name, block):
        judge, words, _, _ = ATTACKS[name]
        words = [self.options.small if w == self.big_number(name) and self.options.small else w
                 for w in words]
        command = [str(self.programs / f"judge_{judge}"), *words, "--seed", str(FIRST_SEED + block)]
        if name in REPRODUCES:
            command += ["--reproducers", str(self.folder / "reproducers")]
        return command

    @staticmethod
    def big_number(name):
        return ATTACKS[name][1][1]

    def cases(self, name):
        return int(self.options.small) if self.options.small else ATTACKS[name][2]

    def run_block(self, name, block):
        command = self.command(name, block)
        log = self.folder / f"{name}-{block}.log"
        with open(log, "w") as out:
            with self.starting:
                if self.stopping:
                    self.state.give_back(name, block)
                    return
                process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT,
                                           start_new_session=True)
                self.running.add(process)
            _, status, used = os.wait4(process.pid, 0)
            code = process.returncode = os.waitstatus_to_exitcode(status)
            self.running.discard(process)
        seconds = used.ru_utime + used.ru_stime
        if self.stopping and code < 0:
            self.state.give_back(name, block)
        elif code == 0:
            self.state.done(name, block, self.cases(name), seconds, None)
            log.unlink()
        else:
            what = "a wrong answer" if code == 1 else f"it ended with {code}"
            self.state.done(name, block, self.cases(name), seconds,
                            {"what": what, "command": " ".join(command), "log": str(log)})

    def stop(self):
        with self.starting:
            self.stopping = True
            for process in list(self.running):
                process.terminate()

    def run(self):
        names, end = self.options.names, time.monotonic() + 60 * self.options.minutes
        turn, shown = 0, 0.0
        with ThreadPoolExecutor(self.options.threads) as pool:
            futures = set()
            try:
                while True:
                    over = time.monotonic() >= end
                    while not over and len(futures) < self.options.threads:
                        name = names[turn % len(names)]
                        turn += 1
                        futures.add(pool.submit(self.run_block, name, self.state.take(name)))
                    if not futures:
                        break
                    finished, futures = wait(futures, timeout=0.2, return_when=FIRST_COMPLETED)
                    for future in finished:
                        future.result()
                    if finished or over:
                        self.state.save()
                    if over and time.monotonic() >= end + self.options.grace and not self.stopping:
                        self.stop()
                    shown = self.show(end, shown)
            except KeyboardInterrupt:
                self.stop()
                wait(futures)
        self.state.save()

    def show(self, end, shown):
        now = time.monotonic()
        terminal = sys.stderr.isatty()
        if now - shown < (0.5 if terminal else 60):
            return shown
        total = 60 * self.options.minutes
        share = min(1.0, max(0.0, 1 - (end - now) / total)) if total > 0 else 1.0
        blocks = sum(a["blocks"] for a in self.state.attacks.values())
        wrong = sum(len(a["findings"]) for a in self.state.attacks.values())
        bar = "#" * int(30 * share)
        text = f"[{bar:<30}] {share:4.0%}  {blocks} blocks, {wrong} findings"
        print(("\r" + text + " ") if terminal else text, end="" if terminal else "\n",
              file=sys.stderr, flush=True)
        return now

    def summary(self):
        if sys.stderr.isatty():
            print(file=sys.stderr)
        rows = [("attack", "blocks", "cases", "what they are", "CPU minutes", "findings")]
        for name in ATTACKS:
            if name not in self.state.attacks:
                continue
            attack = self.state.of(name)
            rows.append((name, f"{attack['blocks']:,}", f"{attack['cases']:,}", ATTACKS[name][3],
                         f"{attack['seconds'] / 60:.1f}", str(len(attack["findings"]))))
        widths = [max(len(row[i]) for row in rows) for i in range(6)]
        left = {0, 3}
        for i, row in enumerate(rows):
            cells = [c.ljust(w) if k in left else c.rjust(w)
                     for k, (c, w) in enumerate(zip(row, widths))]
            print("| " + " | ".join(cells) + " |")
            if i == 0:
                print("|" + "|".join("-" * (w + 2) if k in left else "-" * (w + 1) + ":"
                                     for k, w in enumerate(widths)) + "|")
        findings = [(n, f) for n, a in self.state.attacks.items() for f in a["findings"]]
        for name, finding in findings:
            print(f"\n{name}: {finding['what']}\n  again: {finding['command']}\n"
                  f"  log:   {finding['log']}")
        if not findings:
            print("\nno findings")
        return 1 if findings else 0


def main():
    parser = argparse.ArgumentParser(
        prog="./dev campaign", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="attacks:\n" + "\n".join(f"  {n:<12} {a[3]}" for n, a in ATTACKS.items()))
    parser.add_argument("minutes", nargs="?", type=float, default=60, help="how long; 60 if not said")
    parser.add_argument("names", nargs="*", metavar="name", help="attacks; all if not said")
    parser.add_argument("--state", default="build/campaign", metavar="FOLDER",
                        help="where what was done is kept, and what was found")
    parser.add_argument("--new", action="store_true", help="forget what was done before")
    parser.add_argument("--summary", action="store_true", help="only say what was done")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="blocks at once")
    parser.add_argument("--programs", default="build/tests", metavar="FOLDER",
                        help="where the judges are")
    parser.add_argument("--small", metavar="N", help="so many cases in a block: for tests")
    parser.add_argument("--grace", type=float, default=300, metavar="SECONDS",
                        help="blocks that run when the time is over may take so long")
    options = parser.parse_intermixed_args()
    unknown = [n for n in options.names if n not in ATTACKS]
    if unknown:
        print(f"campaign: no attack '{unknown[0]}'; there are {', '.join(ATTACKS)}", file=sys.stderr)
        return 2
    if not options.minutes >= 0 or options.threads < 1:
        print("campaign: minutes are not negative, threads at least one", file=sys.stderr)
        return 2
    options.names = options.names or list(ATTACKS)
    missing = [n for n in options.names
               if not (Path(options.programs) / f"judge_{ATTACKS[n][0]}").exists()]
    if missing and not options.summary:
        print(f"campaign: {options.programs}/judge_{ATTACKS[missing[0]][0]} is not built",
              file=sys.stderr)
        return 2
    try:
        if options.new and (Path(options.state) / "state.json").exists():
            (Path(options.state) / "state.json").unlink()
        campaign = Campaign(options)
        if not options.summary:
            # Also where a shell's '&' has it ignored.
            signal.signal(signal.SIGINT, signal.default_int_handler)
            signal.signal(signal.SIGTERM, signal.default_int_handler)
            campaign.run()
        return campaign.summary()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print("campaign: nobody reads what it prints any more; the state is kept", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"campaign: {error.strerror}: {error.filename or options.state}; make room and go on, "
              "what was done before is kept", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
