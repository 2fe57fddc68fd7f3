// libFuzzer target: forged checkpoints. An input is a list of changes to a good one: where, how
// wide, and which bits. The hash is made right again, so that every change reaches what reads the
// file. The answer must be an error, or a world that steps on with numbers in its fields.
// Run: fuzz_checkpoint -max_total_time=60 tests/fuzz/corpus/checkpoint
#include "base/hash.hpp"
#include <tarn/world.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

using tarn::World;

/// One change: 16 bits say where, 8 how wide, and 64 which bits stand there.
struct Change {
    std::uint16_t at;
    std::uint8_t width;
    std::uint8_t unused;
    std::uint32_t low, high;
};
constexpr std::size_t kMostChanges = 8;

// Bits of nan, infinity, -1e300, 1e9, tiny and whole numbers, as doubles, floats and integers.
constexpr std::uint64_t kBits[] = {
    0x7ff8000000000000, 0x7ff0000000000000, 0xfe37e43c8800759c, 0x41cdcd6500000000,
    0x0000000000000001, 0xffffffffffffffff, 0x7fffffffffffffff, 0x8000000000000000,
    0x3fe0000000000000, 0x7fc000007fc00000, 0x7f8000007f800000, 0xffffffff00000000,
    0x0000000100000001, 0x0000000000000000, 0x7c007c007c007c00, 0x7fffffff7fffffff};

World made(const char* json) {
    auto world = World::from_json(json, ".", {.threads = 1});
    if (!world) std::abort();
    return std::move(world.value());
}

/// A small water with everything that a checkpoint can hold, in the middle of it.
struct Water {
    World world;
    std::string good;  ///< without its hash

    explicit Water(const char* json) : world(made(json)) {
        // No finger stirs water in space.
        const bool is_in_space = world.info().model != "shallow";
        const bool is_under_way = world.run_to({.end_s = 1.0, .stop_s = 0.07}) &&
                                  (is_in_space || world.press(3, {{0.5, 0.3}, 0.15, 0.02})) &&
                                  world.step(0.01);
        const auto saved = world.save_to_memory();
        if (!is_under_way || !saved) std::abort();
        good.assign(reinterpret_cast<const char*>(saved.value().data()), saved.value().size() - 8);
    }
};

std::vector<Water>& waters() {
    static std::vector<Water> all = [] {
        std::vector<Water> made;
        made.emplace_back(R"({"water": {"size": [0.8, 0.6], "cells": [8, 6], "level": 0.3},
            "rain": {"rate": 9000, "drop": 0.02}, "maps": {},
            "events": [{"time": 0.02, "stir": {"path": [[0.2, 0.2], [0.6, 0.4]], "radius": 0.15,
                                               "depth": 0.02}}]})");
        made.emplace_back(R"({"water": {"size": [0.8, 0.6], "cells": [8, 6], "level": 0.12,
            "scheme": "fv", "bed": {"expr": "0.3*x"}, "infiltration": 500,
            "edges": {"west": {"inflow": {"discharge": 0.01}}, "east": "outflow"}},
            "rain": {"rate": 9000, "drop": 0},
            "events": [{"time": 0.05, "dig": {"at": [0.4, 0.3], "over": 1}},
                       {"time": 0.5, "close": {"box": [0, 0, 0.2, 0.2]}}]})");
        made.emplace_back(R"({"water": {"model": "volume", "size": [0.8, 0.6, 0.5],
            "cells": [8, 6, 5], "fill": [{"box": [0, 0, 0, 0.35, 0.6, 0.33]}],
            "solids": [{"box": [0.5, 0.2, 0, 0.6, 0.4, 0.2]}],
            "faucets": [{"box": [0.6, 0.2, 0.3, 0.8, 0.4, 0.5], "velocity": [0, 0, -0.3]}],
            "drains": [{"box": [0.7, 0, 0, 0.8, 0.6, 0.1]}]}})");
        made.emplace_back(R"({"water": {"size": [0.8, 0.6], "cells": [8, 6], "level": 0.3,
            "scheme": "fv"}, "spray": {"max_drops": 12, "radius": 0.01}, "foam": {},
            "emitters": [{"at": [0.6, 0.5, 0.4], "velocity": [0, 0, 1], "rate": 0.0005}],
            "bodies": [{"shape": "box", "size": [0.3, 0.3, 0.2], "at": [0.4, 0.3, 0.3]},
                       {"radius": 0.05, "at": [0.2, 0.2, 0.35], "forces": "triangles"}]})");
        for (const char* model : {"volume", "stable"})
            made.emplace_back((R"({"water": {"model": ")" + std::string(model) +
                               R"(", "size": [0.8, 0.6, 0.5], "cells": [8, 6, 5],
                "fill": [{"box": [0, 0, 0, 0.8, 0.6, 0.3]}]}, "bodies": [
                {"radius": 0.12, "density": 400, "at": [0.3, 0.3, 0.3]},
                {"shape": "box", "size": [0.2, 0.2, 0.1], "at": [0.6, 0.3, 0.4]}]})")
                                  .c_str());
        return made;
    }();
    return all;
}

