// No click is lost between two slow pictures.
#include "viewer/events.hpp"

#include <gtest/gtest.h>

namespace tarn::viewer {
namespace {

TEST(EventQueue, AButtonEndsTheShareOfAPicture) {
    EventQueue queue;
    queue.add({MoveEvent{{1, 1}}, ButtonEvent{0, 0, true}, MoveEvent{{5, 5}},
               ButtonEvent{0, 0, false}, KeyEvent{'V'}});
    EXPECT_EQ(queue.take().size(), 2u);
    const auto second = queue.take();
    ASSERT_EQ(second.size(), 2u);
    EXPECT_FALSE(std::get<ButtonEvent>(second[1]).is_down);
    EXPECT_EQ(queue.take().size(), 1u);
    EXPECT_TRUE(queue.take().empty());
}

}  // namespace
}  // namespace tarn::viewer
