#!/usr/bin/env python3
"""Runs the commands of all pages and replaces what the pages show below them.

usage: update_output.py TOOL    (TOOL: build/swept)

A block with lines '$ swept ...' is run line by line in an empty folder per page; '$ cat FILE' creates the file, as in
tests/apps/docs_test.cpp. Prints each page that changed. Read the difference before you commit it: the tests only
compare.
"""
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def pages():
    yield from (ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md"))
    yield from sorted((ROOT / "docs").rglob("*.md"))


def output_of(tool, arguments, folder):
    # The output first, then the error, as the test compares them.
    done = subprocess.run(f"{tool} {arguments}", shell=True, cwd=folder, capture_output=True, text=True)
    return (done.stdout + done.stderr).splitlines()


def updated_block(lines, tool, folder):
    made, i = [], 0
    while i < len(lines):
        command = lines[i]
        i += 1
        shown = []
        while i < len(lines) and not lines[i].startswith("$ "):
            shown.append(lines[i])
            i += 1
        made.append(command)
        if command.startswith("$ cat "):
            (folder / command[6:]).write_text("".join(line + "\n" for line in shown))
            made += shown
        else:
            made += output_of(tool, command.removeprefix("$ swept "), folder)
    return made


def updated(text, tool):
    made, block = [], None
    with tempfile.TemporaryDirectory() as folder:
        for line in text.split("\n"):
            if line.startswith("```") and block is None:
                made.append(line)
                block = []
            elif line.startswith("```"):
                is_console = any(inner.startswith("$ swept ") for inner in block)
                made += updated_block(block, tool, Path(folder)) if is_console else block
                made.append(line)
                block = None
            elif block is not None:
                block.append(line)
            else:
                made.append(line)
    return "\n".join(made)


def main():
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_file():
        sys.exit(__doc__.split("\n\n")[1])
    tool = Path(sys.argv[1]).resolve()
    for page in pages():
        old = page.read_text()
        new = updated(old, tool)
        if new != old:
            page.write_text(new)
            print(page.relative_to(ROOT))


main()