bool has_finite_fields(const World& world) {
    for (const char* name : {"depth", "level", "u", "v"}) {
        const auto field = world.field(name);
        if (!field) return false;
        for (int k = 0; k < field.value().nx * field.value().ny * field.value().nz; ++k)
            if (!std::isfinite(field.value().data[k])) return false;
    }
    return true;
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
    std::minstd_rand random(seed);
    if (random() % 4 == 0 || max_size < 1 + sizeof(Change))
        return LLVMFuzzerMutate(data, size, max_size);
    const std::uint64_t bits = kBits[random() % std::size(kBits)];
    const Change change = {std::uint16_t(random()), std::uint8_t(random()), 0, std::uint32_t(bits),
                           std::uint32_t(bits >> 32)};
    const std::size_t count = size == 0 ? 0 : (size - 1) / sizeof(Change);
    const bool is_more = count < kMostChanges && 1 + (count + 1) * sizeof(Change) <= max_size;
    const std::size_t to = is_more && random() % 2 == 0 ? count : random() % (count + is_more);
    if (size == 0) data[0] = std::uint8_t(random());
    std::memcpy(data + 1 + to * sizeof change, &change, sizeof change);
    return 1 + std::max(count, to + 1) * sizeof change;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    Water& water = waters()[data[0] % waters().size()];
    std::string forged = water.good;
    for (std::size_t k = 1; k + sizeof(Change) <= size; k += sizeof(Change)) {
        Change change;
        std::memcpy(&change, data + k, sizeof change);
        const std::size_t width = std::size_t{1} << change.width % 4;
        const std::size_t at = change.at % (forged.size() - width);
        std::memcpy(forged.data() + at, &change.low, std::min<std::size_t>(width, 4));
        if (width == 8) std::memcpy(forged.data() + at + 4, &change.high, 4);
    }
    const std::uint64_t hash = tarn::hash_bytes(forged);
    forged.append(reinterpret_cast<const char*>(&hash), sizeof hash);
    World& world = water.world;
    const auto* const bytes = reinterpret_cast<const std::byte*>(forged.data());
    const bool is_taken = data[0] & 0x80
                              ? bool(world.restore_water_from_memory({bytes, forged.size()}))
                              : bool(world.restore_from_memory({bytes, forged.size()}));
    if (!is_taken) return 0;
    if (!has_finite_fields(world)) std::abort();
    const double before_s = world.time_s();
    if (!world.step(0.003) || !world.run_to({.end_s = before_s + 1.0, .stop_s = before_s + 0.006}))
        return 0;
    if (!has_finite_fields(world) || !std::isfinite(world.time_s())) std::abort();
    return 0;
}
