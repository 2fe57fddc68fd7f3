// Half storage: what memory holds is a half, mass is kept as well as with floats, and waves are
// those of floats to what a half can say. Against theory: tests/physics/precision_test.cpp.
#include "support/pond_for_test.hpp"

#include <cstdio>
#include <cstring>

namespace tarn::shallow {
namespace {

double wavy(int i, int j) {
    return 1.0 + bump(i, j, 20, 30, 6, 0.3) - bump(i, j, 45, 20, 5, 0.2);
}

template <class T>
double drift_after(int steps, std::array<Boundary, 4> edges) {
    Pond<T> pond({.nx = 65, .ny = 64, .tau = 0.505, .edges = edges, .depth_m = wavy});
    const double before = pond->totals().volume_m3;
    pond.step(steps);
    return pond->totals().volume_m3 / before - 1.0;
}

// The rest population is a float and is set from the mass, so rounding of the others costs none.
// All halves are multiples of 2^-24, and a float below 1 holds those exactly: as long as no cell
// stands a whole depth above the mean, sums are exact and nothing is lost at all. Measured: 0,
// where floats drift by 3e-9. Allowed is one rounding of a float, 2^-24 = 6e-8 of the depth. Halves
// alone would round each population by up to 2^-12 of itself in each step.
TEST(HalfStorageSlow, KeepsMassToTheRoundingOfFloats) {
    for (const auto& edges : {kWalls, kSlip, kPeriodic}) {
        const double half = drift_after<Half>(5000, edges), full = drift_after<float>(5000, edges);
        std::printf("mass after 5,000 steps: off by %+.1e of it with halves, %+.1e with floats\n",
                    half, full);
        EXPECT_NEAR(half, 0.0, 6e-8);
    }
}

TEST(HalfStorage, TakesFiveNinthsOfTheMemoryOfFloats) {
    // One float and eight halves, against nine floats; padding of rows apart.
    const PondDesc desc = {.nx = 1024, .ny = 64};
    const auto half = double(Pond<Half>(desc)->memory().state_bytes);
    const auto full = double(Pond<float>(desc)->memory().state_bytes);
    EXPECT_NEAR(half / full, 20.0 / 36.0, 0.03);
    EXPECT_EQ(bytes_per_update(Precision::Half), 40.0);
    EXPECT_EQ(Pond<Half>(desc)->saved_bytes(), 20u * 1024u * 64u);
}

// Planes one to eight of a saved state are halves of the numbers that readers see: the momentum of
// a cell is their sum, exactly.
TEST(HalfStorage, ReadersSeeExactlyWhatMemoryHolds) {
    constexpr int kN = 16;
    Pond<Half> pond({.nx = kN, .ny = kN, .depth_m = wavy});
    pond.step(7);
    const std::string saved = pond->save();
    const auto population = [&](std::size_t direction, std::size_t cell) {
        Half h;
        std::memcpy(&h, saved.data() + 4 * kN * kN + 2 * ((direction - 1) * kN * kN + cell), 2);
        return double(to_float(h));
    };
    const double speed = kCell_m / pond->units().step_s;
    for (const auto& [i, j] : {std::pair{3, 4}, {15, 0}, {8, 15}}) {
        const auto n = std::size_t(j * kN + i);
        // Directions 1, 5, 7 lead east and 2, 6, 8 west.
        const double momentum = population(1, n) - population(2, n) + population(5, n) -
                                population(6, n) + population(7, n) - population(8, n);
        const CellState cell = pond->cell(i, j);
        // Sums and the division are rounded to floats.
        EXPECT_NEAR(cell.u_m_per_s, momentum / cell.depth_m * speed, 1e-6 * speed);
    }
}

// Each population is rounded to 11 bits at each step, which acts as noise: for waves of 30 % of the
// depth it stays below a ten-thousandth of it over 200 steps. Measured: 2.5e-5 of the depth.
TEST(HalfStorage, WavesAreThoseOfFloatsToATenThousandthOfTheDepth) {
    const PondDesc desc = {.nx = 65, .ny = 64, .depth_m = wavy};
    Pond<Half> half(desc);
    Pond<float> full(desc);
    half.step(200);
    full.step(200);
    double worst = 0.0;
    for (int j = 0; j < 64; ++j)
        for (int i = 0; i < 65; ++i)
            worst = std::max(worst, std::abs(half->cell(i, j).depth_m - full->cell(i, j).depth_m));
    std::printf("halves against floats after 200 steps: depth off by at most %.1e\n", worst);
    EXPECT_LT(worst, 1e-4);
    EXPECT_GT(worst, 0.0);
}

}  // namespace
}  // namespace tarn::shallow
