#!/usr/bin/env python3
"""Kills runs of tarn at random moments and looks at what is left: every file that has its name is whole and of one
run, and the checkpoint leads to the same end as a run that nobody killed.
Usage: kill_runs.py TARN [COUNT] [SEED]"""
import json
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

SCENE = ["rain", "--cells", "60,60", "--time", "3", "--threads", "1", "--quiet"]
INTERVAL_S = 0.02
FIELDS = ["depth", "level", "u", "v", "bed"]


def command(tarn, folder, more=()):
    return [tarn, "run", *SCENE, "--csv", f"{folder}/rows.csv", "--npy", f"{folder}/npy", "--map", f"{folder}/maps",
            "--save", f"{folder}/state.tarn", "--record", f"{folder}/calls.txt", "--save-every", str(INTERVAL_S), *more]


def checksum(folder):
    return json.loads((folder / "report.json").read_text(encoding="utf-8"))["checksum"]


def check_table(path, trouble):
    text = path.read_text(encoding="utf-8")
    columns = {line.count(",") for line in text.splitlines()}
    if not text.startswith("t,") or not text.endswith("\n") or len(columns) != 1:
        trouble.append("rows.csv is not whole")


def check_fields(folder, expected, trouble):
    """`expected` is None where the run was asked to end early, and wrote what it owed then."""
    sizes = {(folder / f"{name}.npy").stat().st_size for name in FIELDS if (folder / f"{name}.npy").exists()}
    if len(sizes) > 1 or any(size < 60 * 60 * 4 for size in sizes):
        trouble.append(f"fields of sizes {sorted(sizes)}")
    if (folder / "report.json").exists():
        if expected and checksum(folder) != expected:
            trouble.append("report.json is not that of this run")
        if not all((folder / f"{name}.npy").exists() for name in FIELDS):
            trouble.append("report.json without its fields")


def check_resumed(tarn, folder, state, expected, trouble):
    again = folder / "again"
    done = subprocess.run([tarn, "run", *SCENE, "--resume", str(state), "--npy", str(again)], capture_output=True,
                          text=True, check=False)
    if done.returncode != 0:
        trouble.append(f"{state.name} cannot be resumed: {done.stderr.strip()}")
    elif checksum(again) != expected:
        trouble.append(f"{state.name} leads to another end")


def check(tarn, folder, expected, was_asked, trouble):
    if (folder / "rows.csv").exists():
        check_table(folder / "rows.csv", trouble)
    check_fields(folder / "npy", None if was_asked else expected, trouble)
    for picture in (folder / "maps").glob("*.png"):
        if not picture.name.startswith(".") and not picture.read_bytes().endswith(b"IEND\xaeB`\x82"):
            trouble.append(f"{picture.name} is not whole")
    if (folder / "calls.txt").exists() and not (folder / "calls.txt").read_text(encoding="utf-8").endswith("\n"):
        trouble.append("calls.txt is not whole")
    for state in (folder / "state.tarn", folder / "state.tarn.1"):
        if state.exists():
            check_resumed(tarn, folder, state, expected, trouble)


def kill_one(tarn, folder, longest_s, dice):
    """Starts a run and ends it somewhere: its exit code, how old its last checkpoint was (None: there is none), and
    whether it was asked to end before."""
    run = subprocess.Popen(command(tarn, folder), stderr=subprocess.DEVNULL)
    time.sleep(dice.uniform(0.0, longest_s))
    was_asked = dice.random() < 0.2
    if was_asked:  # a polite signal, and a second one while the run writes what it owes
        run.send_signal(signal.SIGTERM)
        time.sleep(dice.uniform(0.0, 0.05))
        run.send_signal(dice.choice([signal.SIGTERM, signal.SIGKILL]))
    else:
        run.kill()
    now = time.time()
    code = run.wait()
    state = folder / "state.tarn"
    age_s = now - state.stat().st_mtime if code == -signal.SIGKILL and state.exists() else None
    return code, age_s, was_asked


def main():
    tarn = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    dice, codes, oldest_s, failed = random.Random(seed), {}, 0.0, 0
    with tempfile.TemporaryDirectory() as name:
        whole = pathlib.Path(name) / "whole"
        begin = time.time()
        subprocess.run(command(tarn, whole), check=True)
        longest_s = time.time() - begin
        expected = checksum(whole / "npy")
        for k in range(count):
            with tempfile.TemporaryDirectory(dir=name) as one:
                folder, trouble = pathlib.Path(one), []
                code, age_s, was_asked = kill_one(tarn, folder, longest_s, dice)
                longest_s *= 0.9 if code == 0 else 1.02  # most kills are to meet a run
                codes[code] = codes.get(code, 0) + 1
                oldest_s = max(oldest_s, age_s or 0.0)
                check(tarn, folder, expected, was_asked, trouble)
                if trouble:
                    failed += 1
                    print(f"run {k}, exit {code}: {'; '.join(trouble)}")
            if (k + 1) % 100 == 0:
                print(f"{k + 1} runs, {failed} failed", flush=True)
    ends = ", ".join(f"{number} with {code}" for code, number in sorted(codes.items()))
    print(f"{count} runs ({ends}), {failed} failed; checkpoints every {INTERVAL_S} s, the oldest at a kill {oldest_s:.2f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
