// Water in space on the command line: what a run writes, that nothing written changes it, and that
// it goes on from a checkpoint to the bit.
#include "command.hpp"

#include <cmath>
#include <numeric>

namespace tarn::cli {
namespace {

std::vector<std::string> small_dam(const char* time, std::vector<std::string> more) {
    std::vector<std::string> args = {"run", "dam",     "--cells", "16,8,12", "--backend",
                                     "cpu", "--quiet", "--time",  time};
    args.insert(args.end(), more.begin(), more.end());
    return args;
}

std::string checksum_after(const char* time, const std::vector<std::string>& more) {
    const TempFolder folder;
    std::vector<std::string> args = small_dam(time, {"--npy", folder / "out"});
    args.insert(args.end(), more.begin(), more.end());
    const Outcome got = tarn_command(args);
    EXPECT_EQ(got.code, 0) << got.err;
    return member_of(text_of(folder / "out/report.json"), "checksum");
}

TEST(CliVolume, WritesFieldsInSpaceAndAReport) {
    const TempFolder folder;
    const Outcome got =
        tarn_command(small_dam("0.2", {"--npy", folder / "out", "--csv", folder / "rows.csv",
                                       "--mesh", folder / "mesh", "--map", folder / "maps"}));
    ASSERT_EQ(got.code, 0) << got.err;
    for (const char* name : {"fill", "u", "v", "w"}) {
        const auto array = io::read_npy(folder.path() / "out" / (std::string(name) + ".npy"));
        ASSERT_TRUE(array) << name;
        EXPECT_EQ(array.value().shape, (std::vector<std::size_t>{12, 8, 16})) << name;
    }
    const std::string report = text_of(folder / "out/report.json");
    EXPECT_NEAR(std::stod(member_of(report, "time")), 0.2, 1e-6);
    const double initial_kg = std::stod(member_of(report, "mass_initial"));
    // The box of 0.3 x 0.5 x 0.5 m, of a lattice whose density differs by at most a tenth from the
    // surface to the bottom.
    EXPECT_NEAR(initial_kg, 75.0, 0.05 * 75.0);
    EXPECT_NEAR(std::stod(member_of(report, "mass_final")), initial_kg, 1e-5 * initial_kg);
    const auto fill = io::read_npy(folder.path() / "out/fill.npy");
    const std::vector<double>& values = fill.value().values;
    const double cell_m = 1.0 / 16.0;
    // The rest is carried, and the slight compression of the lattice.
    EXPECT_NEAR(
        std::accumulate(values.begin(), values.end(), 0.0) * cell_m * cell_m * cell_m * 1000.0,
        initial_kg, 0.05 * initial_kg);
    EXPECT_EQ(member_of(report, "scheme"), "d3q19");
    const auto rows = rows_of(text_of(folder / "rows.csv"));
    ASSERT_EQ(rows.size(), 1u + 11u);  // each 0.02 s
    EXPECT_EQ(rows[0][1], "dam.depth");
    EXPECT_NEAR(std::stod(rows[1][1]), 0.5, 1e-5);
    EXPECT_TRUE(text_of(folder / "mesh/surface.obj").starts_with("# Surface of water"));
    EXPECT_TRUE(text_of(folder / "mesh/surface.ply").starts_with("ply"));
    EXPECT_FALSE(text_of(folder / "maps/level.png").empty());
}

TEST(CliVolume, NoOutputChangesWhatIsComputed) {
    const TempFolder folder;
    const std::string plain = checksum_after("0.1", {});
    EXPECT_EQ(checksum_after("0.1", {"--csv", folder / "rows.csv", "--set", "record.every=0.0007",
                                     "--map", folder / "maps", "--map-every", "0.03"}),
              plain);
    EXPECT_EQ(checksum_after("0.1", {"--threads", "3"}), plain);
    EXPECT_EQ(checksum_after("0.1", {"--isa", "base"}), plain);
}

TEST(CliVolume, GoesOnFromACheckpointToTheBit) {
    const TempFolder folder;
    const std::string file = folder / "half.tarn";
    EXPECT_EQ(tarn_command(small_dam("0.05", {"--save", file})).code, 0);
    EXPECT_EQ(checksum_after("0.1", {"--resume", file}), checksum_after("0.1", {}));
}

TEST(CliVolume, CheckSaysWhatItIsAndCosts) {
    const Outcome got = tarn_command(
        {"check", "dam", "--cells", "16,8,12", "--backend", "cpu", "--set", "duration=0.05"});
    ASSERT_EQ(got.code, 0) << got.err;
    for (const char* part :
         {"16 x 8 x 12 of 0.0625 m (1 x 0.5 x 0.75 m)", "d3q19", "step ", "memory ", "cost "})
        EXPECT_NE(got.out.find(part), std::string::npos) << got.out << "lacks " << part;
}

TEST(CliVolume, WhatDoesNotFitIsRefused) {
    const TempFolder folder;
    expect_refused({"run", "dam", "--cells", "16,8"},
                   {"/water/cells", "a list of 3 whole numbers"});
    expect_refused({"run", "pond", "--cells", "16,8,4"}, {"/water/cells", "a list of 2"});
    expect_refused({"run", "pond", "--mesh", folder / "mesh"}, {"--mesh", "shallow"});
    expect_refused({"run", "dam", "--set", "rain.rate=5"}, {"/rain is for water of model"});
}

}  // namespace
}  // namespace tarn::cli
