#include "scene/message.hpp"

#include <gtest/gtest.h>

namespace tarn::scene {
namespace {

TEST(Printable, EscapesAndCuts) {
    EXPECT_EQ(printable("pond", 10), "pond");
    EXPECT_EQ(printable("a\n\xff", 10), "a\\x0a\\xff");
    EXPECT_EQ(printable("0123456789", 4), "0123...");
}

TEST(NumberText, IsShortAndReadsBack) {
    EXPECT_EQ(number_text(200.0), "200");
    EXPECT_EQ(number_text(-0.25), "-0.25");
    EXPECT_EQ(number_text(100000.0), "100000");
    EXPECT_EQ(number_text(1e7), "1e7");
    EXPECT_EQ(number_text(1e-6), "1e-6");
    EXPECT_EQ(number_text(1.5e300), "1.5e300");
    EXPECT_EQ(number_text(1e-10), "1e-10");
    EXPECT_EQ(number_text(9007199254740991.0), "9007199254740991");
}

TEST(ChildPointer, EscapesAsRfc6901Asks) {
    EXPECT_EQ(child_pointer("/a", "b/c~d"), "/a/b~1c~0d");
}

}  // namespace
}  // namespace tarn::scene
