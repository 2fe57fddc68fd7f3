// Rows of tarn bench about the picture: their names, what is written, and what is said when they
// cannot be drawn.
#include "bench/render_cases.hpp"
#include "command.hpp"
#include "support/programs.hpp"

#include <set>

namespace tarn::cli {
namespace {

const DrawingMachine kSoftware = {.passes = {"caustics", "water"},
                                  .why_no_real_time = "it needs a GPU that draws"};
const DrawingMachine kGpu = {.device = "gpu", .passes = {"caustics", "water"}};

std::vector<std::string> names_of(const std::vector<RenderCase>& cases) {
    std::vector<std::string> names;
    for (const RenderCase& c : cases) names.push_back(c.name());
    return names;
}

/// "software" or "gpu": how names of rows end on this machine.
std::string drawing_device() {
    static const bool is_software =
        tarn_command({"info"}).out.find("in software") != std::string::npos;
    return is_software ? "software" : "gpu";
}
std::string row_name(const std::string& picture_and_what) {
    return "render/" + picture_and_what + "/" + drawing_device();
}

TEST(CliBenchNames, OfThePictureSayWhatIsMeasured) {
    const auto names = names_of(all_render_cases(kSoftware));
    const std::set<std::string> has(names.begin(), names.end());
    EXPECT_EQ(has.size(), names.size()) << "a name stands for one row";
    EXPECT_EQ(names.size(), 2u + 5u + 2u + 16u + 1u);
    for (const char* name :
         {"render/pond/1280x720/caustics/software", "render/pond/1280x720/total/software",
          "render/pool/1280x720/total/software", "render/sea/1280x720/total/software",
          "render/rain/1280x720/total/software", "render/handprint/1280x720/total/software",
          "render/pond/1280x720/high/software",
          "render/thesis5.1/512x512/photons128/caustics/software",
          "render/thesis5.1/1024x1024/photons1024/water/software",
          "render/pond/640x360/live/software"})
        EXPECT_TRUE(has.count(name)) << name;
    EXPECT_EQ(names_of(all_render_cases(kGpu)).back(),
              "render/pond@1024x1024/1280x720/real_time/gpu");
    EXPECT_EQ(names_of(few_render_cases(kSoftware)),
              (std::vector<std::string>{"render/pond/1280x720/total/software",
                                        "render/pond/640x360/live/software"}));
}

TEST(CliBenchNames, OfThePictureAreEnoughToMeasureARowAgain) {
    for (const RenderCase& c : all_render_cases(kGpu)) {
        const auto parsed = parse_render_case(c.name());
        ASSERT_TRUE(parsed) << c.name();
        EXPECT_EQ(parsed->name(), c.name());
    }
    for (const char* name :
         {"render", "render/pond", "render/pond/64x36/total", "render/pond/64x0/total/gpu",
          "render/pond/64/total/gpu", "render/pond/64x36x1/total/gpu",
          "render/pond/9000x36/total/gpu", "render/pond/64x36/total/cpu",
          "render/pond@5/64x36/total/gpu", "render/pond/64x36/photons0/total/gpu",
          "render/pond/64x36/photons9x/total/gpu", "d2q9/pond/64x64/float/cpu"})
        EXPECT_FALSE(parse_render_case(name)) << name;
}

TEST(CliBenchNames, MayBeGivenByTheirStart) {
    const auto table = chosen_render_cases({"render/thesis5.1/512x512"}, kSoftware);
    ASSERT_TRUE(table);
    EXPECT_EQ(table.value().size(), 8u);
    const auto all = chosen_render_cases({"render"}, kSoftware);
    ASSERT_TRUE(all);
    EXPECT_EQ(names_of(all.value()), names_of(all_render_cases(kSoftware)));
    EXPECT_FALSE(chosen_render_cases({"render/nothing"}, kSoftware));
}

TEST(CliBenchNames, HaveTheFiguresOfThePaperBesideThem) {
    const auto paper = [](const char* name) { return thesis_ms(*parse_render_case(name)); };
    EXPECT_EQ(paper("render/thesis5.1/512x512/photons256/caustics/gpu"), 2.35144);
    EXPECT_EQ(paper("render/thesis5.1/1024x1024/photons1024/water/gpu"), 6.53224);
    EXPECT_EQ(paper("render/thesis5.1/1024x1024/photons100/water/gpu"), 0.0);
    EXPECT_EQ(paper("render/pond/512x512/photons256/caustics/gpu"), 0.0);
}

TEST(CliBench, WritesARowOfThePictureLikeAnyOther) {
    const TempFolder folder;
    const std::string name = row_name("pond/64x36/total");
    const Outcome got = tarn_command({"bench", name, "--json", "-", "--csv", folder / "rows.csv"});
    ASSERT_EQ(got.code, 0) << got.err;
    EXPECT_EQ(member_of(got.out, "name"), name);
    EXPECT_GT(number_of(got.out, "value"), 0.0);
    EXPECT_EQ(member_of(got.out, "unit"), "ms");
    EXPECT_GE(number_of(got.out, "spread"), 0.0);
    EXPECT_EQ(number_of(got.out, "of_peak"), 0.0);
    EXPECT_EQ(number_of(got.out, "bytes_per_cell"), 0.0);
    const auto rows = rows_of(text_of(folder / "rows.csv"));
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0], (std::vector<std::string>{"name", "value", "unit", "spread", "of_peak",
                                                 "bytes_per_cell", "checksum"}));
    EXPECT_EQ(rows[1][0], name);
    EXPECT_EQ(rows[1][6], member_of(got.out, "checksum"));
    EXPECT_NE(got.err.find("photons"), std::string::npos) << got.err;
}

