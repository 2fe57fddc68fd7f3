// Input that is not a scene at all: refused in little time, with a place and a printable message.
#include "read_for_test.hpp"
#include "scene/json.hpp"

#include <chrono>

namespace tarn::scene {
namespace {

std::string repeated(std::string_view text, std::size_t count) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) out += text;
    return out;
}

TEST(HostileInput, NothingIsNotAScene) {
    expect_refused("", {"line 1, column 1", "not valid JSON"});
    expect_refused("  \n ", {"line 2"});
    expect_refused(std::string(1, '\0'), {"not valid JSON"});
}

TEST(HostileInput, EveryPairOfBytesIsSafe) {
    for (int a = 0; a < 256; ++a)
        for (int b = 0; b < 256; ++b) {
            const std::string json = {static_cast<char>(a), static_cast<char>(b)};
            if (json != "{}") refusal(json);
        }
}

TEST(HostileInput, EveryCutOfASceneIsRefused) {
    const std::string json = R"({"water": {"level": {"expr": "1 + \u00e4"}}, "rain": {}})";
    for (std::size_t length = 0; length < json.size(); ++length) refusal(json.substr(0, length));
    good(json);
}

TEST(HostileInput, ASyntaxErrorHasLineAndColumn) {
    expect_refused("{\n  \"water\": {,}\n}", {"pond.json: line 2, column 13: not valid JSON"});
    expect_refused("{\"tarn\": 1} x", {"line 1, column 13"});
    expect_refused("{\"tarn\": NaN}", {"line 1, column 10"});
    expect_refused("{\"tarn\": 1,}", {"line 1, column 12"});
    expect_refused("{\"about\": \"open", {"line 1"});
}

TEST(HostileInput, DeepNestingIsRefusedBeforeParsing) {
    expect_refused(repeated("[", 65), {"line 1, column 65: nested deeper than 64 levels"});
    expect_refused(repeated("{\"a\":", 65) + "1" + repeated("}", 65), {"deeper than 64"});
    expect_refused(repeated("[", 64) + repeated("]", 64), {"the scene is [[[", "an object"});
    good(R"({"about": ")" + repeated("[", 100) + "\\\"" + repeated("{", 100) + "\"}");
}

TEST(HostileInput, TenMegabytesOfBracketsCostNothing) {
    const auto start = std::chrono::steady_clock::now();
    refusal(std::string(10'000'000, '['));
    refusal(repeated("{\"a\":", 2'000'000));
    // Generous for a slow machine under a sanitizer; without the early look it would not end well.
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST(HostileInput, TooManyBytesOrValuesAreRefused) {
    expect_refused(std::string(kMaxSceneBytes + 1, ' '), {"64 MiB"});
    expect_refused("[" + repeated("0,", kMaxJsonValues + 1) + "0]", {"more than 1000000 values"});
}

TEST(HostileInput, NumbersBeyondDoubleAreRefusedWithTheirPlace) {
    expect_refused(R"({"water": {"gravity": 1e999}})",
                   {"/water/gravity is 1e999; it must be a finite number"});
    expect_refused(R"({"events": [{"drop": {"at": [1, -1e400]}}]})",
                   {"/events/0/drop/at/1 is -1e4"});
    expect_refused("1e999", {"the scene is 1e999"});
    expect_refused(R"({"rain": {"seed": 18446744073709551616}})", {"/rain/seed"});
}

TEST(HostileInput, AKeyGivenTwiceIsRefused) {
    expect_refused(R"({"water": {"tau": 0.6, "level": 1, "tau": 0.7}})",
                   {"pond.json: /water/tau is given twice; keep one"});
    expect_refused(R"({"events": [{}, {"time": 0, "time": 0}]})",
                   {"/events/1/time is given twice"});
    expect_refused(R"({"about": "", "about": ""})", {": /about is given twice"});
}

TEST(HostileInput, InvalidUtf8IsRefusedWithAPrintableMessage) {
    expect_refused("{\"about\": \"\xff\xfe\"}", {"not valid JSON", "UTF-8"});
    expect_refused("{\"about\": \"\xc3\"}", {"not valid JSON"});
    expect_refused("\xef\xbb", {"not valid JSON"});
    expect_refused("{\"caf\xc3\xa9\\u0007\": 1}", {"/caf\\xc3\\xa9\\x07 is not a known key"});
}

TEST(HostileInput, AStrangeSourceNameIsPrintedSafely) {
    const Result<Scene> scene = read_scene("[", std::string(5000, '\n') + "\xff", "", {});
    ASSERT_FALSE(scene);
    EXPECT_LT(scene.error().message.size(), 1000u);
    EXPECT_TRUE(scene.error().message.starts_with("\\x0a"));
}

}  // namespace
}  // namespace tarn::scene
