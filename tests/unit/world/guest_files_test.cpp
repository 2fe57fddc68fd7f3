// Scenes may come from anyone: which files they can name, and how much they can make of them.
#include "support/grey_png.hpp"
#include "support/npy_file.hpp"
#include "support/world_for_test.hpp"
#include "world/inputs.hpp"

#include <filesystem>
#include <fstream>
#include <sys/stat.h>

namespace tarn {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSecret = "hunter2";

/// A scene's folder beside one that is none of its business.
class GuestFiles : public testing::Test {
protected:
    GuestFiles() {
        fs::create_directories(scenes_ / "beds");
        fs::create_directories(private_);
        const std::string bed = npy_file<double>({3, 4}, std::vector<double>(12, 0.1));
        for (const fs::path& file :
             {scenes_ / "bed.npy", scenes_ / "beds/bed.npy", private_ / "bed.npy"})
            std::ofstream(file, std::ios::binary) << bed;
        std::ofstream(private_ / "password") << kSecret;
    }

    Result<World> world_with_bed(const std::string& file, const char* kind = "npy",
                                 const WorldOptions& options = {}) const {
        const std::string more = std::string(kind) == "png" ? R"(, "range": [0, 1])" : "";
        return World::from_json(R"({"water": {"size": [2, 1.5], "cells": [4, 3], "level": 1,
            "bed": {")" + std::string(kind) +
                                    "\": \"" + file + "\"" + more + "}}}",
                                scenes_.string(), options);
    }
    void expect_refused(const std::string& file, const char* reason,
                        const char* kind = "npy") const {
        const auto world = world_with_bed(file, kind);
        ASSERT_FALSE(world) << file;
        const std::string& message = world.error().message;
        EXPECT_EQ(world.error().code, ErrorCode::InvalidScene);
        EXPECT_NE(message.find(reason), std::string::npos) << message;
        EXPECT_EQ(message.find(kSecret), std::string::npos) << message;
    }

    TempFolder folder_;
    const fs::path scenes_ = folder_.path() / "scenes",
                   private_ = folder_.path() / "scenes_private";
};

TEST_F(GuestFiles, BelowTheSceneAreReadByAnyName) {
    fs::create_symlink(scenes_ / "beds/bed.npy", scenes_ / "link.npy");
    for (const std::string& file :
         {std::string("bed.npy"), std::string("beds/bed.npy"), std::string("./beds/../bed.npy"),
          (scenes_ / "bed.npy").string(), std::string("link.npy")}) {
        const auto world = world_with_bed(file);
        EXPECT_TRUE(world) << file << ": " << (world ? "" : world.error().message);
    }
}

TEST_F(GuestFiles, OutsideOfTheSceneAreRefusedWhetherTheyAreThereOrNot) {
    fs::create_symlink(private_ / "bed.npy", scenes_ / "link.npy");
    fs::create_symlink(private_, scenes_ / "linked");
    for (const std::string& file :
         {std::string("../scenes_private/bed.npy"), std::string("../scenes_private/none.npy"),
          (private_ / "bed.npy").string(), std::string("link.npy"), std::string("linked/bed.npy"),
          std::string("linked/none.npy"), std::string("/dev/zero"),
          std::string("/proc/self/environ"), std::string("/no/such/file")})
        for (const char* kind : {"npy", "asc", "png"})
            expect_refused(file, "lies outside of the scene's folder", kind);
}

TEST_F(GuestFiles, EveryKeyThatNamesAFileObeys) {
    const std::string file = "\"../scenes_private/password\"";
    for (const std::string& water :
         {"\"level\": {\"asc\": " + file + "}", "\"velocity\": {\"npy\": " + file + "}",
          "\"solids\": [{\"npy\": " + file + "}]",
          "\"edges\": {\"west\": {\"inflow\": {\"csv\": " + file + "}}}"}) {
        const auto world = World::from_json("{\"water\": {" + water + "}}", scenes_.string());
        ASSERT_FALSE(world) << water;
        EXPECT_NE(world.error().message.find("lies outside of the scene's folder"),
                  std::string::npos)
            << world.error().message;
        EXPECT_EQ(world.error().message.find(kSecret), std::string::npos);
    }
}

TEST_F(GuestFiles, OfFoldersThatTheHostAllowsAreRead) {
    const std::string file = "../scenes_private/bed.npy";
    EXPECT_TRUE(world_with_bed(file, "npy", {.data_folders = {private_.string()}}));
    EXPECT_TRUE(world_with_bed(file, "npy", {.data_folders = {"/nowhere", "/"}}));
    EXPECT_FALSE(world_with_bed(file, "npy", {.data_folders = {(private_ / "bed").string()}}));
}

TEST_F(GuestFiles, ThatAreNoRegularFilesAreRefusedAndNotWaitedFor) {
    ASSERT_EQ(mkfifo((scenes_ / "pipe").c_str(), 0600), 0);
    for (const char* kind : {"npy", "asc", "png"})
        expect_refused("pipe", "name a regular file", kind);
    const auto device = world_with_bed("/dev/zero", "asc", {.data_folders = {"/"}});
    ASSERT_FALSE(device);
    EXPECT_NE(device.error().message.find("name a regular file"), std::string::npos);
}

TEST_F(GuestFiles, ASmallPictureThatSaysItIsHugeIsRefusedBeforeItIsUnpacked) {
    // By its header 32768 x 32767 pixels: a gigabyte unpacked, eight as numbers.
    GreyPng png = grey_png_8(2, {1, 2, 3, 4});
    png.columns = 32768;
    png.rows = 32767;
    std::ofstream(scenes_ / "bomb.png", std::ios::binary) << png.bytes();
    expect_refused("bomb.png", "32768 by 32767 pixels where at most 16777216 are of use", "png");
}

TEST_F(GuestFiles, AnArrayFarLargerThanTheCellsIsRefusedBeforeItIsRead) {
    std::ofstream(scenes_ / "mask.npy") << kSecret;
    // Sparse: 100 GB that take no room on the disk.
    fs::resize_file(scenes_ / "mask.npy", std::uintmax_t(100) << 30);
    const auto world = World::from_json(
        R"({"water": {"size": [2, 1.5], "cells": [4, 3], "solids": [{"npy": "mask.npy"}]}})",
        scenes_.string());
    ASSERT_FALSE(world);
    EXPECT_NE(world.error().message.find("is larger than"), std::string::npos)
        << world.error().message;
}

/// The most memory that this process has held so far.
long peak_kib() {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
        if (long kib = 0; word == "VmHWM:" && status >> kib) return kib;
    return 0;
}

TEST(GuestEvents, ShapesTakeMemoryWhileTheyArePressedInAndNotBefore) {
    // 400 shapes as large as the 300 x 300 cells would take 0.3 GB.
    std::string events;
    for (int k = 0; k < 400; ++k)
        events += (k ? "," : "") + std::string(R"({"time": )") + std::to_string(1000 + k) +
                  R"(, "press": {"at": [15, 15], "size": 60, "depth": 0.01, "shape": "box"}})";
    const long before_kib = peak_kib();
    World world = world_of(R"({"water": {"size": [30, 30], "cells": [300, 300], "level": 1},
        "events": [)" + events +
                           "]}");
    stepped(world, world.info().max_time_step_s);
    EXPECT_LT(peak_kib() - before_kib, 150'000);
}

TEST(GuestEvents, DropsAsLargeAsTheWaterFallFewAtATimeAndAllOfThem) {
    constexpr int kCount = 400;
    const exchange::PlanGrid grid = {300, 300, 0.1};
    scene::Scene scene;
    for (int k = 0; k < kCount; ++k)
        scene.events.push_back(scene::DropEvent{.at_m = {15.0, 15.0}, .radius_m = 100.0});
    world::Inputs inputs(scene, grid);
    int fallen = 0;
    for (int step = 0; step < 20; ++step) {
        exchange::Forcing forcing;
        inputs.collect(0.1 * step, 0, forcing);
        // 32 MiB and one more drop.
        EXPECT_LE(forcing.values().size(), (std::size_t{1} << 22) + grid.cell_count());
        fallen += int(forcing.forces().size());
        world::Account account;
        inputs.taken(1, forcing, account);
    }
    EXPECT_EQ(fallen, kCount);
}

}  // namespace
}  // namespace tarn
