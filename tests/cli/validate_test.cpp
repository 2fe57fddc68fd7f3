// tarn validate from outside: its rows, what it says when it cannot run them, and its exit codes.
#include "command.hpp"

namespace tarn::cli {
namespace {

TEST(CliValidate, WritesRowsWithTheColumnsThatChecksRelyOn) {
    const TempFolder folder;
    const Outcome got = tarn_command({"validate", "attenuation", "--quiet", "--json",
                                      folder / "out.json", "--plots", folder / "plots"});
    EXPECT_EQ(got.code, 0) << got.out << got.err;
    EXPECT_EQ(got.err, "");
    const std::string json = text_of(folder / "out.json");
    for (const char* name : {"tarn", "machine", "rows"})
        EXPECT_NE(json.find("\"" + std::string(name) + "\""), std::string::npos) << name;
    EXPECT_EQ(member_of(json, "case"), "attenuation");
    EXPECT_EQ(member_of(json, "pass"), "true");
    EXPECT_EQ(member_of(json, "scheme"), "d2q9");
    EXPECT_EQ(member_of(json, "precision"), "float");
    EXPECT_EQ(member_of(json, "backend"), "cpu");
    EXPECT_LE(number_of(json, "error"), number_of(json, "bar"));
    EXPECT_GT(number_of(json, "seconds"), 0.0);
    EXPECT_NE(text_of(folder / "plots/attenuation_d2q9.svg").find("<svg"), std::string::npos);
}

TEST(CliValidate, JsonOnStdoutLeavesTheTableToStderr) {
    const Outcome got = tarn_command(
        {"validate", "seiche", "--scheme", "d2q9", "--precision", "double", "--json", "-"});
    EXPECT_EQ(got.code, 0) << got.err;
    EXPECT_EQ(got.out.front(), '{');
    EXPECT_EQ(member_of(got.out, "precision"), "double");
    EXPECT_GT(number_of(got.out, "order"), 1.8) << "a second-order scheme";
    EXPECT_NE(got.err.find("seiche"), std::string::npos);
}

TEST(CliValidate, ARowThatWasNotRunIsAFailureThatSaysWhatToDo) {
    const Outcome got = tarn_command({"validate", "monai/runup", "--quiet"});
    EXPECT_EQ(got.code, 1);
    EXPECT_NE(got.out.find("not run: give --data DIR, published at"), std::string::npos) << got.out;
}

TEST(CliValidate, RefusesWhatItDoesNotKnow) {
    expect_refused({"validate", "stocker"}, {"stocker", "did you mean stoker"});
    expect_refused({"validate", "--scheme", "lbm"}, {"--scheme", "lbm", "d2q9"});
    expect_refused({"validate", "--precision", "half"}, {"--precision", "half", "double"});
    expect_refused({"validate", "--backend", "tpu"}, {"--backend", "tpu"});
    expect_refused({"validate", "--data", "/no/such/folder"}, {"--data", "synolakis"});
}

TEST(CliValidate, AFolderWithoutTheFilesIsNamed) {
    const TempFolder folder;
    const Outcome got =
        tarn_command({"validate", "beach/analytic", "--quiet", "--data", folder.path().string()});
    EXPECT_EQ(got.code, 1);
    EXPECT_NE(got.out.find("synolakis"), std::string::npos) << got.out;
}

}  // namespace
}  // namespace tarn::cli
