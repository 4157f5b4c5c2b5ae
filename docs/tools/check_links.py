#!/usr/bin/env python3
"""Are all links of the pages, and of the site if it is given, links to something? Are all pages in the navigation?
Are all pages and headings that comments cite there?

usage: check_links.py [SITE]

Files and anchors; what leads out to the net is not fetched, but a site that loads anything from there is
refused. Prints FILE:LINE: what is wrong, and exits with 1 when there was something.
"""
import re
import sys
import urllib.parse
from html.parser import HTMLParser
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OUTSIDE = re.compile(r"[a-z][a-z0-9+.-]*:|//")
findings = []


def finding(file, line, what):
    name = file.relative_to(ROOT) if file.is_relative_to(ROOT) else file
    findings.append(f"{name}:{line}: {what}")


# ---- the pages as they are in the repository, with the anchors that GitHub makes ----


def text_lines(text):
    """Number and text of each line that is not code."""
    code = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("```"):
            code = not code
        elif not code:
            yield number, line


def anchors_of_page(file):
    anchors, seen = set(), {}
    for _, line in text_lines(file.read_text()):
        heading = re.match(r"#{1,6} +(.*?) *$", line)
        if not heading:
            continue
        words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading[1])
        slug = re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")
        count = seen.get(slug, 0)
        seen[slug] = count + 1
        anchors.add(f"{slug}-{count}" if count else slug)
    return anchors


def check_pages():
    pages = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")]
    pages += sorted((ROOT / "docs").rglob("*.md"))
    for page in pages:
        before = ""
        for number, line in text_lines(page.read_text()):
            for match in re.finditer(r"\]\(([^)\s]+)\)", line):
                address = match[1]
                if OUTSIDE.match(address):
                    continue
                path, _, anchor = address.partition("#")
                target = (page.parent / path).resolve() if path else page
                if not target.exists():
                    finding(page, number, f"no file {path}")
                elif anchor and target.suffix == ".md" and anchor not in anchors_of_page(target):
                    finding(page, number, f"no heading #{anchor} in {target.relative_to(ROOT)}")
            # GitHub takes a list or table right after a line of text, the site's Markdown does not.
            block = re.match(r"(- |1\. |\| )", line)
            text = before and not re.match(r"( *- | *\d+\. |\||#|  )", before)
            if block and text:
                finding(page, number, "a list or table needs an empty line before it")
            before = line
    return len(pages)


def check_navigation():
    listed = (ROOT / "mkdocs.yml").read_text()
    for page in sorted((ROOT / "docs").rglob("*.md")):
        name = page.relative_to(ROOT / "docs").as_posix()
        if not re.search(rf"(- |: ){re.escape(name)}$", listed, re.MULTILINE):
            finding(page, 1, "the navigation in mkdocs.yml does not lead here")


# ---- what comments cite: docs/PAGE.md, or docs/PAGE.md, "Heading" and "Other heading" ----

SOURCES = ("include", "src", "apps", "tests", "bench", "examples", "cmake", "docs/tools", "viewer/src")
ENDINGS = {".h", ".cpp", ".c", ".py", ".cmake", ".txt", ".js"}
CITED = re.compile(r'\b(docs/[\w./-]+\.md)((?:(?:, | and )"[^"]+")*)')
NOT_HERE = re.compile(r"\b(?:[Mm]aths? \d[\d.]*|[Dd]esign \d[\d.]*|[Ee]rrat(?:um|a) \d+|(?:maths|design)\.md)")


def headings_of_page(file):
    found = (re.match(r"#{1,6} +(.*?) *$", line) for _, line in text_lines(file.read_text()))
    return {match[1] for match in found if match}


def check_citation(file, line, page, headings):
    if not (ROOT / page).exists():
        finding(file, line, f"cites {page}, which does not exist")
        return
    for heading in re.findall(r'"([^"]+)"', headings):
        if heading not in headings_of_page(ROOT / page):
            finding(file, line, f'cites {page}, which has no heading "{heading}"')


def check_citations():
    count = 0
    files = (file for folder in SOURCES for file in sorted((ROOT / folder).rglob("*")))
    for file in files:
        if file.suffix not in ENDINGS or file == Path(__file__).resolve():
            continue
        # A comment may break a citation at any space: the breaks are blanked out, place by place.
        text = file.read_text(errors="replace")
        blanks = re.sub(r"\n[ \t]*(?://[/<!]*|#)[ \t]*", lambda m: " " + "\0" * (len(m[0]) - 1), text)
        places = [at for at, letter in enumerate(blanks) if letter != "\0"]
        plain = blanks.replace("\0", "")

        def line_of(match):
            return text.count("\n", 0, places[match.start()]) + 1

        for match in CITED.finditer(plain):
            count += 1
            check_citation(file, line_of(match), match[1], match[2])
        for match in NOT_HERE.finditer(plain):
            finding(file, line_of(match), f'cites "{match[0]}", which is not in this repository')
    return count


# ---- the site ----


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.ids, self.links, self.loads = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        for key in ("id", "name"):
            if values.get(key):
                self.ids.add(values[key])
        line = self.getpos()[0]
        if tag == "a" and values.get("href"):
            self.links.append((line, values["href"]))
        if tag in ("script", "img", "iframe") and values.get("src"):
            self.loads.append((line, values["src"]))
        if tag == "link" and values.get("href") and values.get("rel") not in ("canonical", "prev", "next"):
            self.loads.append((line, values["href"]))


def check_site(site):
    pages = {file: Page(file.read_text(errors="replace")) for file in sorted(site.rglob("*.html"))}
    for file, page in pages.items():
        for line, address in page.links + page.loads:
            loads = (line, address) in page.loads
            if OUTSIDE.match(address):
                if loads and not address.startswith(("data:", "javascript:")):
                    finding(file, line, f"loads {address} from the net")
                continue
            if file.name == "404.html":  # its links are from the root of a server
                continue
            path, _, anchor = address.partition("#")
            path = urllib.parse.unquote(path.partition("?")[0])
            target = (file.parent / path).resolve() if path else file
            if target.is_dir():
                target /= "index.html"
            if not target.exists():
                finding(file, line, f"no file {path}")
            elif anchor and target in pages and urllib.parse.unquote(anchor) not in pages[target].ids:
                if not anchor.startswith("__"):  # the theme's own
                    finding(file, line, f"no #{anchor} in {target.relative_to(site)}")
    return len(pages)


def main():
    counts = [f"{check_pages()} pages", f"{check_citations()} citations"]
    check_navigation()
    if len(sys.argv) > 1:
        counts.append(f"{check_site(Path(sys.argv[1]).resolve())} pages of the site")
    for text in findings:
        print(text)
    print(f"links of {' and '.join(counts)}: {len(findings)} wrong")
    sys.exit(1 if findings else 0)


main()
