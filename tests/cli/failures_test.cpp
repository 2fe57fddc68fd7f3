// What fails takes nothing else with it in bench and validate, and no name reaches the terminal as
// more than text.
#include "command.hpp"

namespace tarn::cli {
namespace {

// /dev/full takes any file name and no byte.
TEST(CliFailures, AnOutputOfBenchThatFailsLeavesTheOther) {
    const TempFolder folder;
    const Outcome got = tarn_command({"bench", "d2q9/pond/256x256/float/cpu", "--quiet", "--json",
                                      "/dev/full", "--csv", folder / "rows.csv"});
    EXPECT_EQ(got.code, 3) << got.err;
    EXPECT_NE(got.err.find("/dev/full"), std::string::npos) << got.err;
    EXPECT_NE(text_of(folder / "rows.csv").find("d2q9/pond"), std::string::npos);
}

TEST(CliFailures, AnOutputOfValidateThatFailsLeavesTheOthers) {
    const TempFolder folder;
    const Outcome got =
        tarn_command({"validate", "seiche", "--scheme", "d2q9", "--precision", "float", "--quiet",
                      "--json", "/dev/full", "--plots", folder / "plots"});
    EXPECT_EQ(got.code, 3) << got.err;
    EXPECT_NE(got.err.find("/dev/full"), std::string::npos) << got.err;
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "plots" / "convergence.svg"));
}

TEST(CliFailures, NamesOfFilesArePrintedWithoutControlCharacters) {
    const TempFolder folder;
    constexpr const char* kName = "a\x1b[31m\x07\nb.json";
    const std::string missing = folder / kName;
    for (const char* command : {"run", "check"}) {
        const Outcome refused = tarn_command({command, missing});
        EXPECT_EQ(refused.code, 2);
        EXPECT_EQ(refused.err.find('\x1b'), std::string::npos) << refused.err;
        EXPECT_NE(refused.err.find("\\x1b[31m\\x07\\x0ab.json"), std::string::npos) << refused.err;
    }
    const std::string scene = write_text(
        folder, kName, R"({"duration": 0.2, "water": {"cells": [20, 20]}, "probes": []})");
    const Outcome ran = tarn_command({"run", scene, "--threads", "1"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_NE(ran.err.find("100 %"), std::string::npos) << ran.err;
    EXPECT_EQ((ran.err + ran.out).find('\x1b'), std::string::npos) << ran.err;
    EXPECT_EQ((ran.err + ran.out).find('\x07'), std::string::npos) << ran.err;
}

}  // namespace
}  // namespace tarn::cli
