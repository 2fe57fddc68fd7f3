#include "io/png.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace tarn::io {
namespace {

TEST(Png, HasItsSignatureSizeAndEightBitRgb) {
    const std::vector<std::uint8_t> bytes(3 * 5 * 2, 7);
    const auto png = png_bytes({bytes, 5, 2});
    ASSERT_TRUE(png);
    EXPECT_TRUE(png.value().starts_with("\x89PNG\r\n\x1a\n"));
    EXPECT_EQ(png.value().substr(16, 10), std::string("\0\0\0\5\0\0\0\2\x8\x2", 10));
}

TEST(Png, RefusesSizesThatDoNotMatchTheBytes) {
    const std::vector<std::uint8_t> bytes(30);
    for (const RgbView view : {RgbView{bytes, 5, 3}, RgbView{bytes, -5, -2}, RgbView{{}, 0, 0},
                               RgbView{bytes, 1 << 30, 1 << 30}})
        EXPECT_EQ(png_bytes(view).error().code, ErrorCode::InvalidArgument);
}

TEST(Png, NamesTheFileWhenItCannotBeWritten) {
    const std::vector<std::uint8_t> bytes(3);
    const auto wrote = write_png("/nonexistent/x.png", {bytes, 1, 1});
    ASSERT_FALSE(wrote);
    EXPECT_TRUE(wrote.error().message.starts_with("/nonexistent/x.png: "));
}

}  // namespace
}  // namespace tarn::io