TEST(CliBench, HasTheSameChecksumForTheSamePicture) {
    if (drawing_device() != "software") GTEST_SKIP() << "a GPU's pictures have no checksum";
    const std::string total = row_name("pool/48x27/total"), pass = row_name("pool/48x27/water");
    const auto checksum = [](const std::string& name) {
        return member_of(tarn_command({"bench", name, "--quiet", "--json", "-"}).out, "checksum");
    };
    const std::string proof = checksum(total);
    EXPECT_EQ(proof.size(), 16u);
    EXPECT_EQ(proof, checksum(pass));
    EXPECT_NE(proof, checksum(row_name("pond/48x27/total")));
}

TEST(CliBench, MeasuresPicturesPerSecondBesideMovingWater) {
    const Outcome got = tarn_command({"bench", row_name("pond@40x40/32x18/live"), "--json", "-"});
    ASSERT_EQ(got.code, 0) << got.err;
    EXPECT_EQ(member_of(got.out, "unit"), "fps");
    EXPECT_GT(number_of(got.out, "value"), 0.0);
    EXPECT_EQ(member_of(got.out, "checksum"), "0");
    EXPECT_NE(got.err.find("x real time"), std::string::npos) << got.err;
}

TEST(CliBench, RefusesUnknownRowsOfThePicture) {
    expect_refused({"bench", "render/pond/64x36"}, {"render/pond/64x36", "whole name"});
    expect_refused({"bench", row_name("pond/64x36/foam")}, {"foam", "total", "water"});
    expect_refused({"bench", row_name("puddle/64x36/total")}, {"puddle", "pond"});
    const std::string other = drawing_device() == "gpu" ? "software" : "gpu";
    expect_refused({"bench", "render/pond/64x36/total/" + other}, {other, drawing_device()});
}

TEST(CliBench, WithoutEglMeasuresTheWaterAlone) {
    const VariableForTest vendors("__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent");
    expect_refused({"bench", "render"}, {"EGL", "install"});
    const Outcome both = tarn_command({"bench", "render", "d2q9/pond/64x64/float/cpu"});
    EXPECT_EQ(both.code, 2);
    EXPECT_NE(both.err.find("EGL"), std::string::npos) << both.err;
    EXPECT_NE(both.out.find("d2q9/pond/64x64/float/cpu"), std::string::npos) << both.out;
    EXPECT_EQ(tarn_command({"bench", "d2q9/pond/64x64/float/cpu"}).code, 0);
}

}  // namespace
}  // namespace tarn::cli
