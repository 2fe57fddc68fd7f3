#include "base/spelling.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace tarn {
namespace {

TEST(EditDistance, CountsInsertionsDeletionsReplacementsAndSwaps) {
    EXPECT_EQ(edit_distance("", ""), 0u);
    EXPECT_EQ(edit_distance("", "csv"), 3u);
    EXPECT_EQ(edit_distance("chek", "check"), 1u);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
    EXPECT_EQ(edit_distance("cvs", "csv"), 1u);
    EXPECT_EQ(edit_distance("tmie", "time"), 1u);
}

TEST(Nearest, FindsASlipAndNothingElse) {
    const std::array<std::string_view, 3> words = {"viscosity", "velocity", "at"};
    EXPECT_EQ(nearest("visosity", words), "viscosity");
    EXPECT_EQ(nearest("velocty", words), "velocity");
    EXPECT_EQ(nearest("att", words), "at");
    EXPECT_FALSE(nearest("colour", words));
    EXPECT_FALSE(nearest("", std::array<std::string_view, 1>{"viscosity"}));
    EXPECT_FALSE(nearest(std::string(100000, 'v'), words));
}

}  // namespace
}  // namespace tarn
