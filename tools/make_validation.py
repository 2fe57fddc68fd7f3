#!/usr/bin/env python3
"""Makes the table and the figures of docs/validation.md again.

    tools/make_validation.py DATA [TARN]

DATA is the folder of measured data that `tarn validate --data` takes."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "validation.md"
FIGURES = ROOT / "docs" / "img" / "validate"
BEGIN, END = "<!-- rows: begin -->", "<!-- rows: end -->"
OWN_COLUMNS = {"case", "error", "bar", "pass", "seconds", "scheme", "precision", "backend", "order", "grids", "note"}


def short(number):
    return "-" if number is None else f"{number:.3g}"


def more(row):
    """Further figures, with their bars where they have one."""
    texts = []
    for name, value in row.items():
        if name in OWN_COLUMNS or name.endswith("_bar"):
            continue
        bar = row.get(name + "_bar")
        texts.append(f"{name} {short(value)}" + ("" if bar is None else f" (at most {short(bar)})"))
    return ", ".join(texts + ([row["note"]] if "note" in row else []))


def table(rows):
    lines = ["| case | scheme | numbers | error | bar | | order | more |", "|---|---|---|---|---|---|---|---|"]
    for row in rows:
        lines.append(
            f"| `{row['case']}` | {row['scheme']} | {row['precision']} | {short(row['error'])} | {short(row['bar'])} | "
            f"{'pass' if row['pass'] else '**fail**'} | {short(row['order']) if 'order' in row else ''} | {more(row)} |")
    return "\n".join(lines)


def main():
    data = sys.argv[1]
    tarn = sys.argv[2] if len(sys.argv) > 2 else ROOT / "build/release/apps/cli/tarn"
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "rows.json"
        done = subprocess.run([tarn, "validate", "--data", data, "--json", out, "--plots", FIGURES, "--backend", "cpu"],
                              check=False)
        rows = json.loads(out.read_text(encoding="utf-8"))["rows"]
    page = PAGE.read_text(encoding="utf-8")
    filled = re.sub(f"{BEGIN}.*{END}", lambda _: f"{BEGIN}\n{table(rows)}\n{END}", page, flags=re.DOTALL)
    PAGE.write_text(filled, encoding="utf-8")
    used = set(re.findall(r"img/validate/([\w.-]+\.svg)", filled))
    for figure in FIGURES.glob("*.svg"):
        if figure.name not in used:
            figure.unlink()
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
