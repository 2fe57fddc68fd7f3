#!/usr/bin/env bash
# The window itself, on a display in memory: opens, obeys keys and the mouse, closes with code 0.
#   window_test.sh TARN
set -eu
for tool in Xvfb xdotool; do
    command -v "$tool" >/dev/null || { echo "skipped: no $tool"; exit 77; }
done
tarn=$1
folder=$(mktemp -d)
cd "$folder"
server=
viewer=
finish() {
    local code=$?
    if [ $code -ne 0 ]; then
        echo "window test: failed while: ${stage:-starting}"
        for log in viewer.log server.log; do
            if [ -s $log ]; then echo "--- the end of $log:"; tail -n 30 $log; fi
        done
    fi
    if [ -n "$viewer" ]; then kill -KILL "$viewer" 2>/dev/null || true; fi
    if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; fi
    rm -rf "$folder"
    exit $code
}
trap finish EXIT

# A second does for a machine that has nothing else to do; others get up to a minute and a half in all.
deadline=$((SECONDS + 90))
wait_for() {
    until "$@"; do
        [ $SECONDS -lt $deadline ] || return 1
        sleep 0.2
    done
}
viewer_runs() { kill -0 "$viewer" 2>/dev/null; }

stage="the server of the display starts"
# The server chooses a free number of display and writes it when it is ready for clients.
mkfifo number
Xvfb -displayfd 3 -screen 0 1280x800x24 -nolisten tcp 3>number 2>server.log &
server=$!
read -r -t 60 display <number
export DISPLAY=:$display
unset XAUTHORITY WAYLAND_DISPLAY
export XDG_SESSION_TYPE=x11

window_shown() { viewer_runs || { echo "the viewer has ended"; exit 1; }; xdotool search --name '^Tarn$' >/dev/null 2>&1; }
picture() { viewer_runs || { echo "the viewer has ended"; exit 1; }; xdotool key F12; sleep 0.5; [ -s "$1" ]; }

stage="the window opens"
"$tarn" view pond --threads 1 --cells 50,50 >viewer.log 2>&1 &
viewer=$!
wait_for window_shown

stage="a screenshot is taken by F12"
xdotool mousemove 800 400
wait_for picture tarn_00000.png

stage="keys, clicks and drags"
xdotool click 1 key space key n key v key c key p key l key g key plus key Tab
xdotool mousedown 1 mousemove 850 420 mousemove 900 440 mouseup 1
xdotool mousedown 3 mousemove 800 400 mouseup 3 click 4 click 5
xdotool key 2 key r key F11 key F11 key h
sleep 1
viewer_runs

stage="Escape closes the window"
# The viewer may close between the look and the key, and the display with it: the key may fail.
closed() { viewer_runs || return 0; xdotool key Escape || true; sleep 0.5; ! viewer_runs; }
wait_for closed

stage="the viewer answers code 0"
code=0
wait "$viewer" || code=$?
viewer=
[ $code -eq 0 ] || { echo "its code was $code"; exit 1; }

stage="water in space is shown"
rm -f tarn_*.png
"$tarn" view dam --threads 1 --cells 16,8,12 >viewer.log 2>&1 &
viewer=$!
wait_for window_shown
xdotool mousemove 800 400 key v key v
wait_for picture tarn_00000.png
xdotool mousedown 1 mousemove 850 420 mouseup 1
wait_for closed
code=0
wait "$viewer" || code=$?
viewer=
[ $code -eq 0 ] || { echo "its code was $code"; exit 1; }
