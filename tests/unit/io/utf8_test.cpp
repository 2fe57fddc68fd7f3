#include "io/utf8.hpp"

#include <gtest/gtest.h>

namespace tarn::io {
namespace {

const std::string kBad = "\xef\xbf\xbd";

TEST(ValidUtf8, KeepsWhatIsValid) {
    for (const char* text : {"", "plain", "h\xc3\xb6he", "\xe2\x82\xac", "\xf0\x9f\x92\xa7"})
        EXPECT_EQ(valid_utf8(text), text);
}

TEST(ValidUtf8, ReplacesEachWrongByte) {
    EXPECT_EQ(valid_utf8("a\xff"), "a" + kBad);
    EXPECT_EQ(valid_utf8("\xc3"), kBad) << "cut off";
    EXPECT_EQ(valid_utf8("\xc0\x80"), kBad + kBad) << "longer than needed";
    EXPECT_EQ(valid_utf8("\xed\xa0\x80"), kBad + kBad + kBad) << "half of a surrogate pair";
    EXPECT_EQ(valid_utf8("\xf5\x80\x80\x80").substr(0, 3), kBad) << "beyond Unicode";
}

TEST(WithoutControls, KeepsTextAndShowsWhatATerminalWouldObey) {
    const char* const plain = "a drop, 5 \xc2\xb5m, caf\xc3\xa9";
    EXPECT_EQ(without_controls(plain), plain);
    EXPECT_EQ(without_controls("\x1b[31mred\n"), "\\x1b[31mred\\x0a");
    EXPECT_EQ(without_controls("\xc2\x9b"  // the same in one character
                               "2J"),
              "\\xc2\\x9b2J");
    EXPECT_EQ(without_controls(std::string_view("a\0b", 3)), "a\\x00b");
}

}  // namespace
}  // namespace tarn::io
