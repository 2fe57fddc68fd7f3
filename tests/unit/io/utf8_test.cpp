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

}  // namespace
}  // namespace tarn::io
