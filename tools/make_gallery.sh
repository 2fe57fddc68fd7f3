#!/usr/bin/env bash
# Makes the pictures of docs/img again: tools/make_gallery.sh [TARN [DATA]]. Needs ffmpeg,
# and for the tank of Monai the folder of measured data.
# 256 colours keep the files small; the commands in the README give them in full colour.
set -eu
cd "$(dirname "$0")/.."
tarn=${1:-build/release/apps/cli/tarn}
out=docs/img

# still NAME SIZE ARGS: ARGS of `tarn run`, as they stand in the README and in docs/look.md.
still() {
    local name=$1 size=$2
    shift 2
    "$tarn" run "$@" --size "$size" --quality high --still "$out/$name.png" --quiet
    ffmpeg -v error -y -i "$out/$name.png" -pix_fmt pal8 -update 1 -frames:v 1 -filter_complex \
        "split[a][b];[a]palettegen=reserve_transparent=0[p];[b][p]paletteuse=dither=sierra2_4a" \
        "$out/$name.small.png"
    mv "$out/$name.small.png" "$out/$name.png"
}

large=960x540
small=480x270
still pool $large pool --time 1.6
still pond $large pond --time 0.9
still ball $large ball --time 0.85
still splash $large ball --time 0.5
still motorboat $large motorboat --time 5.5
still buoys $large buoys --time 4.2
still ducks $large ducks --time 0.8
still balls $large balls --time 0.8
still pins $large pins --time 1.2
still log_jam $large log_jam --time 19
still tide $large tide --time 14
still ebb $large tide --time 34
still sailboat $large sailboat --time 9
still buoy_current $large buoy_current --time 4
still fountain $large fountain --time 4
still surf $large surf --time 22
still waterfall $large waterfall --time 8
still dam_spray $large dam_spray --time 1.9
still barrel $large barrel --time 1.25
still storm $large storm --time 9
still drop3d $large drop3d --time 0.4
still dam_box $large dam_box --time 0.7
still adrift $large adrift --time 0.9
still paddle $large paddle --time 2
still sea $large sea --time 2
still sunset $large pond --time 0.9 --set light.height=5 --set light.azimuth=88
still under $large pool --time 1.6 --set 'camera.at=[0.6,0.6,0.35]' --set 'camera.look_at=[4,3,0.75]'
still tank $large pool --time 1.6 --set look.place=tank \
    --set 'camera.at=[-0.6,-3.9,2.5]' --set 'camera.look_at=[3,2,0.4]'
still rain $large rain --time 0.5
still stir $large stir --time 6 --set 'camera.at=[-0.6,-1.4,2.2]' --set 'camera.look_at=[3.6,2.6,0.2]'
still dam_shore $large dam_shore --time 1.5
still rough_ground $large rough_ground --time 3
still columns $large columns --time 1.1
still downpour $large downpour --time 2
still river $large river --time 30
still beach $large beach --time 25
[ -z "${2:-}" ] || still monai $large monai --data "$2" --time 16.5
still handprint $large handprint --time 1 --set 'camera.at=[1,-0.75,1.5]' --set 'camera.look_at=[1,0.95,0]'
still silt $small pond --time 0.9 --set look.liquid=river
still milk $small pool --time 1.6 --set look.liquid=milk --set look.exposure=0.7 --set light.height=20
still mercury $small pool --time 1.6 --set look.liquid=mercury
still glass $small pool --time 1.6 --set look.liquid=glass
"$tarn" run pool --time 3 --size 400x225 --fps 12 --quality high --video "$out/pool.gif" --quiet
