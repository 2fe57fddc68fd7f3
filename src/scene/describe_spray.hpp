// Every key of a scene about emitters, spray and foam, once [describe.hpp].
#pragma once

#include "scene/describe_words.hpp"
#include "scene/field.hpp"
#include "scene/spray.hpp"

namespace tarn::scene {

/// Drops that are drawn and counted one by one.
inline constexpr double kMostDrops = 1 << 24;

template <class Visitor>
void describe(Visitor& v, Emitter& emitter) {
    v.numbers({"at", "m", "Middle of the opening: x, y, z.", Need::Required}, emitter.at_m,
              kAnyLength);
    v.numbers({"velocity", "m/s", "Of the water as it leaves, along x, y and z.", Need::Required},
              emitter.velocity_m_per_s, from(-1e3, 1e3));
    v.number({"rate", "m3/s", "How much water comes out.", Need::Required}, emitter.rate_m3_per_s,
             from(0.0, 1e6));
    v.number({"radius", "m", "Of the opening, a disc across the velocity."}, emitter.radius_m,
             from(0.0, 1e4));
    v.numbers({"area", "m", "A level opening from x0, y0 to x1, y1 at the height of `at`: rain."},
              emitter.area_m, kAnyLength);
    v.number({"spread", "degrees", "Half angle of the cone in which drops leave."},
             emitter.spread_deg, from(0.0, 90.0));
    v.number({"drop", "m", "Radius of its drops; without it that of the spray."}, emitter.drop_m,
             from(1e-4, 1.0));
    v.number({"from", "s", "When it begins."}, emitter.from_s, from(0.0, kMaxTime_s));
    v.number({"until", "s", "When it ends; without it never."}, emitter.until_s,
             from(0.0, kMaxTime_s));
    v.number({"every", "s", "From one burst to the next; without it there are no pauses."},
             emitter.every_s, from(1e-3, kMaxTime_s));
    v.number({"lasts", "s", "How long a burst lasts, with `every`."}, emitter.lasts_s,
             from(1e-3, kMaxTime_s));
}

template <class Visitor>
void describe(Visitor& v, Spray& spray) {
    v.number({"radius", "m",
              "Of drops that the surface throws; without it a hundredth of the depth, at least 3 "
              "and at most 30 mm."},
             spray.radius_m, from(1e-4, 1.0));
    v.whole({"max_drops", "", "As many drops fly at once, at most; beyond that no water is taken."},
            spray.max_drops, from(1.0, kMostDrops));
    v.number({"share", "", "Of the water that a breaking front lifts, what it throws."},
             spray.share, from(0.0, 1.0));
    v.number({"ledge_share", "", "Of the water that falls over a ledge, what flies as drops."},
             spray.ledge_share, from(0.0, 1.0));
    v.number(
        {"jump", "", "Difference of level between two cells, in depths, beyond which it breaks."},
        spray.jump, from(0.01, 10.0));
    v.number({"rise", "",
              "Speed of the surface upwards, in speeds of long waves, beyond which it breaks."},
             spray.rise, from(0.0, 10.0));
    v.number({"drag", "", "C of the drag of the air on a drop; 0 is none."}, spray.drag,
             from(0.0, 10.0));
    v.number({"lifetime", "s", "A drop that flies longer comes down where it is, as mist."},
             spray.lifetime_s, from(0.1, 1e4));
    v.whole({"seed", "", "Equal seeds, equal drops."}, spray.seed, kSeeds);
}

template <class Visitor>
void describe(Visitor& v, Foam& foam) {
    v.number({"half_life", "s", "In which half of the foam fades."}, foam.half_life_s,
             from(0.01, 1e5));
    v.number({"bubbles_half_life", "s", "The same of bubbles below the surface."},
             foam.bubbles_half_life_s, from(0.01, 1e5));
}

}  // namespace tarn::scene
