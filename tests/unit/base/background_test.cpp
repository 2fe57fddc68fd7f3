#include "base/background.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>

namespace tarn {
namespace {

TEST(Background, WorkRunsOnAnotherThreadAndItsResultArrives) {
    auto id = in_background([] { return std::this_thread::get_id(); });
    EXPECT_EQ(id.get() != std::this_thread::get_id(), kHasThreads);
}

TEST(Background, WhatTheWorkThrowsIsThrownByGet) {
    auto fails = in_background([]() -> int { throw std::runtime_error("no"); });
    EXPECT_THROW(fails.get(), std::runtime_error);
}

}  // namespace
}  // namespace tarn
