// Two steps in one pass over memory are the same steps, to the bit. The cache is said to hold
// nothing, so that small grids are stepped as large ones are.
#include "base/system.hpp"
#include "support/pond_for_test.hpp"

namespace tarn::shallow {
namespace {

constexpr int kNx = 75, kNy = 61;  // odd, and above the 4,096 cells from which threads share

double wavy(int i, int j) {
    return 1.0 + bump(i, j, 9, 12, 3, 0.3) - bump(i, j, 60, 45, 5, 0.2);
}
Vec2 drifting(int i, int j) {
    return {0.1 * std::sin(0.1 * i), 0.05 * std::cos(0.2 * j)};
}

PondDesc pond_with(std::array<Boundary, 4> edges) {
    PondDesc desc = {.nx = kNx, .ny = kNy, .tau = 0.53, .edges = edges, .depth_m = wavy};
    desc.velocity_m_per_s = drifting;
    return desc;
}

PondDesc with_solids_and_forces(std::array<Boundary, 4> edges) {
    PondDesc desc = pond_with(edges);
    desc.is_solid = [](int i, int j) {
        return (i > 40 && i < 44 && j > 20) || (j == 30 && i > 10 && i < 30) || (i == 0 && j == 5);
    };
    desc.manning = 0.03;
    desc.wind_m_per_s = {6.0, -3.0};
    return desc;
}

/// Everything that a run says and leaves behind.
struct Outcome {
    std::vector<double> numbers;
    std::uint64_t checksum = 0;
    bool operator==(const Outcome&) const = default;
};

/// Runs of lengths that end in the middle of a pass, at its end, and beyond.
template <class T>
Outcome outcome_of(const PondDesc& desc) {
    Pond<T> pond(desc);
    Outcome out;
    for (const int steps : {1, 2, 3, 4, 5, 16}) {
        const RunReport report = pond.run(steps);
        EXPECT_FALSE(report.trouble) << report.trouble->cause;
        EXPECT_EQ(report.steps, steps);
        out.numbers.insert(out.numbers.end(), {report.came_in_m3, report.went_out_m3});
    }
    const Totals totals = pond->totals();
    out.numbers.insert(out.numbers.end(), {totals.volume_m3, totals.energy_per_density_m5_per_s2});
    out.checksum = pond->checksum();
    return out;
}

/// With 1, 2 and 8 steps per pass, each by another number of threads. Which one goes round with
/// `turn`: after three turns each length has met each number of threads.
template <class T>
void expect_same_bits(PondDesc desc, const char* what, int turn) {
    desc.max_steps_per_pass = 1;
    const Outcome expected = outcome_of<T>(desc);
    desc.cache_bytes = 1;
    for (const int steps : {1, 2, 8}) {
        desc.max_steps_per_pass = steps;
        desc.threads = 1 + turn++ % 3;
        EXPECT_EQ(outcome_of<T>(desc), expected)
            << what << ": " << steps << " steps per pass, " << desc.threads << " threads";
    }
}

template <class T>
void expect_same_bits_for_all_edges(const char* number) {
    using enum Boundary;
    int turn = 0;
    for (const auto& edges :
         {kWalls, kSlip, std::array{Open, Open, Open, Open}, std::array{Open, Wall, Slip, Open},
          std::array{Periodic, Periodic, Wall, Slip}, kPeriodic}) {
        expect_same_bits<T>(pond_with(edges), number, turn);
        expect_same_bits<T>(with_solids_and_forces(edges), number, turn + 1);
        ++turn;
    }
}

TEST(PassesThreads, FloatsGiveTheBitsOfSingleSteps) {
    expect_same_bits_for_all_edges<float>("float");
}

TEST(PassesThreads, HalvesGiveTheBitsOfSingleSteps) {
    expect_same_bits_for_all_edges<Half>("half");
}

TEST(PassesThreads, DoublesGiveTheBitsOfSingleSteps) {
    for (const int turn : {0, 1, 2}) expect_same_bits<double>(pond_with(kWalls), "double", turn);
}

TEST(Passes, RowsOfAnyLengthGiveTheBitsOfSingleSteps) {
    for (const int nx : {3, 5, 15, 16, 17, 31, 33, 64, 65}) {
        PondDesc desc = pond_with(kWalls);
        desc.nx = nx;
        expect_same_bits<float>(desc, "float", nx);
        expect_same_bits<Half>(desc, "half", nx + 1);
    }
}

TEST(Passes, AGridLargerThanTheCacheOfThisMachineGivesTheBitsOfSingleSteps) {
    const auto cells = double(last_level_cache_bytes()) / bytes_per_update(Precision::Float);
    if (cells > 4e6) GTEST_SKIP() << "the cache of this machine is too large for a short test";
    PondDesc desc = pond_with({Boundary::Open, Boundary::Slip, Boundary::Wall, Boundary::Wall});
    desc.nx = desc.ny = int(std::sqrt(cells)) + 5;
    desc.threads = 2;
    Pond<float> passes(desc);
    desc.max_steps_per_pass = 1;
    Pond<float> single(desc);
    passes.step(7);
    single.step(7);
    EXPECT_EQ(passes->checksum(), single->checksum());
}

}  // namespace
}  // namespace tarn::shallow
