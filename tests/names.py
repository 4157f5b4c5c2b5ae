#!/usr/bin/env python3
"""Does every type of the library have a name of its own?

usage: names.py

Two types of one name in one namespace, each in its own file, compile and link, and the program may take either for
the other (the one-definition rule). Prints NAMESPACE::NAME and the files that define it, and exits with 1 when
there is one. What is in a namespace without a name, or inside a class, is a file's own affair.
"""
import re
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NAMESPACE = re.compile(r"(?:inline\s+)?namespace(?:\s+([\w:]+))?\s*$")
TYPE = re.compile(r"\b(?:struct|class|enum class|enum|union)\s+(?:alignas\([^)]*\)\s*|SWEPT_API\s+)?([\w:]+)\s*(?:final\s*)?(?::[^:].*)?$")


def without_text(code):
    """Without comments, strings and directives: braces that are left are those of the code."""
    code = re.sub(r'R"(\w*)\(.*?\)\1"', '""', code, flags=re.S)
    code = re.sub(r"//[^\n]*|/\*.*?\*/", "", code, flags=re.S)
    code = re.sub(r'"(\\.|[^"\\\n])*"', '""', code)
    code = re.sub(r"'(\\.|[^'\\\n])'", "' '", code)
    return re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", "", code, flags=re.M)


def types_of(code):
    """(namespace, name) of each type that is defined outside of classes and functions."""
    code = without_text(code)
    around, head = [], 0  # a name for a namespace, None for any other brace
    for match in re.finditer(r"[{};]", code):
        text = re.sub(r"\s+", " ", code[head : match.start()]).strip()
        if match[0] == "{":
            namespace = NAMESPACE.search(text)
            found = TYPE.search(text)
            if found and not namespace and None not in around:
                yield "::".join(around), found[1]
            around.append((namespace[1] or "") if namespace else None)
        elif match[0] == "}" and around:
            around.pop()
        if match[0] != ";" or None not in around:
            head = match.end()


def main():
    places = defaultdict(set)
    for folder in ("include", "src"):
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix not in (".h", ".cpp"):
                continue
            for namespace, name in types_of(file.read_text()):
                if "" not in namespace.split("::"):
                    places[f"{namespace}::{name}"].add(file.relative_to(ROOT).as_posix())
    twice = {name: files for name, files in places.items() if len(files) > 1}
    for name, files in sorted(twice.items()):
        print(f"{name}: {', '.join(sorted(files))}")
    print(f"{len(places)} types, {len(twice)} names used twice")
    sys.exit(1 if twice or len(places) < 300 else 0)


main()
