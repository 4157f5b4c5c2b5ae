#!/usr/bin/env python3
"""The campaign's own promises: it goes on where it was killed, repeats nothing, finds what is wrong,
and says what it cannot do."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

PROGRAMS = Path(sys.argv.pop(1) if len(sys.argv) > 1 else "build/tests").resolve()
CAMPAIGN = Path(__file__).resolve().parent / "campaign.py"

# A judge that takes a moment, writes down its seed, and calls every seventh of them wrong if told to.
FAKE = """#!/bin/sh
echo "$0 $@" >> "{folder}/asked"
sleep 0.1
case "$*" in *"--seed 1007 "*|*"--seed 1007") [ -e "{folder}/wrong" ] && exit 1;; esac
exit 0
"""


class CampaignTest(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.folder = Path(self.place.name)
        programs = self.folder / "programs"
        programs.mkdir()
        for name in ("sweep", "walks"):
            fake = programs / f"judge_{name}"
            fake.write_text(FAKE.format(folder=self.folder))
            fake.chmod(0o755)
        self.base = [sys.executable, str(CAMPAIGN), "--programs", str(programs), "--state",
                     str(self.folder / "state"), "--threads", "2"]

    def tearDown(self):
        self.place.cleanup()

    def seeds(self):
        return [line.split("--seed ")[1].split()[0] + line.split()[0]
                for line in (self.folder / "asked").read_text().splitlines()]

    def state(self):
        return json.loads((self.folder / "state" / "state.json").read_text())["attacks"]

    def run_it(self, *words):
        return subprocess.run([*self.base, *words], capture_output=True, text=True, timeout=60)

    def start(self, *words):
        return subprocess.Popen([*self.base, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def wait_for(self, condition):
        """However busy the machine is."""
        for _ in range(600):
            try:
                if condition(self.state()):
                    return
            except FileNotFoundError:
                pass
            time.sleep(0.1)
        self.fail("nothing came of it within a minute")

    def interrupted(self, running):
        running.send_signal(signal.SIGINT)
        return running.communicate(timeout=60)[0]

    @staticmethod
    def blocks(state):
        return sum(attack["blocks"] for attack in state.values())

    def test_a_killed_one_goes_on_and_repeats_no_finished_block(self):
        running = self.start("5", "sweeps", "walks")
        self.wait_for(lambda state: self.blocks(state) > 2)
        running.send_signal(signal.SIGKILL)
        running.communicate()
        time.sleep(0.3)
        finished = self.blocks(self.state())
        again = self.start("5", "sweeps", "walks")
        self.wait_for(lambda state: self.blocks(state) > finished)
        out = self.interrupted(again)
        self.assertEqual(again.returncode, 0, out)
        self.assertIn("no findings", out)
        seeds = self.seeds()
        # Only what ran when it was ended is asked again.
        self.assertLessEqual(len(seeds) - len(set(seeds)), 2)
        for attack in self.state().values():
            self.assertEqual(attack["next"], attack["blocks"] + len(attack["open"]))

    def test_one_in_the_background_of_a_script_ends_when_told(self):
        # A shell's '&' starts it with SIGINT ignored.
        running = subprocess.Popen([*self.base, "5", "sweeps"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                   text=True, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
        self.wait_for(lambda state: self.blocks(state) > 0)
        running.terminate()
        out = running.communicate(timeout=60)[0]
        self.assertEqual(running.returncode, 0, out)
        self.assertIn("no findings", out)

    def test_what_is_wrong_is_kept_with_the_command_that_repeats_it(self):
        (self.folder / "wrong").touch()
        running = self.start("5", "sweeps")
        self.wait_for(lambda state: any(attack["findings"] for attack in state.values()))
        out = self.interrupted(running)
        self.assertEqual(running.returncode, 1)
        self.assertIn("--seed 1007", out)
        self.assertIn("a wrong answer", out)
        summary = self.run_it("--summary")
        self.assertEqual(summary.returncode, 1)
        self.assertIn("--seed 1007", summary.stdout)

    def test_an_interrupted_one_sums_up(self):
        running = self.start("5", "sweeps")
        self.wait_for(lambda state: self.blocks(state) > 0)
        out = self.interrupted(running)
        self.assertEqual(running.returncode, 0)
        self.assertIn("| sweeps", out)

    def test_one_ends_when_its_time_is_up(self):
        self.assertEqual(self.run_it("0.01", "sweeps").returncode, 0)

    def test_what_cannot_be_done_is_said(self):
        unknown = self.run_it("1", "nonsense")
        self.assertEqual(unknown.returncode, 2)
        self.assertIn("no attack 'nonsense'", unknown.stderr)
        unbuilt = self.run_it("1", "casts")
        self.assertEqual(unbuilt.returncode, 2)
        self.assertIn("is not built", unbuilt.stderr)
        (self.folder / "state").mkdir(exist_ok=True)
        (self.folder / "state" / "state.json").write_text("nonsense")
        broken = self.run_it("1", "sweeps")
        self.assertNotEqual(broken.returncode, 0)
        self.assertIn("no state of a campaign", broken.stderr)

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_a_full_disk_ends_with_a_word(self):
        (self.folder / "state").mkdir(exist_ok=True)
        (self.folder / "state" / "state.new").symlink_to("/dev/full")
        full = self.run_it("0.01", "sweeps")
        self.assertEqual(full.returncode, 1)
        self.assertIn("No space left", full.stderr)

    def test_real_judges_take_part(self):
        result = subprocess.run(
            [sys.executable, str(CAMPAIGN), "0", "--summary", "--programs", str(PROGRAMS), "--state",
             str(self.folder / "real")], capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stderr)
        result = subprocess.run(
            [sys.executable, str(CAMPAIGN), "0.01", "adversarial", "metamorphic", "--small", "24",
             "--programs", str(PROGRAMS), "--state", str(self.folder / "real"), "--threads", "2"],
            capture_output=True, text=True, timeout=100)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertIn("| adversarial", result.stdout)
        self.assertIn("no findings", result.stdout)


if __name__ == "__main__":
    unittest.main()
