// What a run leaves behind: rows, fields, a report, a checkpoint.
#include "command.hpp"

#include <cmath>
#include <filesystem>

namespace tarn::cli {
namespace {

const std::vector<std::string> kSmallPond = {"run",   "pond",    "--cells",
                                             "40,40", "--quiet", "--time"};

std::vector<std::string> small_pond(const char* time, std::vector<std::string> more) {
    std::vector<std::string> args = kSmallPond;
    args.push_back(time);
    args.insert(args.end(), more.begin(), more.end());
    return args;
}

/// The checksum that a run writes into its report.
std::string checksum_after(const char* time, const std::vector<std::string>& more) {
    const TempFolder folder;
    std::vector<std::string> args = small_pond(time, {"--npy", folder / "out"});
    args.insert(args.end(), more.begin(), more.end());
    const Outcome got = tarn_command(args);
    EXPECT_EQ(got.code, 0) << got.err;
    return member_of(text_of(folder / "out/report.json"), "checksum");
}

TEST(CliRun, WritesARowForEachRecordedTime) {
    const TempFolder folder;
    const Outcome got = tarn_command(small_pond("0.52", {"--csv", folder / "rows.csv"}));
    EXPECT_EQ(got.code, 0) << got.err;
    EXPECT_EQ(got.out + got.err, "");
    const auto rows = rows_of(text_of(folder / "rows.csv"));
    ASSERT_EQ(rows.size(), 1u + 12u);  // header, 0 to 0.5 by 0.05, and the end
    EXPECT_EQ(rows[0],
              (std::vector<std::string>{"t", "middle.depth", "middle.level", "middle.u", "middle.v",
                                        "shore.depth", "shore.level", "shore.u", "shore.v"}));
    for (std::size_t k = 1; k < rows.size(); ++k) {
        ASSERT_EQ(rows[k].size(), 9u);
        const double expected = k < 12 ? 0.05 * double(k - 1) : 0.52;
        EXPECT_NEAR(std::stod(rows[k][0]), expected, 1e-6);
    }
    EXPECT_NEAR(std::stod(rows[1][1]), 0.7, 0.02);  // the drop at t = 0
    EXPECT_NEAR(std::stod(rows[1][5]), 0.5, 1e-6);
}

// Every built-in scene is in RunTo.ComputesTheSameWhateverIsRecordedInEveryScene; here are the
// options that write; pictures are in pictures_test.cpp.
TEST(CliRun, NoOutputChangesWhatIsComputed) {
    const TempFolder folder;
    const std::vector<std::vector<std::string>> outputs = {
        {"--csv", folder / "rows.csv"},
        {"--csv", folder / "fine.csv", "--set", "record.every=0.0003"},
        {"--set", "record.every=0.77"},
        {"--map", folder / "maps", "--map-every", "0.11"},
        {"--save", folder / "end.tarn"},
        {"--record", folder / "calls.txt"},
    };
    for (const char* precision : {"float", "half"}) {
        const std::vector<std::string> how = {"--precision", precision};
        const std::string plain = checksum_after("0.317", how);
        EXPECT_EQ(plain.size(), 16u);
        for (std::vector<std::string> more : outputs) {
            more.insert(more.end(), how.begin(), how.end());
            EXPECT_EQ(checksum_after("0.317", more), plain) << more[0] << " " << precision;
        }
    }
}

// The lattice carries half storage through a step that is almost nothing.
TEST(CliRun, AnEndJustAfterATickLosesNoMotion) {
    for (const char* precision : {"float", "half"}) {
        const TempFolder folder;
        double speed[2] = {};
        const char* const ends[2] = {"0.5", "0.50000001"};
        for (int k = 0; k < 2; ++k) {
            const Outcome got = tarn_command(
                small_pond(ends[k], {"--npy", folder / "out", "--precision", precision}));
            ASSERT_EQ(got.code, 0) << got.err;
            const std::string report = text_of(folder / "out/report.json");
            // Moments that differ by a millionth of a step are one.
            EXPECT_NEAR(std::stod(member_of(report, "time")), std::stod(ends[k]), 1e-7);
            speed[k] = std::stod(member_of(report, "max_speed"));
        }
        EXPECT_NEAR(speed[1], speed[0], 1e-2 * speed[0]) << precision;
    }
}

TEST(CliRun, WritesFieldsInMetresThatOthersCanRead) {
    const TempFolder folder;
    const Outcome got = tarn_command({"run", "stir", "--time", "1.5", "--quiet", "--set",
                                      "water.cells=[64,40]", "--set", "water.bed=-2", "--set",
                                      "water.level=-1.7", "--npy", folder / "out"});
    ASSERT_EQ(got.code, 0) << got.err;
    std::vector<double> fields[5];
    const char* const names[] = {"depth", "level", "u", "v", "bed"};
    for (int k = 0; k < 5; ++k) {
        const std::string path = folder / ("out/" + std::string(names[k]) + ".npy").c_str();
        const std::string bytes = text_of(path);
        EXPECT_EQ(bytes.substr(1, 5), "NUMPY");
        EXPECT_NE(bytes.find("'descr': '<f4'"), std::string::npos);
        EXPECT_NE(bytes.find("'fortran_order': False"), std::string::npos);
        EXPECT_NE(bytes.find("(40, 64)"), std::string::npos);
        auto array = io::read_npy(path);
        ASSERT_TRUE(array) << array.error().message;
        EXPECT_EQ(array.value().shape, (std::vector<std::size_t>{40, 64}));
        fields[k] = std::move(array.value().values);
    }
    double mass = 0.0;
    for (std::size_t k = 0; k < fields[0].size(); ++k) {
        EXPECT_EQ(fields[4][k], -2.0);
        EXPECT_NEAR(fields[1][k] - fields[4][k], fields[0][k], 1e-6);
        mass += 1000.0 * fields[0][k] * 0.125 * 0.125;
    }
    const std::string report = text_of(folder / "out/report.json");
    EXPECT_NEAR(number_of(report, "mass_final"), mass + number_of(report, "mass_carried"),
                1e-6 * mass);
}

TEST(CliRun, WritesTheBedAsItIs) {
    const TempFolder folder;
    const Outcome got =
        tarn_command({"run", "pond", "--time", "0.01", "--quiet", "--cells", "20,20", "--set",
                      R"(water.bed={"expr": "0.01*x - 0.02*y"})", "--npy", folder / "out"});
    ASSERT_EQ(got.code, 0) << got.err;
    const auto bed = io::read_npy(folder / "out/bed.npy");
    ASSERT_TRUE(bed);
    ASSERT_EQ(bed.value().shape, (std::vector<std::size_t>{20, 20}));
    for (int j = 0; j < 20; ++j)
        for (int i = 0; i < 20; ++i)
            EXPECT_EQ(float(bed.value().values[std::size_t(20 * j + i)]),
                      float(0.01 * (0.5 * (i + 0.5)) - 0.02 * (0.5 * (j + 0.5))));
}

TEST(CliRun, WritesAReportWhoseBooksBalance) {
    const TempFolder folder;
    const Outcome got = tarn_command({"run", "rain", "--time", "1", "--quiet", "--cells", "100,100",
                                      "--set", "water.edges.east=open", "--npy", folder / "out"});
    ASSERT_EQ(got.code, 0) << got.err;
    const std::string r = text_of(folder / "out/report.json");
    EXPECT_NEAR(number_of(r, "time"), 1.0, 1e-6);
    EXPECT_GT(number_of(r, "steps"), 10.0);
    EXPECT_GT(number_of(r, "mass_added"), 0.1);
    EXPECT_NEAR(
        number_of(r, "mass_final"),
        number_of(r, "mass_initial") + number_of(r, "mass_added") - number_of(r, "mass_removed"),
        1e-6 * number_of(r, "mass_initial"));
    EXPECT_EQ(number_of(r, "mass_spray"), 0.0);
    for (const char* name :
         {"mass_carried", "max_speed", "wall_seconds", "mlups", "threads", "viscosity_used"})
        EXPECT_GE(number_of(r, name), 0.0) << name;
    EXPECT_EQ(member_of(r, "scheme"), "d2q9");
    EXPECT_EQ(member_of(r, "precision"), "float");
    EXPECT_EQ(member_of(r, "backend"), "cpu");
    EXPECT_EQ(member_of(r, "checksum").size(), 16u);
}

TEST(CliRun, OptionsReachTheWorld) {
    const TempFolder folder;
    const Outcome got = tarn_command({"run", "pond", "--time", "0.1", "--quiet", "--cells", "50,50",
                                      "--precision", "double", "--threads", "3", "--isa", "base",
                                      "--set", "water.tau=0.6", "--npy", folder / "out"});
    ASSERT_EQ(got.code, 0) << got.err;
    const std::string r = text_of(folder / "out/report.json");
    EXPECT_EQ(member_of(r, "precision"), "double");
    EXPECT_EQ(number_of(r, "threads"), 3.0);
    EXPECT_EQ(member_of(r, "isa"), "base");
    EXPECT_NEAR(number_of(r, "tau"), 0.6, 1e-12);
    EXPECT_EQ(io::read_npy(folder / "out/u.npy").value().shape, (std::vector<std::size_t>{50, 50}));
}

TEST(CliRun, AResumedRunEndsLikeAnUninterruptedOne) {
    const TempFolder folder;
    const Outcome first = tarn_command(small_pond("0.5", {"--save", folder / "state.tarn"}));
    ASSERT_EQ(first.code, 0) << first.err;
    EXPECT_EQ(checksum_after("1", {"--resume", folder / "state.tarn"}), checksum_after("1", {}));
}

// The checkpoint knows of walls alone; 0.1 m3/s for half a second are 50 kg.
TEST(CliRun, GoesOnFromACheckpointUnderAnotherSceneOnlyWhenTold) {
    const TempFolder folder;
    const std::string inflow = R"(water.edges.west={"inflow":{"discharge":0.1}})";
    const auto run = [](const char* time, std::vector<std::string> more) {
        more.insert(more.begin(), {"--set", "water.scheme=fv"});
        return small_pond(time, more);
    };
    ASSERT_EQ(tarn_command(run("0.5", {"--save", folder / "state.tarn"})).code, 0);
    expect_refused(run("1", {"--resume", folder / "state.tarn", "--set", inflow}),
                   {"state.tarn", "water.edges.west is wall in the checkpoint",
                    "water.edges.west.inflow.discharge is absent in the checkpoint and 0.1 in",
                    "--resume-water"});
    expect_refused(run("1", {"--resume-water", folder / "state.tarn", "--set", "water.gravity=5"}),
                   {"state.tarn", "water.gravity is 9.81 in the checkpoint and 5 in the scene"});
    expect_refused(
        run("1", {"--resume-water", folder / "state.tarn", "--resume", folder / "state.tarn"}),
        {"--resume", "--resume-water"});
    const Outcome resumed = tarn_command(run(
        "1", {"--resume-water", folder / "state.tarn", "--set", inflow, "--npy", folder / "out"}));
    EXPECT_EQ(resumed.code, 0) << resumed.err;
    const std::string report = text_of(folder / "out/report.json");
    EXPECT_EQ(number_of(report, "time"), 1.0);
    EXPECT_GT(number_of(report, "mass_added"), 40.0);
}

TEST(CliRun, AReplayedRunEndsLikeTheRecordedOne) {
    const TempFolder folder;
    const std::string recorded = checksum_after("0.5", {"--record", folder / "calls.txt"});
    EXPECT_EQ(checksum_after("0.5", {"--replay", folder / "calls.txt"}), recorded);
}

TEST(CliRun, ThreadsAndInstructionSetsDoNotChangeTheChecksum) {
    const std::string expected =
        checksum_after("0.5", {"--threads", "1", "--set", "water.cells=[70,70]"});
    EXPECT_EQ(checksum_after("0.5", {"--threads", "3", "--set", "water.cells=[70,70]"}), expected);
    EXPECT_EQ(checksum_after("0.5", {"--isa", "base", "--set", "water.cells=[70,70]"}), expected);
}

TEST(CliRun, WritesPicturesOfTheFields) {
    const TempFolder folder;
    const Outcome got =
        tarn_command(small_pond("0.3", {"--map", folder / "maps", "--map-every", "0.1"}));
    ASSERT_EQ(got.code, 0) << got.err;
    for (const char* name :
         {"maps/level.png", "maps/speed.png", "maps/level_00000.png", "maps/level_00003.png"})
        EXPECT_EQ(text_of(folder / name).substr(1, 3), "PNG") << name;
}

TEST(CliRun, WritesWhatEachCellHasSeenWhereTheSceneKeepsIt) {
    const TempFolder folder;
    const Outcome got = tarn_command(small_pond("0.3", {"--set", "maps.arrival_depth=0.6", "--map",
                                                        folder / "maps", "--npy", folder / "out"}));
    ASSERT_EQ(got.code, 0) << got.err;
    for (const char* name : {"maps/max_depth.png", "maps/max_speed.png", "maps/arrival.png"})
        EXPECT_EQ(text_of(folder / name).substr(1, 3), "PNG") << name;
    const auto deepest = io::read_npy(folder / "out/max_depth.npy");
    const auto arrival = io::read_npy(folder / "out/arrival.npy");
    ASSERT_TRUE(deepest && arrival);
    // Half a metre, and a drop that does not reach the corner: it never was 0.6 m deep there.
    EXPECT_GT(deepest.value().values[20 * 40 + 20], 0.6);
    EXPECT_EQ(arrival.value().values[20 * 40 + 20], 0.0);
    EXPECT_EQ(arrival.value().values[0], -1.0);
    const Outcome plain = tarn_command(small_pond("0.1", {"--npy", folder / "plain"}));
    ASSERT_EQ(plain.code, 0) << plain.err;
    EXPECT_FALSE(std::filesystem::exists(folder / "plain/arrival.npy"));
}

}  // namespace
}  // namespace tarn::cli
