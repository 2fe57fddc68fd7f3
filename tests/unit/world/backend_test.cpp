// Where the water lives: what was asked for, what it became, and what the log says about it.
#include "support/world_for_test.hpp"
#include <tarn/machine.hpp>

namespace tarn {
namespace {

bool holds(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

struct Logged {
    Result<World> world;
    std::vector<std::string> messages;
};
Logged make(WorldOptions options) {
    std::vector<std::string> messages;
    options.log = [&](LogLevel, const std::string& message) { messages.push_back(message); };
    auto world =
        World::from_json(R"({"water": {"cells": [20, 20], "viscosity": 0.05}})", ".", options);
    return {std::move(world), std::move(messages)};
}

bool has_gpu() {
    return !machine_info().gpus.empty();
}

TEST(Backend, CpuIsTheCpuAndNeedsNoWords) {
    const Logged made = make({.backend = Backend::Cpu});
    ASSERT_TRUE(made.world);
    EXPECT_EQ(made.world.value().info().backend, "cpu");
    EXPECT_FALSE(made.world.value().info().device.empty());
    EXPECT_TRUE(made.messages.empty());
}

TEST(Backend, WithoutAGpuAutoIsTheCpuAndTheLogSaysWhy) {
    if (has_gpu()) GTEST_SKIP() << "this machine has a GPU";
    const Logged made = make({.backend = Backend::Auto});
    ASSERT_TRUE(made.world);
    EXPECT_EQ(made.world.value().info().backend, "cpu");
    ASSERT_EQ(made.messages.size(), 1u);
    EXPECT_TRUE(holds(made.messages[0], "backend cpu: "));
    EXPECT_TRUE(holds(made.messages[0], machine_info().why_no_gpu));
}

TEST(Backend, WithoutAGpuCudaIsRefusedWithReasonAndRemedy) {
    if (has_gpu()) GTEST_SKIP() << "this machine has a GPU";
    const Logged made = make({.backend = Backend::Cuda});
    ASSERT_FALSE(made.world);
    EXPECT_EQ(made.world.error().code, ErrorCode::Unsupported);
    EXPECT_TRUE(holds(made.world.error().message, machine_info().why_no_gpu));
    EXPECT_TRUE(holds(made.world.error().message, "use backend cpu or auto"));
}

TEST(Backend, ADeviceNumberThatIsNoneIsRefused) {
    for (const int device : {-2, -1000}) {
        const Logged made = make({.device = device});
        ASSERT_FALSE(made.world) << device;
        EXPECT_EQ(made.world.error().code, ErrorCode::InvalidArgument);
        EXPECT_TRUE(holds(made.world.error().message, "device is " + std::to_string(device)));
    }
    const Logged missing = make({.backend = Backend::Cuda, .device = 999});
    ASSERT_FALSE(missing.world);
    EXPECT_TRUE(holds(missing.world.error().message, "backend cuda: "));
}

TEST(Backend, TheWorldSaysWhetherItIsSteppedInPlace) {
    const auto streaming = [](const char* how) {
        return world_of(kSmallPond, {.set = {how}}).info().scheme_fact("streaming")->text;
    };
    EXPECT_EQ(streaming("water.streaming=auto"), "two_copies");
    EXPECT_EQ(streaming("water.streaming=two_copies"), "two_copies");
    EXPECT_EQ(streaming("water.streaming=in_place"), "in_place");
}

// Above what memory holds two copies of; the check comes before anything is allocated.
TEST(Backend, WaterThatDoesNotFitIsRefusedWithWhatItNeedsAndWhatThereIs) {
    const auto made =
        World::from_json(R"({"water": {"cells": [65536, 65536]}})", ".", {.backend = Backend::Cpu});
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, ErrorCode::InvalidScene);
    EXPECT_TRUE(holds(made.error().message, "/water/cells"));
    EXPECT_TRUE(holds(made.error().message, "on this machine: use fewer cells"));
    // Nine floats per cell in place, and four for readers and pictures: 4096 MiB for each byte.
    const std::size_t at = made.error().message.find("which needs ");
    ASSERT_NE(at, std::string::npos);
    EXPECT_GE(std::stod(made.error().message.substr(at + 12)), (9 + 4) * 4 * 4096.0);
}

TEST(Backend, InPlaceTroubleIsReportedAsLostAndARestoreBringsTheWaterBack) {
    const TempFolder folder;
    World world = world_of(R"({"water": {"size": [4, 4], "cells": [40, 40], "level": 0.5,
        "tau": 0.505, "collision": "bgk", "streaming": "in_place"}, "events": [{"drop":
        {"at": [2, 2], "radius": 0.4, "height": 1, "shape": "tophat"}}]})");
    ASSERT_TRUE(world.save(folder / "start.tarn"));
    const std::uint64_t start = checksum_of(world);
    const auto report = world.step(60.0);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::Diverged);
    EXPECT_TRUE(holds(report.error().message, "restore a checkpoint"));
    EXPECT_FALSE(holds(report.error().message, "is kept"));
    ASSERT_TRUE(world.restore(folder / "start.tarn"));
    EXPECT_EQ(checksum_of(world), start);
    EXPECT_TRUE(world.step(0.01));
}

}  // namespace
}  // namespace tarn
