#include "io/json_text.hpp"

#include <gtest/gtest.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

namespace tarn::io {
namespace {

TEST(JsonWriter, IndentsByTwoSpacesAndEndsWithANewline) {
    JsonWriter json;
    json.begin_object().member("time", 2.5).key("rows").begin_array();
    json.value(1).begin_object().member("ok", true).end_object();
    json.end_array().key("none").begin_array().end_array().end_object();
    EXPECT_EQ(json.text(),
              "{\n"
              "  \"time\": 2.5,\n"
              "  \"rows\": [\n"
              "    1,\n"
              "    {\n"
              "      \"ok\": true\n"
              "    }\n"
              "  ],\n"
              "  \"none\": []\n"
              "}\n");
}

template <class T>
std::string alone(const T& content) {
    JsonWriter json;
    return json.value(content).text();
}

TEST(JsonWriter, EveryKindOfValueKeepsItsKind) {
    EXPECT_EQ(alone(false), "false");
    EXPECT_EQ(alone("text"), "\"text\"");
    EXPECT_EQ(alone(std::string("text")), "\"text\"");
    EXPECT_EQ(alone(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
    EXPECT_EQ(alone(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
    EXPECT_EQ(alone(0.1f), "0.1");
}

TEST(JsonWriter, DoublesReadBackToTheSameBits) {
    for (const double number : {1.0 / 3.0, 5e-324, 1.7976931348623157e308, -0.1}) {
        const std::string text = alone(number);
        double back = 0.0;
        std::from_chars(text.data(), text.data() + text.size(), back);
        EXPECT_EQ(back, number) << text;
    }
}

TEST(JsonWriter, NumbersThatAreNotFiniteBecomeNull) {
    EXPECT_EQ(alone(std::nan("")), "null");
    EXPECT_EQ(alone(std::numeric_limits<float>::infinity()), "null");
}

TEST(JsonWriter, StringsAreEscaped) {
    EXPECT_EQ(alone("a\"b\\c\n\t\x01"), "\"a\\\"b\\\\c\\n\\u0009\\u0001\"");
    EXPECT_EQ(alone("h\xc3\xb6he"), "\"h\xc3\xb6he\"");
    EXPECT_EQ(alone("bad \xff"), "\"bad \xef\xbf\xbd\"");
}

}  // namespace
}  // namespace tarn::io
