// A Result that is read for what it does not hold ends the program and says so.
#include <tarn/result.hpp>

#include <gtest/gtest.h>

#include <string>

namespace {

using tarn::Error;
using tarn::ErrorCode;
using tarn::Result;

const Error kError = {ErrorCode::NotFound, "there is no lake 7; use one of 0 to 6"};
constexpr const char* kValueTaken =
    "^tarn: Result::value\\(\\) was taken after an error: there is no lake 7; use one of 0 to 6\n$";
constexpr const char* kErrorTaken = "^tarn: Result::error\\(\\) was taken after a success\n$";

TEST(ResultDeathTest, AValueTakenAfterAnErrorSaysWhatWentWrong) {
    Result<std::string> result = kError;
    EXPECT_DEATH(result.value(), kValueTaken);
    const Result<int> fixed = kError;
    EXPECT_DEATH(fixed.value(), kValueTaken);
}

TEST(ResultDeathTest, AnErrorTakenAfterASuccessSaysSo) {
    const Result<int> number = 3;
    EXPECT_DEATH(number.error(), kErrorTaken);
    const Result<void> nothing;
    EXPECT_DEATH(nothing.error(), kErrorTaken);
}

TEST(Result, HoldsAValueOrAnError) {
    Result<std::string> result = std::string("a pond");
    EXPECT_TRUE(result);
    result.value() += " in spring";
    EXPECT_EQ(result.value(), "a pond in spring");
    result = kError;
    EXPECT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::NotFound);
    EXPECT_EQ(Result<void>(kError).error().message, kError.message);
}

}  // namespace
