// Record and replay: the same water to the bit, or a clear no.
#include "world/recording.hpp"

#include "base/file.hpp"
#include "support/world_for_test.hpp"

#include <fstream>

namespace tarn {
namespace {

void write_bytes(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

TEST(Recording, ReplayedOnAFreshWorldGivesTheSameWater) {
    const TempFolder folder;
    World world = world_of(kSmallPond);
    ASSERT_TRUE(world.start_recording());
    stepped(world, 0.1);
    ASSERT_TRUE(world.add_drop({{0.7, 0.3}, 0.21, 0.07}));
    ASSERT_TRUE(world.add_event({3, 3, 5, 9}, 0.013f));
    ASSERT_TRUE(world.press(2, {{1.1, 0.9}, 0.25, 0.04}));
    stepped(world, 1.0 / 30.0);
    ASSERT_TRUE(world.set_boundary(Edge::North, Boundary::Slip));
    ASSERT_TRUE(world.press(2, {{1.2, 0.95}, 0.25, 0.04}));
    stepped(world, 1.0 / 30.0);
    ASSERT_TRUE(world.release(2));
    stepped(world, 0.05);
    ASSERT_TRUE(world.save_recording(folder / "calls.txt"));
    World again = world_of(kSmallPond);
    const auto report = again.replay(folder / "calls.txt");
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report.value().time_s, world.time_s());
    EXPECT_EQ(checksum_of(again), checksum_of(world));
}

TEST(Recording, RefusesFilesThatAreNoRecordings) {
    const TempFolder folder;
    World world = world_of(kSmallPond);
    EXPECT_FALSE(world.save_recording(folder / "calls.txt"));  // none runs
    for (const char* text : {"", "hello\n", "tarn-recording 1\nstep\n", "tarn-recording 1\nfly 3\n",
                             "tarn-recording 1\nboundary 9 9\n"}) {
        write_bytes(folder / "bad.txt", text);
        const auto replayed = world.replay(folder / "bad.txt");
        ASSERT_FALSE(replayed) << text;
        EXPECT_EQ(replayed.error().code, ErrorCode::InvalidArgument);
    }
    EXPECT_EQ(world.steps(), 0);
}

/// Why a line is no recorded call; empty: it is one.
std::string refusal(const std::string& line) {
    const auto calls = world::parse_recording("tarn-recording 1\n" + line + "\n", "calls.txt");
    return calls ? "" : calls.error().message;
}

TEST(Recording, LinesWithMoreThanACallAreRefused) {
    for (const char* line :
         {"step 0.1", "event 3 3 5 9 0.013", "drop 0.7 0.3 0.2 0.07 1", "press 2 1 0.9 0.2 0.04",
          "release 2", "boundary 3 1", "shift 1 -2", "solid 1 2 3 4 1", "dig 1 1 0.5 0.1 0",
          "run 1 0.5 1", "bed 0 0 1 0 0.1 0.2", "set 1 2 1e-06 0 0 0 40 - 0.5 - -"}) {
        EXPECT_EQ(refusal(line), "") << line;
        EXPECT_NE(refusal(line + std::string(" x")), "") << line;
        EXPECT_NE(refusal(line + std::string(" ")), "") << line;
        EXPECT_NE(refusal(line + std::string("\0 7", 3)), "") << line;
        EXPECT_NE(refusal(std::string(" ") + line), "") << line;
    }
    EXPECT_NE(refusal("step 0.1 0.2"), "");
    EXPECT_NE(refusal("release 2 3"), "");
}

// 4294967301 is 5 where 32 bits are all that is looked at.
TEST(Recording, NumbersThatDoNotFitAreRefused) {
    for (const char* line :
         {"event 4294967301 0 5 5 0.1", "release 4294967301", "shift 0 -99999999999", "step nan",
          "step inf", "step 1e999", "event 0 0 1 1 1e39", "drop 1 1 0.1 0.1 2", "solid 0 0 1 1 7",
          "step 0x10", "step +1", "step 1,5", "press 1.5 1 1 1 1"})
        EXPECT_NE(refusal(line), "") << line;
}

TEST(Recording, AMessageShowsWhatIsWrongWithoutItsEscapes) {
    const std::string message = refusal("step \x1b[31m");
    EXPECT_NE(message.find("calls.txt: line 2"), std::string::npos) << message;
    EXPECT_EQ(message.find('\x1b'), std::string::npos);
    EXPECT_NE(message.find("\\x1b"), std::string::npos) << message;
}

TEST(Recording, EndsWhereTheWorldIsRestored) {
    const TempFolder folder;
    World world = world_of(kSmallPond);
    const auto start = world.save_to_memory();
    ASSERT_TRUE(start);
    ASSERT_TRUE(world.start_recording());
    stepped(world, 0.1);
    ASSERT_TRUE(world.restore_from_memory(start.value()));
    stepped(world, 0.2);
    EXPECT_FALSE(world.save_recording(folder / "calls.txt")) << "0.1 s of it led nowhere";
    ASSERT_TRUE(world.restore_from_memory(start.value()));
    ASSERT_TRUE(world.start_recording());
    stepped(world, 0.1);
    EXPECT_TRUE(world.save_recording(folder / "calls.txt"));
}

TEST(Recording, StepsThatWereRefusedAreNotNoted) {
    const TempFolder folder;
    World world = world_of(kSmallPond);
    ASSERT_TRUE(world.start_recording());
    EXPECT_FALSE(world.step(-1.0));
    EXPECT_FALSE(world.step(std::nan("")));
    stepped(world, 0.05);
    ASSERT_TRUE(world.save_recording(folder / "calls.txt"));
    World again = world_of(kSmallPond);
    ASSERT_TRUE(again.replay(folder / "calls.txt"));
    EXPECT_EQ(checksum_of(again), checksum_of(world));
}

}  // namespace
}  // namespace tarn
