#!/usr/bin/env python3
"""Writes the man page tarn.1 and the completion for bash, both from what `tarn --help` says.
Usage: make_manual.py TARN VERSION FOLDER"""
import pathlib
import re
import shlex
import subprocess
import sys

SECTION = re.compile(r"^(Positionals|Options|Subcommands):$")
ENTRY = re.compile(r"^  (\S.*?)(?:\s{2,}(.*))?$")
CHOICES = re.compile(r":\{(.*?)\}")


class Help:
    """The help of the program or of one subcommand: what it is for, how it is called, lists, closing words."""

    def __init__(self, text):
        self.about, self.usage, self.lists, self.closing = [], "", {}, []
        entries = None
        for line in text.splitlines():
            if match := SECTION.match(line):
                entries = self.lists.setdefault(match.group(1), [])
            elif line.startswith("Usage: "):
                self.usage = line.removeprefix("Usage: ")
            elif not self.usage:
                self.about.append(line)
            elif entries is None or self.closing or (line and not line.startswith("  ")):
                self.closing += [line] if line or self.closing else []
            elif line.startswith("   "):  # goes on from the line before
                entries[-1][1] = f"{entries[-1][1]} {line.strip()}".strip()
            elif match := ENTRY.match(line):
                entries.append([match.group(1), match.group(2) or ""])

    def entries(self, name):
        return self.lists.get(name, [])


def help_of(program, *arguments):
    return Help(subprocess.run([program, *arguments, "--help"], capture_output=True, text=True, check=True).stdout)


def escaped(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def man_lines(text):
    return [escaped(line) if line else ".PP" for line in text]


def man_entries(entries):
    return [line for name, about in entries for line in (".TP", f"\\fB{escaped(name)}\\fR", escaped(about) or "\\&")]


def man_page(whole, parts, version):
    lines = [f'.TH TARN 1 "" "tarn {version}"', ".SH NAME", "tarn \\- a real\\-time water engine", ".SH SYNOPSIS"]
    lines += [escaped(whole.usage), ".SH DESCRIPTION", *man_lines(whole.about), ".SH OPTIONS"]
    lines += [*man_entries(whole.entries("Options")), ".SH SUBCOMMANDS"]
    for name, part in parts.items():
        lines += [f".SS {name}", *man_lines(part.about), ".PP", escaped(part.usage)]
        lines += man_entries(part.entries("Positionals") + part.entries("Options"))
        own = part.closing if part.closing != whole.closing else []
        lines += [".PP", ".nf", *man_lines(own), ".fi"] if own else []
    lines += [".SH EXIT STATUS AND DOCUMENTS", *man_lines(whole.closing)]
    return "\n".join(lines) + "\n"


def option_words(part):
    """The spellings of every option, such as -h and --help."""
    return [word for name, _ in part.entries("Options") for word in name.split(" ")[0].split(",")]


def value_rules(parts):
    """Cases of the shell for options with a value: what the help lists, else nothing, which means files."""
    options = {name.split(" ")[0].split(",")[-1]: CHOICES.search(name)
               for part in parts.values() for name, _ in part.entries("Options") if " " in name}
    rules = [f"        {name}) COMPREPLY=($(compgen -W {shlex.quote(match.group(1).replace(',', ' '))} -- \"$word\")); return ;;"
             for name, match in sorted(options.items()) if match]
    free = "|".join(sorted(name for name, match in options.items() if not match))
    return rules + ([f"        {free}) return ;;"] if free else [])


def completion(whole, parts):
    lines = ["# Completion of tarn for bash, made from tarn --help.", "_tarn() {"]
    lines += ["    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words=", "    case $before in"]
    lines += [*value_rules(parts), "    esac", "    if [ \"$COMP_CWORD\" -eq 1 ]; then"]
    lines += [f"        words={shlex.quote(' '.join([*parts, *option_words(whole)]))}", "    else", "        case ${COMP_WORDS[1]} in"]
    for name, part in parts.items():
        takes_scene = any(entry[0].startswith("scene") for entry in part.entries("Positionals"))
        scenes = " $(\"$1\" list 2>/dev/null | awk '{ print $1 }')" if takes_scene else ""
        lines.append(f"            {name}) words=\"{' '.join(option_words(part))}{scenes}\" ;;")
    lines += ["        esac", "    fi", "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))", "}"]
    return "\n".join([*lines, "complete -o default -F _tarn tarn"]) + "\n"


def main():
    program, version, folder = sys.argv[1:]
    whole = help_of(program)
    parts = {name: help_of(program, name) for name, _ in whole.entries("Subcommands")}
    if not parts:
        sys.exit(f"make_manual: {program} --help lists no subcommands")
    target = pathlib.Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    (target / "tarn.1").write_text(man_page(whole, parts, version), encoding="utf-8")
    (target / "tarn.bash").write_text(completion(whole, parts), encoding="utf-8")


main()
