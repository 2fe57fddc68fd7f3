#!/usr/bin/env python3
"""What the documents say is what the tree holds. Fails when
- a code block that begins with a line naming a file (`// examples/NAME.cpp`) differs from that file,
  or one that begins with `// from FILE` is not a piece of it;
- a link to a file, or to a heading, leads nowhere, or a path such as `src/README.md` names no file
  (pages of docs/howto name files that are yet to be written, the changelog those that were);
- a function of tarn.h is missing in docs/api.md, or a source key such as [zhou2004] in
  docs/references.md;
- an example is longer than 120 lines or has no header of three lines."""
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("docs", "src", "include", "bindings", "apps", "examples")
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"^(?://|/\*|#) (from )?((?:examples|tests|scenes)/[\w./-]+)(?: \*/)?$")
PATH = re.compile(r"`((?:apps|bindings|cmake|docs|examples|include|scenes|shaders|src|tests|tools)/[\w./-]*)`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
KEY = re.compile(r"//.*?\[((?:[a-z]+\d{4}|pond|thesis|oklab|okabe-ito)[^\]]*)\]")


def documents():
    yield from sorted(ROOT.glob("*.md"))
    for folder in FOLDERS:
        yield from sorted((ROOT / folder).rglob("*.md"))


def name_of(path):
    return str(path.relative_to(ROOT))


def is_piece(piece, whole):
    """Whether the lines of `piece` follow each other in `whole`, up to a common indentation."""
    wanted = textwrap.dedent(piece).splitlines()
    lines = whole.splitlines()
    return any(textwrap.dedent("\n".join(lines[k:k + len(wanted)])).splitlines() == wanted
               for k in range(len(lines) - len(wanted) + 1))


def check_blocks(path, text, trouble):
    count = 0
    for match in BLOCK.finditer(text):
        first, _, rest = match.group(2).partition("\n")
        named = NAMED.match(first)
        if not named:
            continue
        count += 1
        where = f"{name_of(path)}:{text[:match.start()].count(chr(10)) + 1}"
        source = ROOT / named.group(2)
        if not source.is_file():
            trouble.append(f"{where}: {named.group(2)} is not there")
            continue
        whole = source.read_text(encoding="utf-8")
        if named.group(1) and not is_piece(rest, whole):
            trouble.append(f"{where}: is no piece of {named.group(2)}; copy the lines again")
        if not named.group(1) and rest != whole:
            trouble.append(f"{where}: differs from {named.group(2)}; copy the file again")
    return count


def anchors(text):
    """Headings as GitHub names them in links."""
    headings = re.findall(r"^#+ +(.*)$", BLOCK.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def check_links(path, text, trouble):
    for link in LINK.findall(BLOCK.sub("", text)):
        if "://" in link:
            continue
        target, _, heading = link.partition("#")
        file = (path.parent / target).resolve() if target else path
        if not file.exists():
            trouble.append(f"{name_of(path)}: link to {link}: no such file")
        elif heading and heading not in anchors(file.read_text(encoding="utf-8")):
            trouble.append(f"{name_of(path)}: link to {link}: no such heading")


def check_paths(path, text, trouble):
    if path.parent.name == "howto" or path.name == "CHANGELOG.md":
        return
    for named in PATH.findall(BLOCK.sub("", text)):
        if not (ROOT / named).exists():
            trouble.append(f"{name_of(path)}: `{named}`: no such file")


def check_api(trouble):
    header = (ROOT / "include/tarn/tarn.h").read_text(encoding="utf-8")
    reference = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    for function in sorted(set(re.findall(r"\b(tarn_\w+)\(", header))):
        if f"`{function}" not in reference:
            trouble.append(f"docs/api.md: {function} of tarn.h is missing")


def check_keys(trouble):
    listed = (ROOT / "docs/references.md").read_text(encoding="utf-8")
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.[hc]pp")):
            for keys in KEY.findall(path.read_text(encoding="utf-8")):
                for key in re.split(r"[;,]", keys):
                    key = key.strip()
                    if re.fullmatch(r"[a-z-]+(\d{4})?", key) and f"`{key}`" not in listed:
                        trouble.append(f"{name_of(path)}: [{key}] is not in docs/references.md")


def check_examples(trouble):
    for path in sorted((ROOT / "examples").glob("*.c*")):
        lines = path.read_text(encoding="utf-8").splitlines()
        if len(lines) > 120:
            trouble.append(f"{name_of(path)}: {len(lines)} lines; an example has at most 120")
        is_header = [line.startswith(("//", "/*", " *")) for line in lines[:3]]
        if not all(is_header) or "Run: " not in lines[1] or "You should see: " not in lines[2]:
            trouble.append(f"{name_of(path)}: needs three lines: what it shows, Run, You should see")


def main():
    trouble, blocks, pages = [], 0, 0
    for path in documents():
        text = path.read_text(encoding="utf-8")
        blocks += check_blocks(path, text, trouble)
        check_links(path, text, trouble)
        check_paths(path, text, trouble)
        pages += 1
    check_api(trouble)
    check_keys(trouble)
    check_examples(trouble)
    print("\n".join(trouble) if trouble else f"docs: {pages} pages, {blocks} code blocks as in the tree")
    return 1 if trouble else 0


if __name__ == "__main__":
    sys.exit(main())
