#include "io/csv_table.hpp"

#include <gtest/gtest.h>

namespace tarn::io {
namespace {

void expect_refused(const std::string& text, const std::string& reason) {
    const auto table = parse_csv(text, "tide.csv");
    ASSERT_FALSE(table) << "expected: " << reason;
    EXPECT_EQ(table.error().code, ErrorCode::InvalidScene);
    EXPECT_TRUE(table.error().message.starts_with("tide.csv: ")) << table.error().message;
    EXPECT_NE(table.error().message.find(reason), std::string::npos) << table.error().message;
    EXPECT_LT(table.error().message.size(), 300u);
}

TEST(CsvTable, HasItsHeaderAndItsRows) {
    const auto table = parse_csv("t,level\n0,1.5\n0.1,-2e-3\n", "x");
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_EQ(table.value().columns, (std::vector<std::string>{"t", "level"}));
    ASSERT_EQ(table.value().rows(), 2u);
    EXPECT_EQ(table.value().at(1, 0), 0.1);
    EXPECT_EQ(table.value().at(1, 1), -2e-3);
}

TEST(CsvTable, OtherProgramsMayWriteItTheirWay) {
    const auto table = parse_csv("\xef\xbb\xbf t , level \r\n\r\n 0 ,\t+1.5\r\n1,2\r\n\n", "x");
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_EQ(table.value().columns, (std::vector<std::string>{"t", "level"}));
    EXPECT_EQ(table.value().values, (std::vector<double>{0.0, 1.5, 1.0, 2.0}));
    EXPECT_EQ(parse_csv("t,level", "x").value().rows(), 0u);
}

TEST(CsvTable, WhatIsNoTableIsRefusedWithItsLine) {
    expect_refused("", "is empty");
    expect_refused("\n \n", "is empty");
    expect_refused("t,level\n0,1\n1\n", "line 3 has 1 values where the header has 2");
    expect_refused("t,level\n0,1,2\n", "line 2 has 3 values");
    expect_refused("t,level\n0,\n", "line 2 has 1 values");
    expect_refused("t,level\n0,high\n", "line 2 has \"high\" for \"level\"");
    expect_refused("t,level\n0,nan\n", "finite number");
    expect_refused("t,level\n0,1e999\n", "finite number");
    expect_refused("t,level\n0,\"1\"\n", "finite number");
    expect_refused(std::string(5000, ','), "1000 columns");
    expect_refused(std::string("t\n\xff\x07\n"), "line 2 has \"??\"");
    EXPECT_EQ(read_csv("/nonexistent/tide.csv").error().code, ErrorCode::NotFound);
}

}  // namespace
}  // namespace tarn::io
