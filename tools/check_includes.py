#!/usr/bin/env python3
"""Every file includes what it uses of the standard library, itself or through headers of ours: files are compiled
together and with precompiled headers, so the compiler does not notice."""
import functools
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROOMS = ("src", "apps", "bindings", "include")
FOLDERS = ("src", "include", "apps", "apps/cli")

# Header -> names of std:: that need it. Where several headers give a name, none of them is asked for.
STANDARD = {
    "algorithm": "sort stable_sort fill fill_n copy_n find_if any_of all_of none_of clamp min_element max_element "
                 "transform lower_bound upper_bound count_if nth_element reverse rotate",
    "array": "array", "atomic": "atomic", "charconv": "from_chars to_chars", "chrono": "chrono",
    "cmath": "sqrt abs floor ceil round lround llround pow exp log log2 log10 sin cos tan atan2 hypot isfinite isnan "
             "fmod lerp",
    "cstdio": "printf fprintf snprintf fputs fopen fclose fwrite fread", "cstring": "memcpy memset memcmp strlen",
    "deque": "deque", "filesystem": "filesystem", "fstream": "ifstream ofstream", "functional": "function",
    "future": "future async promise", "limits": "numeric_limits", "map": "map",
    "memory": "unique_ptr shared_ptr make_unique make_shared", "mutex": "mutex lock_guard unique_lock scoped_lock",
    "numbers": "numbers", "numeric": "accumulate iota",
    "optional": "optional nullopt", "set": "set", "span": "span", "sstream": "ostringstream istringstream",
    "string": "string to_string", "string_view": "string_view", "thread": "thread", "tuple": "tuple",
    "unordered_map": "unordered_map", "variant": "variant visit get_if monostate", "vector": "vector",
}
HEADER_OF = {name: header for header, names in STANDARD.items() for name in names.split()}
# What a header is sure to bring along, and so stands in for.
BRINGS = {"string": {"string_view"}, "cmath": {"cstdlib"}, "filesystem": {"chrono"},
          "condition_variable": {"mutex", "chrono"}, "thread": {"chrono"}, "cstdlib": {"cmath"},
          "future": {"chrono", "thread", "mutex", "memory"}}
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]', re.M)
NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|R"tarn\(.*?\)tarn"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)


@functools.lru_cache(None)
def text_of(path):
    return path.read_text(encoding="utf-8")


def code_of(path):
    return NOT_CODE.sub(" ", re.sub(r"^\s*#.*", "", text_of(path), flags=re.M))


def found(name, path):
    for folder in (path.parent, *(ROOT / f for f in FOLDERS)):
        if (folder / name).is_file():
            return (folder / name).resolve()
    return None


def included(path):
    """All headers that `path` brings, ours as paths and others by name."""
    todo, seen = [path], set()
    while todo:
        one = todo.pop()
        for name in INCLUDE.findall(text_of(one)):
            header = found(name, one) or name
            if header in seen:
                continue
            seen.add(header)
            if isinstance(header, pathlib.Path):
                todo.append(header)
            else:
                seen |= BRINGS.get(name, set())
    return seen


def missing(path):
    used = {HEADER_OF[name] for name in re.findall(r"\bstd::(\w+)", code_of(path)) if name in HEADER_OF}
    return sorted(used - included(path))


def main():
    files = sorted(p.resolve() for room in ROOMS for p in (ROOT / room).glob("**/*") if p.suffix in {".hpp", ".cpp"})
    trouble = 0
    for path in files:
        for header in missing(path):
            print(f"{path.relative_to(ROOT)}: uses what <{header}> declares and does not include it", file=sys.stderr)
            trouble += 1
    if trouble:
        return 1
    print(f"includes: {len(files)} files include what they use")
    return 0


if __name__ == "__main__":
    sys.exit(main())
