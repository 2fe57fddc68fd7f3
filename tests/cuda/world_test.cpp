// Worlds on a GPU: the built-in scenes give one checksum on every backend, readers see the same
// water, and what goes wrong is said.
#include "exec/cuda/devices.hpp"
#include "support/device_copy.hpp"
#include "support/small_scenes.hpp"
#include "support/world_for_test.hpp"
#include <tarn/world.hpp>

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <thread>

namespace tarn {
namespace {

class GpuWorld : public testing::Test {
    void SetUp() override {
        const exec::cuda::Survey found = exec::cuda::survey();
        if (found.devices.empty()) GTEST_SKIP() << found.why_none;
    }
};

World make(const std::string& scene, Backend backend, std::vector<std::string> set = {}) {
    auto made = World::from_scene(scene, {.backend = backend, .set = std::move(set)});
    if (!made) ADD_FAILURE() << made.error().message;
    return std::move(made.value());
}

const std::vector<Vec2> kProbes = {{0.31, 0.42}, {0.77, 0.13}, {0.5, 0.5}};

/// A thousand steps and more with rain, a finger and probes; everything a reader can see of it.
struct Outcome {
    std::uint64_t checksum = 0;
    MassReport mass;
    std::vector<Sample> samples;
};

Outcome run(World& world) {
    const WorldInfo info = world.info();
    Outcome outcome;
    std::vector<Vec2> points = kProbes;
    for (Vec2& p : points) p = {p.x * info.size_m.x, p.y * info.size_m.y};
    const Vec2 middle = {0.4 * info.size_m.x, 0.6 * info.size_m.y};
    const double radius = 0.05 * info.size_m.x, depth = 0.2 * info.reference_depth_m;
    const auto advance = [&](int count) {
        std::vector<Sample> some;
        const auto report = world.step_and_sample(10 * info.max_time_step_s, count, points, some);
        EXPECT_TRUE(report) << report.error().message;
        outcome.samples.insert(outcome.samples.end(), some.begin(), some.end());
    };
    advance(40);
    EXPECT_TRUE(world.press(1, {middle, radius, depth}));
    advance(10);
    EXPECT_TRUE(world.press(1, {{middle.x + radius, middle.y}, radius, depth}));
    advance(10);
    EXPECT_TRUE(world.release(1));
    EXPECT_TRUE(world.add_drop({middle, radius, depth}));
    advance(40);
    // fv steps as the flow allows.
    if (info.scheme == "fv") {
        EXPECT_GT(world.steps(), 500);
    } else {
        EXPECT_EQ(world.steps(), 1000);
    }
    outcome.checksum = world.checksum().value();
    outcome.mass = world.statistics().value().mass;
    return outcome;
}

TEST_F(GpuWorld, GroundThatChangesSheetsAndMapsAreTheSameOnBothBackends) {
    for (const char* precision : {"float", "double"}) {
        std::vector<std::uint64_t> sums;
        std::vector<double> removed_kg;
        std::vector<std::vector<float>> arrivals;
        for (const Backend backend : {Backend::Cpu, Backend::Cuda}) {
            World world = world_of(kLively, {.backend = backend,
                                             .set = {std::string("water.precision=") + precision}});
            stepped(world, 0.7);
            ASSERT_TRUE(world.dig({{0.5, 0.5}, 0.3, 0.1}));
            ASSERT_TRUE(world.set_solid({10, 30, 14, 34}, true));
            ASSERT_TRUE(world.set_solid({38, 0, 41, 5}, false));
            stepped(world, 1.3);
            sums.push_back(checksum_of(world));
            removed_kg.push_back(mass_of(world).removed_kg);
            const FieldView arrival = world.field("arrival").value();
            arrivals.emplace_back(arrival.data, arrival.data + arrival.nx * arrival.ny);
        }
        EXPECT_EQ(sums[0], sums[1]) << precision;
        EXPECT_EQ(removed_kg[0], removed_kg[1]) << precision;
        EXPECT_EQ(arrivals[0], arrivals[1]) << precision;
    }
}

TEST_F(GpuWorld, MapsOfALatticeAreTheSameOnBothBackends) {
    for (const char* how :
         {"water.precision=float", "water.precision=half", "water.streaming=in_place"}) {
        std::vector<std::uint64_t> sums;
        for (const Backend backend : {Backend::Cpu, Backend::Cuda}) {
            World world =
                world_of(kSmallPond, {.backend = backend, .set = {how, "maps.arrival_depth=0.01"}});
            stepped(world, 0.6);
            sums.push_back(checksum_of(world));
        }
        EXPECT_EQ(sums[0], sums[1]) << how;
    }
}

TEST_F(GpuWorld, TheWindowMovesOverTheSameWaterOnBothBackends) {
    for (const char* precision : {"float", "half", "double"})
        for (const char* streaming : {"two_copies", "in_place"}) {
            std::uint64_t sums[2] = {};
            for (const Backend backend : {Backend::Cpu, Backend::Cuda}) {
                World world =
                    make("sea", backend,
                         {"water.cells=[75,75]", std::string("water.precision=") + precision,
                          std::string("water.streaming=") + streaming});
                const double step_s = world.info().max_time_step_s;
                for (int k = 0; k < 9; ++k) {
                    ASSERT_TRUE(world.step((20 + k) * step_s));
                    ASSERT_TRUE(world.shift_window(3 - k, 2 * k - 7));
                }
                sums[backend == Backend::Cuda] = world.checksum().value();
                const MassReport m = world.statistics().value().mass;
                EXPECT_NEAR(m.now_kg, m.initial_kg + m.added_kg - m.removed_kg,
                            1e-7 * m.initial_kg);
            }
            EXPECT_EQ(sums[0], sums[1]) << precision << ", " << streaming;
        }
}

TEST_F(GpuWorld, EveryBuiltInSceneGivesOneChecksumOnBothBackends) {
    for (const SmallScene& small : kSmallScenes) {
        if (small.has_bodies) continue;  // they float on the CPU alone
        for (const char* precision : small.precisions()) {
            const char* const scene = small.name;
            std::vector<std::string> set = small.set(precision);
            set.push_back(R"(rain={"rate": 200, "drop": 0.02})");
            World cpu = make(scene, Backend::Cpu, set), gpu = make(scene, Backend::Cuda, set);
            ASSERT_EQ(gpu.info().backend, "cuda");
            const Outcome a = run(cpu), b = run(gpu);
            EXPECT_EQ(a.checksum, b.checksum) << scene << ", " << precision;
            EXPECT_EQ(a.mass.added_kg, b.mass.added_kg) << scene << ", " << precision;
            EXPECT_EQ(a.mass.now_kg, b.mass.now_kg) << scene << ", " << precision;
            ASSERT_EQ(a.samples.size(), b.samples.size());
            for (std::size_t k = 0; k < a.samples.size(); ++k) {
                ASSERT_EQ(a.samples[k].level_m, b.samples[k].level_m) << scene << ", row " << k;
                ASSERT_EQ(a.samples[k].normal[0], b.samples[k].normal[0]) << scene;
            }
        }
    }
}

TEST_F(GpuWorld, AutoTakesTheGpuAndSaysSo) {
    std::vector<std::string> messages;
    WorldOptions options;
    options.log = [&](LogLevel, const std::string& text) { messages.push_back(text); };
    const auto world = World::from_scene("pond", options);
    ASSERT_TRUE(world);
    EXPECT_EQ(world.value().info().backend, "cuda");
    ASSERT_FALSE(messages.empty());
    EXPECT_EQ(messages[0], "backend cuda: " + world.value().info().device);
}

TEST_F(GpuWorld, ADropAtTheStartIsThere) {
    World gpu = make("pond", Backend::Cuda), cpu = make("pond", Backend::Cpu);
    EXPECT_EQ(gpu.checksum().value(), cpu.checksum().value());
    EXPECT_GT(gpu.statistics().value().max_depth_m, gpu.info().reference_depth_m * 1.01);
}

TEST_F(GpuWorld, FieldsSnapshotsAndDeviceFieldsAreTheSameWater) {
    World gpu = make("pond", Backend::Cuda), cpu = make("pond", Backend::Cpu);
    const std::string_view names[] = {"level", "u"};
    ASSERT_TRUE(gpu.step(0.5));
    ASSERT_TRUE(gpu.begin_snapshot(names));
    ASSERT_TRUE(gpu.step(0.5));
    ASSERT_TRUE(cpu.step(0.5));
    const FieldView a = cpu.field("level").value(), b = gpu.snapshot("level").value();
    for (int k = 0; k < a.nx * a.ny; ++k) ASSERT_EQ(a.data[k], b.data[k]);
    EXPECT_FALSE(gpu.snapshot("v"));
    ASSERT_TRUE(cpu.step(0.5));
    const FieldView c = cpu.field("v").value(), d = gpu.field("v").value();
    for (int k = 0; k < c.nx * c.ny; ++k) ASSERT_EQ(c.data[k], d.data[k]);
    const auto device = gpu.device_field("level");
    ASSERT_TRUE(device);
    EXPECT_NE(device.value().data, nullptr);
    EXPECT_FALSE(cpu.device_field("level"));
}

std::vector<float> values_of(const Result<FieldView>& view) {
    if (!view) return {};
    const FieldView& f = view.value();
    return {f.data, f.data + std::ptrdiff_t(f.nx) * f.ny};
}

TEST_F(GpuWorld, ADeviceSnapshotStaysWhileTheWaterGoesOn) {
    for (const char* precision : {"float", "half", "double"}) {
        World world = make("pond", Backend::Cuda, {std::string("water.precision=") + precision});
        ASSERT_TRUE(world.step(0.5));
        const auto kept = world.device_snapshot("level", 0);
        ASSERT_TRUE(kept) << kept.error().message;
        const std::vector<float> then = values_of(world.field("level"));
        ASSERT_TRUE(world.step(0.5));
        ASSERT_TRUE(world.device_field("level"));
        ASSERT_NE(values_of(world.field("level")), then);
        ASSERT_TRUE(world.step(0.5));
        EXPECT_EQ(host_copy(kept.value()), then) << precision;
    }
}

TEST_F(GpuWorld, DeviceSnapshotsAreIndependentAndReadableFromAnyThread) {
    World world = make("pond", Backend::Cuda);
    constexpr const char* kNames[] = {"level", "depth", "u", "v", "level"};
    const std::size_t bytes = world.info().memory.fields_bytes;
    std::vector<DeviceFieldView> kept;
    std::vector<std::vector<float>> expected;
    for (int slot = 0; slot < World::kDeviceSnapshots; ++slot) {
        ASSERT_TRUE(world.step(0.2));
        const auto view = world.device_snapshot(kNames[slot], slot);
        ASSERT_TRUE(view) << view.error().message;
        kept.push_back(view.value());
    }
    EXPECT_GT(world.info().memory.fields_bytes, bytes);
    // The same moments once more, as fields.
    World again = make("pond", Backend::Cuda);
    for (const char* name : kNames) {
        ASSERT_TRUE(again.step(0.2));
        expected.push_back(values_of(again.field(name)));
    }
    std::thread([&] {
        for (std::size_t k = 0; k < kept.size(); ++k)
            EXPECT_EQ(host_copy(kept[k]), expected[k]) << "slot " << k;
    }).join();
    // One slot anew, with another field: the others stay.
    ASSERT_TRUE(world.step(0.2));
    ASSERT_TRUE(world.device_snapshot("u", 1));
    EXPECT_EQ(host_copy(kept[1]), values_of(world.field("u")));
    EXPECT_EQ(host_copy(kept[0]), expected[0]);
    EXPECT_EQ(host_copy(kept[2]), expected[2]);
}

TEST_F(GpuWorld, ADeviceSnapshotNamesASlotOrAFieldThatIsNone) {
    World world = make("pond", Backend::Cuda);
    for (const int slot : {-1, World::kDeviceSnapshots})
        EXPECT_EQ(world.device_snapshot("level", slot).error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(world.device_snapshot("foam", 0).error().code, ErrorCode::InvalidArgument);
    ASSERT_TRUE(world.step_async(0.5));
    EXPECT_EQ(world.device_snapshot("level", 0).error().code, ErrorCode::Busy);
    ASSERT_TRUE(world.wait());
}

TEST_F(GpuWorld, AFrameHasTheLevelOnTheGpuAlone) {
    World world = make("pond", Backend::Cuda, {});
    const auto frame = world.frame();
    ASSERT_TRUE(frame) << frame.error().message;
    EXPECT_EQ(frame.value().water.level.data, nullptr);
    EXPECT_EQ(frame.value().water.device_level.data, world.device_field("level").value().data);
    EXPECT_EQ(frame.value().water.device_level.nx, frame.value().water.nx);
}

TEST_F(GpuWorld, RaysAndPointsSeeTheSurface) {
    World gpu = make("pond", Backend::Cuda), cpu = make("pond", Backend::Cpu);
    for (World* world : {&gpu, &cpu}) ASSERT_TRUE(world->step(1.0));
    const RayHit a = cpu.ray_cast({1, 1, 5}, {0.5, 0.6, -1}, 100).value();
    const RayHit b = gpu.ray_cast({1, 1, 5}, {0.5, 0.6, -1}, 100).value();
    ASSERT_TRUE(a.is_hit && b.is_hit);
    // The GPU's surface is read as a field of floats.
    EXPECT_NEAR(a.distance_m, b.distance_m, 1e-5);
    EXPECT_TRUE(gpu.is_under_water({2, 2, 0.1}).value());
}

TEST_F(GpuWorld, ACheckpointMovesFromOneBackendToTheOther) {
    const std::string path =
        (std::filesystem::temp_directory_path() / "tarn_cuda_world_test.tarn").string();
    World gpu = make("rain", Backend::Cuda), cpu = make("rain", Backend::Cpu);
    ASSERT_TRUE(gpu.step(0.5));
    ASSERT_TRUE(gpu.save(path));
    ASSERT_TRUE(cpu.restore(path));
    for (World* world : {&gpu, &cpu}) ASSERT_TRUE(world->step(0.5));
    EXPECT_EQ(gpu.checksum().value(), cpu.checksum().value());
    std::filesystem::remove(path);
}

// Seed 50138 of tarn_soak: wind that began after the checkpoint had left its mark on the steps.
TEST_F(GpuWorld, AWorldThatGoesBackToACheckpointKeepsNothingOfWhatCameLater) {
    for (const char* scheme : {"d2q9", "fv"}) {
        const std::string json = R"({"water": {"scheme": ")" + std::string(scheme) +
                                 R"s(", "size": [4, 2], "cells": [40, 20],
                                 "bed": {"expr": "0.2 * x + 0.05 * sin(4 * y)"},
                                 "level": {"expr": "x < 1.5 ? 0.9 : 0.3"}}})s";
        World on_cpu = world_of(json, {.backend = Backend::Cpu});
        World world = world_of(json, {.backend = Backend::Cuda});
        stepped(on_cpu, 0.2);
        stepped(on_cpu, 0.8);
        stepped(world, 0.2);
        const auto middle = world.save_to_memory();
        ASSERT_TRUE(middle);
        stepped(world, 0.8);
        EXPECT_EQ(checksum_of(world), checksum_of(on_cpu)) << scheme;
        LiveSettings windy = world.settings().value();
        windy.wind_m_per_s = {8.0, 2.0};
        ASSERT_TRUE(world.set(windy));
        stepped(world, 0.2);
        ASSERT_TRUE(world.restore_from_memory(middle.value()));
        stepped(world, 0.8);
        EXPECT_EQ(checksum_of(world), checksum_of(on_cpu)) << scheme;
    }
}

