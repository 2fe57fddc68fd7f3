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

INSTANTIATE_TEST_SUITE_P(
    D2q9, ValidateRow,
    testing::Values(RowCase{"lake/immersed", "d2q9"}, RowCase{"lake/emerging", "d2q9"},
                    RowCase{"lake/emerging", "d2q9", "double"}, RowCase{"lake/rough", "d2q9"},
                    RowCase{"lake/rough", "d2q9", "double"}, RowCase{"stoker", "d2q9"},
                    RowCase{"ritter", "d2q9"}, RowCase{"seiche", "d2q9"},
                    RowCase{"seiche", "d2q9", "double"}, RowCase{"drop", "d2q9"},
                    RowCase{"attenuation", "d2q9"}),
    printed_name);

INSTANTIATE_TEST_SUITE_P(
    Fv, ValidateRow,
    testing::Values(
        RowCase{"lake/immersed", "fv"}, RowCase{"lake/emerging", "fv"}, RowCase{"lake/rough", "fv"},
        RowCase{"lake/rough", "fv", "double"}, RowCase{"stoker", "fv"}, RowCase{"dam/0.05", "fv"},
        RowCase{"dam/0.01", "fv"}, RowCase{"thacker/1", "fv"}, RowCase{"thacker/3", "fv"},
        RowCase{"thacker/3", "fv", "double"}, RowCase{"thacker/lifted", "fv"},
        RowCase{"bump/sub", "fv"}, RowCase{"bump/trans", "fv"}, RowCase{"bump/shock", "fv"},
        RowCase{"step/1.5-1.0", "fv"}, RowCase{"step/1.6-0.8", "fv"}, RowCase{"step/2.0-0.7", "fv"},
        RowCase{"uniform/slow", "fv"}, RowCase{"uniform/fast", "fv"}, RowCase{"uniform/free", "fv"},
        RowCase{"uniform/start", "fv"}, RowCase{"flood/dry", "fv"}, RowCase{"wave/0.9", "fv"},
        RowCase{"wave/0.2", "fv"}, RowCase{"seiche", "fv"}, RowCase{"drop", "fv"},
        RowCase{"hull/wave_force", "fv"}, RowCase{"hull/wake", "fv"},
        RowCase{"hull/wave_drag", "fv"}, RowCase{"hull/righting", "fv"}),
    printed_name);

TEST(ValidateVariants, KeepTheErrorOfAFlow) {
    for (const char* name :
         {"stoker", "thacker/1", "bump/trans", "uniform/slow", "uniform/fast", "flood/dry"}) {
        Setting setting;
        setting.how = {.scheme = "fv", .precision = "double"};
        for (const Row& row : run_variants(*find_cases(name).front(), setting)) {
            std::printf("%s", printed_line(row).c_str());
            EXPECT_TRUE(row.is_pass()) << printed_line(row);
        }
    }
}

}  // namespace
}  // namespace tarn::cli::validate
