#!/usr/bin/env bash
# The window itself, on a display in memory: opens, obeys keys and the mouse, closes with code 0.
#   window_test.sh TARN
set -eu
for tool in xvfb-run xdotool; do
    command -v "$tool" >/dev/null || { echo "skipped: no $tool"; exit 77; }
done
if [ "${2:-}" != inside ]; then
    exec xvfb-run -a -s "-screen 0 1280x800x24" "$0" "$1" inside
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
# A second does for a machine that has nothing else to do; others get more.
wait_for() { for _ in $(seq 300); do "$@" && return 0; sleep 0.1; done; echo "waited for: $*" >&2; return 1; }

# xvfb-run waits three seconds for its server, which is too short on a busy machine.
display() { xdotool getmouselocation >/dev/null 2>&1; }
wait_for display
"$1" view pond --threads 1 --cells 50,50 &
viewer=$!
wait_for xdotool search --name '^Tarn$' >/dev/null
xdotool mousemove 800 400
picture() { xdotool key F12; sleep 0.5; [ -s tarn_00000.png ]; }
wait_for picture
xdotool click 1 key space key n key v key c key p key l key g key plus key Tab
xdotool mousedown 1 mousemove 850 420 mousemove 900 440 mouseup 1
xdotool mousedown 3 mousemove 800 400 mouseup 3 click 4 click 5
xdotool key 2 key r key F11 key F11 key h
sleep 1
kill -0 $viewer
close() { xdotool key Escape; sleep 0.3; ! kill -0 $viewer 2>/dev/null; }
wait_for close
wait $viewer
