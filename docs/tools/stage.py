#!/usr/bin/env python3
"""Lays out build/docs-source for mkdocs: the pages of docs/, the README as the start page, the examples as pages.

The pages are written for readers of the repository, where links lead to files. On the site the same links
must lead to pages: to those of the examples, and for headers to the reference that Doxygen has made.
"""
import posixpath
import re
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TARGET = ROOT / "build/docs-source"
LINK = re.compile(r"(\]\()([^)\s]+)(\))")


def reference_page(header):
    """Doxygen's name for the page of a header: that of its file, without folders."""
    return "reference/" + posixpath.basename(header).replace("_", "__").replace(".", "_8") + ".html"


def place_on_site(path):
    """Where a file of the repository is found on the site; None: nowhere."""
    if path == "README.md":
        return "index.md"
    if path.startswith("include/swept/"):
        return reference_page(path[len("include/swept/"):])
    if path in ("include/swept", "include"):
        return "reference/files.html"
    if path == "examples":
        return "examples/index.md"
    if re.fullmatch(r"examples/\w+\.cpp", path):
        return path[:-len(".cpp")] + ".md"
    if path == "docs":
        return "index.md"
    if path.startswith("docs/"):
        return path[len("docs/"):]
    if path in ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"):
        return path
    if path == "LICENSE":
        return "license.md"
    if path == "packaging/README.md":
        return "packages.md"
    if path == "viewer/FORMAT.md":
        return "picture-format.md"
    if path == "viewer/README.md":
        return "viewer.md"
    return None


def rewritten(text, source, target):
    """The text of the page `source` with links as they are at `target`."""

    def link(match):
        address = match[2]
        if re.match(r"[a-z]+:|#", address):
            return match[0]
        path, _, anchor = address.partition("#")
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
        site = place_on_site(path)
        if site is None:
            sys.exit(f"{source}: no place on the site for the link to {path}")
        site = posixpath.relpath(site, posixpath.dirname(target) or ".")
        return match[1] + site + ("#" + anchor if anchor else "") + match[3]

    lines, code = [], False
    for line in text.split("\n"):
        if line.startswith("```"):
            code = not code
        elif not code:
            line = LINK.sub(link, line).replace("<details><summary>", "<details markdown>\n<summary>")
            if line.startswith("|"):  # GitHub wants \| in the code of tables, Markdown for Python does not
                line = re.sub(r"`[^`]*`", lambda m: m[0].replace("\\|", "|"), line)
        lines.append(line)
    return "\n".join(lines)


def write(target, text):
    path = TARGET / target
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def example_pages():
    listed = ["# Examples", "", "Small complete programs. The tests build and run each of them.", ""]
    for file in sorted((ROOT / "examples").glob("*.cpp")):
        code = file.read_text()
        head = re.match(r"(?:// .*\n)*", code)[0].replace("// ", "").replace("\n", " ").strip()
        write(f"examples/{file.stem}.md", f"# {file.name}\n\n```cpp\n{code}```\n")
        listed.append(f"- [{file.stem}]({file.stem}.md)" + (f": {head}" if head else ""))
    write("examples/index.md", "\n".join(listed) + "\n")


def main():
    for folder in [path for path in TARGET.glob("*") if path.name != "reference"]:
        shutil.rmtree(folder) if folder.is_dir() else folder.unlink()
    for file in sorted((ROOT / "docs").rglob("*")):
        name = file.relative_to(ROOT).as_posix()
        if file.suffix == ".md":
            target = place_on_site(name)
            write(target, rewritten(file.read_text(), name, target))
        elif name.startswith(("docs/images/", "docs/style/", "docs/measured/")):
            target = TARGET / place_on_site(name)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "packaging/README.md",
                 "viewer/README.md", "viewer/FORMAT.md"):
        target = place_on_site(name)
        write(target, rewritten((ROOT / name).read_text(), name, target))
    write("license.md", "# Licence\n\n```\n" + (ROOT / "LICENSE").read_text().rstrip() + "\n```\n")
    example_pages()


main()
