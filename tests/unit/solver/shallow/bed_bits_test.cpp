// Water over a bed: the same bits whoever steps it, however memory holds it, and whatever is done
// to it in between.
#include "exec/isa.hpp"
#include "support/beds_for_test.hpp"
#include "support/due_drop.hpp"

#include <cstring>

namespace tarn::shallow {
namespace {

PondDesc with_solids_and_forces(PondDesc desc) {
    desc.is_solid = [](int i, int j) { return (i > 4 && i < 7 && j > 3) || (i == 0 && j == 5); };
    desc.manning = 0.03;
    desc.bed_drag = 0.002;
    desc.coriolis_per_s = 0.3;
    desc.wind_m_per_s = {6.0, -3.0};
    return desc;
}

template <class T>
void expect_same_bits(const PondDesc& first, const PondDesc& second, const std::string& what) {
    Pond<T> a(first), b(second);
    ASSERT_EQ(a->checksum(), b->checksum()) << what;
    // Twenty steps together: what leaves one edge of a small lake has met the edge across.
    for (const int steps : {1, 1, 2, 16}) {
        const RunReport x = a.run(steps), y = b.run(steps);
        ASSERT_FALSE(x.trouble || y.trouble) << what << (x.trouble ? x.trouble->cause : "");
        ASSERT_EQ(a->checksum(), b->checksum()) << what << ", piece of " << steps;
        EXPECT_EQ(x.came_in_m3, y.came_in_m3) << what;
        EXPECT_EQ(x.went_out_m3, y.went_out_m3) << what;
    }
}

template <class T>
void expect_in_place_as_in_two(PondDesc desc, const std::string& what) {
    PondDesc single = desc;
    single.is_in_place = true;
    expect_same_bits<T>(desc, single, what);
}

TEST(BedInPlace, EveryMixtureOfEdgesGivesTheBitsOfTwoCopies) {
    constexpr Boundary kinds[] = {Boundary::Wall, Boundary::Slip, Boundary::Periodic,
                                  Boundary::Open};
    for (int k = 0; k < 256; ++k) {
        PondDesc desc = stormy_lake(19, 13, rolling_bed);
        for (std::size_t e = 0; e < 4; ++e) desc.edges[e] = kinds[(k >> (2 * e)) & 3];
        const auto is_periodic = [&](std::size_t e) { return desc.edges[e] == Boundary::Periodic; };
        if (is_periodic(0) != is_periodic(1) || is_periodic(2) != is_periodic(3)) continue;
        const std::string what = "edges " + std::to_string(k);
        expect_in_place_as_in_two<float>(desc, what);
        expect_in_place_as_in_two<Half>(with_solids_and_forces(desc), what);
        if (HasFatalFailure()) return;
    }
}

TEST(BedInPlace, EveryNumberAndRowLengthGivesTheBitsOfTwoCopies) {
    for (const int nx : {3, 4, 16, 17, 33, 35})
        for (PondDesc desc : {stormy_lake(nx, 12, rolling_bed),
                              with_solids_and_forces(stormy_lake(nx, 12, rolling_bed))}) {
            const std::string what = std::to_string(nx) + " cells in a row";
            expect_in_place_as_in_two<float>(desc, what + ", float");
            expect_in_place_as_in_two<Half>(desc, what + ", half");
            expect_in_place_as_in_two<double>(desc, what + ", double");
        }
}

template <class T>
void expect_same_everywhere(const PondDesc& desc) {
    PondDesc other = desc;
    other.cache_bytes = 1;  // non-temporal stores
    expect_same_bits<T>(desc, other, "streamed");
    for (const Isa isa : {Isa::Base, Isa::Avx2, Isa::Avx512}) {
        if (!exec::has_isa(isa)) continue;
        other.isa = isa;
        expect_same_bits<T>(desc, other, "instruction set " + std::to_string(int(isa)));
    }
}

TEST(Bed, EveryInstructionSetAndWayOfStoringGivesTheSameBits) {
    PondDesc desc = stormy_lake(75, 61, rolling_bed);
    desc.edges = {Boundary::Open, Boundary::Slip, Boundary::Periodic, Boundary::Periodic};
    for (const PondDesc& pond : {desc, with_solids_and_forces(desc)}) {
        expect_same_everywhere<float>(pond);
        expect_same_everywhere<Half>(pond);
        expect_same_everywhere<double>(pond);
    }
}

TEST(BedThreads, AnyNumberOfThemGivesTheSameBits) {
    PondDesc desc = with_solids_and_forces(stormy_lake(75, 61, rolling_bed));
    desc.edges = {Boundary::Slip, Boundary::Open, Boundary::Periodic, Boundary::Periodic};
    for (const int threads : {2, 3, 8})
        for (const bool is_in_place : {false, true}) {
            PondDesc other = desc;
            other.threads = threads;
            other.is_in_place = is_in_place;
            expect_same_bits<float>(desc, other, std::to_string(threads) + " threads");
        }
}

template <class T>
void expect_states_to_travel(int steps_before) {
    PondDesc desc = with_solids_and_forces(stormy_lake(21, 18, rolling_bed));
    Pond<T> two(desc);
    desc.is_in_place = true;
    Pond<T> one(desc);
    one.step(steps_before);
    two.step(3);
    ASSERT_TRUE(two->restore(one->save()));
    one.step(6);
    two.step(6);
    EXPECT_EQ(one->checksum(), two->checksum()) << steps_before;
}

TEST(Bed, AStateSavedAfterAnyNumberOfStepsContinuesElsewhere) {
    for (const int steps : {0, 1, 2, 3}) {
        expect_states_to_travel<float>(steps);
        expect_states_to_travel<Half>(steps);
        expect_states_to_travel<double>(steps);
    }
}

TEST(Bed, AStateOfAnotherStillLevelIsRefused) {
    Pond<float> one(lake(21, 18, rolling_bed, 1.0)), other(lake(21, 18, rolling_bed, 0.9));
    const std::uint64_t before = other->checksum();
    EXPECT_FALSE(other->restore(one->save()));
    EXPECT_EQ(other->checksum(), before);
}

TEST(Bed, SourcesEdgesReadersAndAnotherLatticeStepSeeTheSameWater) {
    PondDesc desc = with_solids_and_forces(stormy_lake(45, 50, rolling_bed));
    Pond<float> two(desc);
    desc.is_in_place = true;
    Pond<float> one(desc);
    for (Solver* pond : {&*two, &*one}) {
        for (int k = 0; k < 6; ++k) {
            exchange::Forcing water =
                forcing_of({drop(1, 3 * k, 20, 0.01), drop(2, 30, 5 * k, -0.01)});
            const RunReport report = pond->run({.steps = 5, .forcing = &water});
            ASSERT_FALSE(report.trouble);
            pond->set_step(pond->units().step_s * (k % 2 ? 0.8 : 1.25));
            pond->set_boundary(Edge::East, k % 2 ? Boundary::Slip : Boundary::Open);
        }
    }
    EXPECT_EQ(one->checksum(), two->checksum());
    EXPECT_EQ(one->save(), two->save());
}

// A run that goes wrong ends at the step before, as over a flat bed.
TEST(Bed, TroubleLeavesTheStateBeforeIt) {
    PondDesc desc = lake(40, 40, rolling_bed);
    Pond<float> pond(desc), other(desc);
    std::string bytes = pond->save();
    // Not a number in the middle of the deepest population plane.
    const float nan = std::nanf("");
    std::memcpy(bytes.data() + (20 * 40 + 3) * sizeof(float), &nan, sizeof nan);
    ASSERT_TRUE(pond->restore(bytes));
    const RunReport report = pond.run(5);
    ASSERT_TRUE(report.trouble);
    EXPECT_EQ(report.steps, 0);
    EXPECT_EQ(report.trouble->cause, "the depth is not finite");
}

}  // namespace
}  // namespace tarn::shallow
