// Packs of halves: what the hardware of each instruction set converts equals the functions of
// base/half.hpp, which run where there is no instruction for it.
#include "exec/isa.hpp"
#include "exec/pack.hpp"
#include "half_loop.hpp"
#include <tarn/machine.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

namespace tarn::exec {

inline namespace isa_base {
HalfLoops half_loops();
}
#if defined(TARN_X86)
namespace isa_avx2 {
HalfLoops half_loops();
}
namespace isa_avx512 {
HalfLoops half_loops();
}
#endif

namespace {

/// The loops of all instruction sets that this machine has, by name.
std::vector<std::pair<std::string, HalfLoops>> loops_here() {
    std::vector<std::pair<std::string, HalfLoops>> loops = {{"base", isa_base::half_loops()}};
#if defined(TARN_X86)
    if (has_isa(Isa::Avx2)) loops.emplace_back("avx2", isa_avx2::half_loops());
    if (has_isa(Isa::Avx512)) loops.emplace_back("avx512", isa_avx512::half_loops());
#endif
    return loops;
}

/// NaN has many forms; any of them will do.
void expect_same(float got, float expected, const std::string& what) {
    if (std::isnan(expected))
        ASSERT_TRUE(std::isnan(got)) << what;
    else
        ASSERT_EQ(std::bit_cast<std::uint32_t>(got), std::bit_cast<std::uint32_t>(expected))
            << what;
}
void expect_same(Half got, Half expected, const std::string& what) {
    if (std::isnan(to_float(expected)))
        ASSERT_TRUE(std::isnan(to_float(got))) << what;
    else
        ASSERT_EQ(got.bits, expected.bits) << what;
}

TEST(PackOfHalves, LoadsEachOfAllHalvesAsByHandOnEveryInstructionSet) {
    std::vector<Half> halves(65536);
    for (std::size_t k = 0; k < halves.size(); ++k) halves[k].bits = std::uint16_t(k);
    std::vector<float> floats(halves.size());
    for (const auto& [name, loops] : loops_here()) {
        loops.to_floats(halves.data(), floats.data(), halves.size());
        for (std::size_t k = 0; k < halves.size(); ++k)
            expect_same(floats[k], to_float_by_hand(halves[k]), name + " " + std::to_string(k));
    }
}

TEST(PackOfHalves, StoresFloatsOfAllSizesAsByHandOnEveryInstructionSet) {
    // Every 4,093rd of all floats (a prime, so that low bits vary), and the three around each point
    // where rounding turns.
    std::vector<float> floats;
    for (std::uint64_t bits = 0; bits < (std::uint64_t{1} << 32); bits += 4093)
        floats.push_back(std::bit_cast<float>(std::uint32_t(bits)));
    for (std::uint16_t low = 0; low < 0x7c00; ++low) {
        const float a = to_float_by_hand({low}), b = to_float_by_hand({std::uint16_t(low + 1)});
        const float middle = low == 0x7bff ? 65520.0f : 0.5f * (a + b);
        for (const float x : {std::nextafter(middle, 0.0f), middle, std::nextafter(middle, 1e9f)})
            floats.insert(floats.end(), {x, -x});
    }
    floats.resize(floats.size() / 16 * 16);
    std::vector<Half> halves(floats.size());
    std::vector<float> rounded(floats.size());
    for (const auto& [name, loops] : loops_here()) {
        loops.to_halves(floats.data(), halves.data(), floats.size());
        loops.as_halves(floats.data(), rounded.data(), floats.size());
        for (std::size_t k = 0; k < floats.size(); ++k) {
            const Half expected = to_half_by_hand(floats[k]);
            const std::string what = name + " " + std::to_string(floats[k]);
            expect_same(halves[k], expected, what);
            expect_same(rounded[k], to_float_by_hand(expected), what);
        }
    }
}

TEST(PackOfHalves, APackOfEveryWidthConvertsItsOwnLanesOnly) {
    Half from[40], to[40];
    for (int k = 0; k < 40; ++k) from[k] = to_half(float(k) / 3.0f);
    const auto check = [&]<int W>(std::integral_constant<int, W>) {
        for (Half& h : to) h = {0x1234};
        Pack<float, W>::load(from + 3).store(to + 5);
        for (int k = 0; k < 40; ++k)
            EXPECT_EQ(to[k].bits, k >= 5 && k < 5 + W ? from[k - 2].bits : 0x1234) << W << " " << k;
    };
    check(std::integral_constant<int, 1>{});
    check(std::integral_constant<int, 4>{});
    check(std::integral_constant<int, 8>{});
    check(std::integral_constant<int, 16>{});
}

}  // namespace
}  // namespace tarn::exec
