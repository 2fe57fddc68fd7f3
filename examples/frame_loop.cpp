// A frame loop: the water steps on another thread while the host works; input and reading between.
// Run: build/release/examples/frame_loop
// You should see: a buoy that rises and falls as a finger is drawn past it, and mass that balances.
#include <tarn/world.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace {

constexpr double kFrame_s = 1.0 / 60.0;
constexpr int kFrames = 150;
constexpr int kFinger = 1;

constexpr const char* kScene = R"({
  "water": {"size": [6, 4], "cells": [240, 160], "level": 0.4,
            "edges": {"west": "open", "east": "open"}}
})";

/// The value, or the end of the program with a message.
template <class T>
T must(tarn::Result<T> result) {
    if (result) return std::move(result.value());
    std::fprintf(stderr, "frame_loop: %s\n", result.error().message.c_str());
    std::exit(1);
}
void must(const tarn::Result<void>& result) {
    if (result) return;
    std::fprintf(stderr, "frame_loop: %s\n", result.error().message.c_str());
    std::exit(1);
}

/// What the host knows of the water while the next step runs: copies, never views.
struct Frame {
    tarn::Sample buoy;
    float highest_m = 0.0f;
};

Frame read_frame(const tarn::World& world) {
    Frame frame;
    const std::array<tarn::Vec2, 1> points = {{{3.0, 2.0}}};
    must(world.sample(points, {&frame.buoy, 1}));
    // The world's own memory: no copy, valid until the next call that changes the world.
    const tarn::FieldView level = must(world.field("level"));
    for (int j = 0; j < level.ny; ++j)
        for (int i = 0; i < level.nx; ++i)
            frame.highest_m = std::fmax(frame.highest_m, level.data[j * level.row_stride + i]);
    return frame;
}

void move_finger(tarn::World& world, int frame) {
    const tarn::Vec2 at_m = {1.0 + frame / 40.0, 1.2};  // 1.5 m/s, below the wave speed of 2 m/s
    if (frame < 80) must(world.press(kFinger, {.at_m = at_m, .radius_m = 0.25, .depth_m = 0.1}));
    if (frame == 80) must(world.release(kFinger));
}

void draw(int number, const Frame& frame) {
    if (number % 15 != 0) return;
    std::printf("frame %3d  buoy %+6.1f mm, %+.3f m/s along x; highest %+6.1f mm\n", number,
                1e3 * (double(frame.buoy.level_m) - 0.4), double(frame.buoy.velocity_m_per_s[0]),
                1e3 * (double(frame.highest_m) - 0.4));
}

}  // namespace

int main() {
    tarn::World world = must(tarn::World::from_json(kScene, "."));
    Frame frame = read_frame(world);
    double water_s = 0.0;
    for (int number = 0; number < kFrames; ++number) {
        move_finger(world, number);
        must(world.step_async(kFrame_s));
        draw(number, frame);  // the frame before, while the water moves on
        water_s += must(world.wait()).wall.total_s;
        frame = read_frame(world);
    }
    const tarn::MassReport mass = must(world.statistics()).mass;
    const double off_kg = mass.now_kg - mass.initial_kg - mass.added_kg + mass.removed_kg;
    std::printf("%.2f s of water in %.3f s; mass off by %.1e of the whole\n", world.time_s(),
                water_s, off_kg / mass.initial_kg);
    return 0;
}
