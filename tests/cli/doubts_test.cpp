// What a scene or an option says that cannot be meant is told: a warning where the run still does
// something, a refusal where it would do nothing.
#include "command.hpp"

namespace tarn::cli {
namespace {

/// The warnings of run and check must hold each of `parts`.
void expect_warned(const std::string& scene, const std::vector<std::string>& parts) {
    for (const std::vector<std::string>& args :
         {std::vector<std::string>{"run", scene, "--time", "0.05", "--quiet"},
          std::vector<std::string>{"check", scene}}) {
        const Outcome got = tarn_command(args);
        EXPECT_EQ(got.code, 0) << got.err;
        for (const std::string& part : parts)
            EXPECT_NE(got.err.find(part), std::string::npos)
                << args[0] << " says: " << got.err << "and lacks: " << part;
    }
}

TEST(CliDoubts, SolidsOutsideAndDropsOnSolidsAreTold) {
    const TempFolder folder;
    expect_warned(write_text(folder, "a.json", R"({"water": {"size": [4, 4], "cells": [20, 20],
                      "solids": [{"box": [1, 1, 2, 2]}, {"disc": [9, 9, 1]}]},
                      "events": [{"drop": {"at": [1.5, 1.5]}}]})"),
                  {"/water/solids/1", "outside", "/events/0/drop/at", "in a solid"});
}

TEST(CliDoubts, WavesThatMustBreakAreTold) {
    const TempFolder folder;
    expect_warned(write_text(folder, "a.json", R"({"water": {"size": [20, 4], "cells": [100, 20],
                      "level": 0.5, "edges": {"west": {"waves": {"height": 5, "period": 4}}}}})"),
                  {"/water/edges/west/waves/height", "0.5 m", "break"});
}

TEST(CliDoubts, DropsTooHighForTheStepOfD2q9AreTold) {
    const TempFolder folder;
    const std::string water = R"("water": {"scheme": "d2q9", "size": [4, 4], "cells": [40, 40],
        "level": 0.1, "bed": {"expr": "0.02 * x"}})";
    expect_warned(write_text(folder, "drop.json",
                             "{" + water + R"(, "events": [{"time": 9, "drop": {"at": [2, 2]}},
                             {"time": 9, "drop": {"at": [2, 2], "height": 0.7}}]})"),
                  {"/events/1/drop/height is 0.7", "0.099 m", "scheme fv"});
    expect_warned(
        write_text(folder, "rain.json", "{" + water + R"(, "rain": {"rate": 10, "drop": 0.2}})"),
        {"/rain/drop is 0.2", "0.099 m", "scheme fv"});
    const std::string plain = write_text(
        folder, "auto.json", R"({"water": {"level": 0.1}, "rain": {"rate": 10, "drop": 0.2}})");
    const Outcome left_to_auto = tarn_command({"check", plain});
    EXPECT_NE(left_to_auto.out.find("fv"), std::string::npos) << left_to_auto.out;
}

TEST(CliDoubts, EventsAfterTheEndAreTold) {
    const TempFolder folder;
    const std::string scene = write_text(folder, "a.json", R"({"duration": 1,
        "water": {"size": [4, 4], "cells": [20, 20]}, "events": [{"drop": {"at": [1, 1]}},
        {"time": 2, "drop": {"at": [1, 1]}}, {"time": 3, "drop": {"at": [1, 1]}}]})");
    const Outcome checked = tarn_command({"check", scene});
    EXPECT_NE(checked.err.find("2 of 3 events begin after the end at t = 1 s"), std::string::npos)
        << checked.err;
    const Outcome ran = tarn_command({"run", scene, "--time", "2.5", "--quiet"});
    EXPECT_EQ(ran.code, 0);
    EXPECT_NE(ran.err.find("1 of 3 events begin after the end at t = 2.5 s"), std::string::npos)
        << ran.err;
    EXPECT_EQ(tarn_command({"run", scene, "--time", "3.5", "--quiet"}).err, "");
}

// Each is tried for half a second.
TEST(CliDoubtsSlow, BuiltInScenesRaiseNone) {
    for (const char* name : {"pond", "rain", "stir", "handprint", "pool", "sea", "downpour",
                             "columns", "dam_shore", "rough_ground", "river", "beach"}) {
        const Outcome got = tarn_command({"check", name});
        EXPECT_EQ(got.code, 0) << got.err;
        EXPECT_EQ(got.err, "") << name;
    }
}

TEST(CliDoubts, ATableWithoutProbesIsRefused) {
    const TempFolder folder;
    expect_refused({"run", "pond", "--time", "0.1", "--cells", "20,20", "--set", "probes=[]",
                    "--csv", folder / "rows.csv"},
                   {"--csv", "no probes"});
    EXPECT_FALSE(std::filesystem::exists(folder / "rows.csv"));
}

TEST(CliDoubts, ARunThatWouldEndBeforeItsCheckpointIsRefused) {
    const TempFolder folder;
    const std::vector<std::string> pond = {"run", "pond", "--cells", "20,20", "--quiet"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), pond.begin(), pond.end());
        return more;
    };
    ASSERT_EQ(tarn_command(with({"--time", "2", "--save", folder / "s.tarn"})).code, 0);
    expect_refused(with({"--resume", folder / "s.tarn", "--time", "1", "--npy", folder / "out"}),
                   {"--time 1", "t = 2 s"});
    EXPECT_FALSE(std::filesystem::exists(folder / "out"));
    // At the time of the checkpoint there is nothing to run, but its fields can be read.
    const Outcome same =
        tarn_command(with({"--resume", folder / "s.tarn", "--time", "2", "--npy", folder / "out"}));
    EXPECT_EQ(same.code, 0) << same.err;
    const Outcome late = tarn_command(
        with({"--resume", folder / "s.tarn", "--set", "duration=1", "--npy", folder / "out"}));
    EXPECT_EQ(late.code, 0);
    EXPECT_NE(late.err.find("nothing is run"), std::string::npos) << late.err;
}

}  // namespace
}  // namespace tarn::cli
