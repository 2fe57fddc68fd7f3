// The scene monai: made from files that others publish, which the repository does not hold.
#include "command.hpp"

namespace tarn::cli {
namespace {

/// Files of the published form with a plane beach and a wave of a centimetre: what the tank needs.
void write_tank(const std::filesystem::path& folder, int rows) {
    std::string nodes = "       x(m)        y(m)        z(m)\n";
    for (int i = 0; i < 393; ++i)
        for (int j = 0; j < rows; ++j)
            nodes += std::to_string(0.014 * i) + " " + std::to_string(0.014 * j) + " " +
                     std::to_string(0.135 - 0.0005 * i) + "\n";
    std::filesystem::create_directories(folder / "monai");
    ASSERT_TRUE(write_file(folder / "monai/Benchmark_2_Bathymetry.txt", nodes));
    ASSERT_TRUE(write_file(folder / "monai/Benchmark_2_input.txt",
                           "time(s)\twater surface(m)\n0\t0\n1\t0.01\n22.5\t0\n"));
}

TEST(CliMeasuredScene, RunsFromTheFilesAsTheyWerePublished) {
    const TempFolder folder;
    write_tank(folder.path(), 244);
    const Outcome got = tarn_command({"run", "monai", "--data", folder.path().string(), "--time",
                                      "1", "--quiet", "--csv", folder / "gauges.csv"});
    EXPECT_EQ(got.code, 0) << got.err;
    const std::string rows = text_of(folder / "gauges.csv");
    EXPECT_TRUE(rows.starts_with("t,ch5.depth,ch5.level")) << rows.substr(0, 80);
    const Outcome checked =
        tarn_command({"check", "monai", "--data", folder.path().string(), "--cells", "393,244"});
    EXPECT_NE(checked.out.find("393 x 244 of 0.014 m"), std::string::npos) << checked.out;
}

TEST(CliMeasuredScene, SaysWhatIsMissing) {
    const TempFolder folder;
    for (const char* command : {"run", "check"}) {
        expect_refused({command, "monai"}, {"--data DIR", "Benchmark_2_Bathymetry.txt"});
        expect_refused({command, "monai", "--data", folder.path().string()},
                       {"monai/Benchmark_2_Bathymetry.txt", "no such file"});
    }
    write_tank(folder.path(), 3);
    expect_refused({"run", "monai", "--data", folder.path().string()},
                   {"Benchmark_2_Bathymetry.txt", "1179 nodes", "393 x 244"});
}

}  // namespace
}  // namespace tarn::cli
