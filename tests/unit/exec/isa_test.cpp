// Instruction sets: the best one is one this machine has, and names go both ways.
#include "exec/isa.hpp"

#include "exec/triad.hpp"
#include <tarn/machine.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace tarn::exec {
namespace {

TEST(Isa, TheBestOneIsAvailableAndTheBaseAlwaysIs) {
    EXPECT_TRUE(has_isa(Isa::Base));
    EXPECT_TRUE(has_isa(Isa::Auto));
    EXPECT_TRUE(has_isa(best_isa()));
    // Loops for AVX-512 stand above those for AVX2. A build with sanitizers has the base alone.
    EXPECT_EQ(best_isa() == Isa::Avx512, has_isa(Isa::Avx512));
    EXPECT_EQ(best_isa() == Isa::Avx2, has_isa(Isa::Avx2) && !has_isa(Isa::Avx512));
}

TEST(Isa, NamesGoBothWays) {
    for (const Isa isa : {Isa::Auto, Isa::Base, Isa::Avx2, Isa::Avx512}) {
        Isa back = Isa::Auto;
        EXPECT_TRUE(parse_isa(isa_name(isa), back));
        EXPECT_EQ(back, isa);
    }
    Isa unchanged = Isa::Avx2;
    EXPECT_FALSE(parse_isa("sse9", unchanged));
    EXPECT_EQ(unchanged, Isa::Avx2);
}

TEST(Isa, TheTriadGivesTheSameBitsOnEachSet) {
    alignas(64) float b[64], c[64], expected[64], got[64];
    for (int k = 0; k < 64; ++k) b[k] = 1.0f / float(k + 1), c[k] = float(k) * 0.37f;
    triad_for(Isa::Base)(expected, b, c, 0, 64);
    for (const Isa isa : {Isa::Avx2, Isa::Avx512}) {
        if (!has_isa(isa)) continue;
        triad_for(isa)(got, b, c, 0, 64);
        for (int k = 0; k < 64; ++k) EXPECT_EQ(got[k], expected[k]) << isa_name(isa) << " " << k;
    }
}

}  // namespace
}  // namespace tarn::exec