TEST_F(GpuWorld, WorldsAreIndependent) {
    World one = make("pond", Backend::Cuda), two = make("rain", Backend::Cuda);
    World alone = make("pond", Backend::Cuda);
    ASSERT_TRUE(one.step_async(1.0));
    ASSERT_TRUE(two.step_async(1.0));
    ASSERT_TRUE(one.wait());
    ASSERT_TRUE(two.wait());
    ASSERT_TRUE(alone.step(1.0));
    EXPECT_EQ(one.checksum().value(), alone.checksum().value());
}

TEST_F(GpuWorld, WaterThatDoesNotFitIsRefusedWithTheNumbers) {
    const auto made =
        World::from_scene("pond", {.backend = Backend::Cuda, .set = {"water.cells=[65536,65536]"}});
    ASSERT_FALSE(made);
    EXPECT_NE(made.error().message.find("MiB are available on the GPU"), std::string::npos)
        << made.error().message;
}

TEST_F(GpuWorld, AnUnknownGpuIsNamedWithThoseThatAre) {
    const auto made = World::from_scene("pond", {.backend = Backend::Cuda, .device = 99});
    ASSERT_FALSE(made);
    EXPECT_NE(made.error().message.find("there is no GPU 99; use one of 0 ("), std::string::npos)
        << made.error().message;
}

TEST_F(GpuWorld, TroubleIsReportedAndTheLastGoodStateKept) {
    const std::vector<std::string> set = {
        "water.collision=bgk", "water.tau=0.505", "water.cells=[128,128]",
        "events=[{\"drop\": {\"at\": [5,5], \"radius\": 1, \"height\": 1.5, \"shape\": "
        "\"tophat\"}}]"};
    World gpu = make("pond", Backend::Cuda, set), cpu = make("pond", Backend::Cpu, set);
    const auto a = cpu.step(60.0), b = gpu.step(60.0);
    ASSERT_FALSE(a);
    ASSERT_FALSE(b);
    EXPECT_EQ(a.error().message, b.error().message);
    EXPECT_EQ(cpu.time_s(), gpu.time_s());
    EXPECT_EQ(cpu.checksum().value(), gpu.checksum().value());
}

}  // namespace
}  // namespace tarn
