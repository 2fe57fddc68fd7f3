// The rows of tarn validate that take seconds, through the same functions, must pass.
#include "validate/row.hpp"

#include <gtest/gtest.h>

#include <cstdio>

namespace tarn::cli::validate {
namespace {

struct RowCase {
    const char* name;
    const char* scheme;
    const char* precision = "float";
};

std::string printed_name(const testing::TestParamInfo<RowCase>& info) {
    std::string name =
        std::string(info.param.name) + "_" + info.param.scheme + "_" + info.param.precision;
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return name;
}

class ValidateRow : public testing::TestWithParam<RowCase> {};

TEST_P(ValidateRow, Passes) {
    const Case& c = *find_cases(GetParam().name).front();
    Setting setting = {.is_one_grid = true};
    setting.how = {.scheme = GetParam().scheme, .precision = GetParam().precision};
    std::vector<Plot> plots;
    const Row row = run_row(c, setting, plots);
    std::printf("%s", printed_line(row).c_str());
    EXPECT_TRUE(row.is_pass()) << printed_line(row);
}

INSTANTIATE_TEST_SUITE_P(Cheap, ValidateRow,
                         testing::Values(RowCase{"stoker", "d2q9"}, RowCase{"seiche", "d2q9"},
                                         RowCase{"seiche", "d2q9", "double"},
                                         RowCase{"drop", "d2q9"}, RowCase{"attenuation", "d2q9"}),
                         printed_name);

}  // namespace
}  // namespace tarn::cli::validate
