#!/usr/bin/env python3
"""Does every type of the library have a name of its own, and every private type its module's namespace?

usage: names.py

Two types of one name in one namespace, each in its own file, compile and link, and the program may take either for
the other (the one-definition rule). Prints NAMESPACE::NAME and the files that define it, and exits with 1 when
there is one. A type of src/MODULE that no public header names belongs to swept::MODULE_detail; src/dynamics is not
moved yet. What is in a namespace without a name, or inside a class, is a file's own affair.
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


def named_in_public():
    """The words of the public headers: what they declare or point to stays in swept."""
    headers = sorted((ROOT / "include").rglob("*.h"))
    return set(re.findall(r"\w+", " ".join(without_text(header.read_text()) for header in headers)))


def misplaced(file, namespace, name, public):
    module = file.relative_to(ROOT / "src").parts[0] if file.is_relative_to(ROOT / "src") else None
    if module in (None, "dynamics") or "" in namespace.split("::"):
        return False
    return namespace == "swept" and name.split("::")[0] not in public


def main():
    places = defaultdict(set)
    public, outside = named_in_public(), []
    for folder in ("include", "src"):
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix not in (".h", ".cpp"):
                continue
            for namespace, name in types_of(file.read_text()):
                if misplaced(file, namespace, name, public):
                    outside.append(f"{file.relative_to(ROOT)}: swept::{name} is private: it belongs to swept::{file.parent.name}_detail")
                if "" not in namespace.split("::"):
                    places[f"{namespace}::{name}"].add(file.relative_to(ROOT).as_posix())
    twice = {name: files for name, files in places.items() if len(files) > 1}
    for name, files in sorted(twice.items()):
        print(f"{name}: {', '.join(sorted(files))}")
    print(*outside, sep="\n", end="\n" if outside else "")
    print(f"{len(places)} types, {len(twice)} names used twice, {len(outside)} private ones outside their module's namespace")
    sys.exit(1 if twice or outside or len(places) < 300 else 0)


main()
