// Bodies in water in space, without contacts: which cells they fill, where they float, books, bits.
#include "bodies/shapes.hpp"
#include "solver/volume/cells.hpp"
#include "solver/volume/hull/cover.hpp"
#include "support/free_hulls.hpp"
#include "support/volume_box.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tarn::volume {
namespace {

using Kind = exchange::HullShape::Kind;

constexpr double kPi = 3.14159265358979;

double covered(const exchange::HullShape& shape, const Quaternion& turn) {
    const Mat3 m = matrix_of(turn);
    HullPlace place = {{20.13, 19.71, 20.4}, {}};
    for (std::size_t r = 0; r < 3; ++r) {
        const double row[3] = {m.row[r].x, m.row[r].y, m.row[r].z};
        for (std::size_t c = 0; c < 3; ++c) place.turn[3 * r + c] = row[c];
    }
    SpaceCover cover;
    std::shared_ptr<const MeshDistance> table;
    if (shape.mesh) table = std::make_shared<const MeshDistance>(*shape.mesh, 0.5);
    cover_space(HullDistance(shape, table), place, 1.0, {{40, 40, 40}}, cover);
    double sum = 0.0;
    for (const std::uint8_t inside : cover.is_inside) sum += inside;
    for (const SpaceCover::Near& near : cover.near)
        sum += near.share - (near.is_inside ? 1.0 : 0.0);
    return sum;
}

/// An octahedron, whose volume is 4/3 r^3.
std::shared_ptr<const TriangleMesh> octahedron(double r) {
    TriangleMesh mesh;
    mesh.positions_m = {{r, 0, 0}, {-r, 0, 0}, {0, r, 0}, {0, -r, 0}, {0, 0, r}, {0, 0, -r}};
    mesh.triangles = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                      {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
    return std::make_shared<const TriangleMesh>(mesh);
}

TEST(HullCover, FillsTheVolumeOfEveryShape) {
    const Quaternion turn = turn_by({0.3, -0.5, 0.9});
    struct Case {
        exchange::HullShape shape;
        double volume;
    };
    const Case cases[] = {{{Kind::Sphere, 6.0, {}, {}, {}}, 4.0 / 3.0 * kPi * 216.0},
                          {{Kind::Box, 0.0, {12, 9, 7}, {}, {}}, 756.0},
                          {{Kind::Cylinder, 4.0, {8, 8, 11}, {}, {}}, kPi * 176.0},
                          {{Kind::Capsule, 4.0, {8, 8, 14}, {}, {}}, kPi * (96.0 + 256.0 / 3.0)},
                          {{Kind::Mesh, 0.0, {}, {}, octahedron(8.0)}, 4.0 / 3.0 * 512.0}};
    for (const Case& one : cases)
        // Edges are rounded within an eighth of a cell, which fills the cells along them less.
        for (const Quaternion& pose : {Quaternion{}, turn})
            EXPECT_NEAR(covered(one.shape, pose) / one.volume, 1.0, 0.02)
                << int(one.shape.kind) << " " << pose.x;
}

TEST(HullDistance, OfACylinderIsRightAtItsSideItsEndAndItsRim) {
    const HullDistance cylinder({Kind::Cylinder, 4.0, {8, 8, 10}, {}, {}}, nullptr);
    constexpr double kRounding = 1e-12;
    EXPECT_NEAR(cylinder.at({3.0, 4.0, 0.0}), 1.0, kRounding);
    EXPECT_NEAR(cylinder.at({0.0, 0.0, -7.0}), 2.0, kRounding);
    EXPECT_NEAR(cylinder.at({7.0, 0.0, 9.0}), 5.0, kRounding);
    EXPECT_NEAR(cylinder.at({0.0, 1.0, 0.0}), -3.0, kRounding);
    EXPECT_NEAR(cylinder.at({0.0, 0.0, 4.5}), -0.5, kRounding);
}

/// Two cubes of 8 m that share a quarter of their volume.
TEST(HullDistance, WhereClosedPartsOfAMeshOverlapIsInside) {
    const TriangleMesh cube = bodies::box_mesh({8.0, 8.0, 8.0});
    TriangleMesh both = cube;
    for (const Vec3& p : cube.positions_m) both.positions_m.push_back(p + Vec3{6.0, 0.0, 0.0});
    for (const TriangleMesh::Triangle& t : cube.triangles)
        both.triangles.push_back({t[0] + 8, t[1] + 8, t[2] + 8});
    const MeshDistance distance(both, 0.5);
    for (const double x : {-2.0, 2.5, 3.0, 3.5, 8.0})
        EXPECT_LT(distance.at({x, 0.3, 0.2}), 0.0) << x;
    for (const double x : {-4.6, 10.6}) EXPECT_GT(distance.at({x, 0.3, 0.2}), 0.0) << x;
}

constexpr double kGravity_lu = 5e-4, kLevel = 14.0;

BoxDesc tank(FreeHulls& hulls) {
    BoxDesc d;
    d.nx = d.ny = 28;
    d.nz = 26;
    d.gravity_lu = kGravity_lu;
    d.tau = 0.51;
    d.collision = "smagorinsky";
    d.has_surface = true;
    d.fill = [](int, int, int z) { return z < kLevel ? 1.0f : 0.0f; };
    d.hulls = &hulls;
    return d;
}

/// Mean depth over all columns of free water, as seen in the corners.
double level_of(const Box& box) {
    const std::vector<float> fill = box.field(Field::Fill);
    double sum = 0.0;
    for (int k = 0; k < 16; ++k)
        for (int z = 0; z < 26; ++z)
            sum += double(fill[box.at(k % 4 + (k / 8) * 24, (k / 4) % 4, z)]);
    return sum / 16.0;
}

/// Mean over the second half of a run that starts a little above the draft.
double draft_of(FreeHulls& hulls, double half_height) {
    Box box(tank(hulls));
    if (!box.is_made()) return -1.0;
    double sum = 0.0;
    int count = 0;
    for (int k = 0; k < 36; ++k) {
        if (box->run(25, k).trouble) return -1.0;
        if (k < 18) continue;
        sum += level_of(box) - (hulls[0].centre_m.z - half_height);
        ++count;
    }
    return sum / count;
}

// Cells are solid or not as wholes, and the surface is known to a part of a cell: a third of a cell
// is 5 % of these drafts.
TEST(HullInSpaceSlow, SpheresFloatAtTheirDraft) {
    const double radius = 6.5;
    FreeHulls half(kGravity_lu);
    half.add_sphere(radius, 0.5, {14.13, 13.79, kLevel + 0.5});
    EXPECT_NEAR(draft_of(half, radius), radius, 0.05 * radius);
}
TEST(HullInSpaceSlow, BoxesFloatAtTheirDraft) {
    const double density = 0.6;
    FreeHulls hulls(kGravity_lu);
    hulls.add_box({12, 12, 12}, density, {14.13, 13.79, kLevel + 6.0 - 12.0 * density + 0.5});
    EXPECT_NEAR(draft_of(hulls, 6.0), 12.0 * density, 0.35);
}

TEST(HullInSpace, ReportsTheLiftOfWhatIsHeld) {
    FreeHulls hulls(kGravity_lu);
    hulls.add_sphere(5.0, 1.0, {14.2, 13.9, 7.1}).is_free = false;
    Box box(tank(hulls));
    ASSERT_TRUE(box.is_made());
    double lift = 0.0, volume = 0.0;
    for (int k = 0; k < 20; ++k) {
        ASSERT_FALSE(box->run(20, k).trouble);
        if (k < 10) continue;
        lift += hulls[0].report.force[2] / 10.0;
        volume += hulls[0].report.submerged_m3 / 10.0;
    }
    const double displaced = 4.0 / 3.0 * kPi * 125.0;
    // Fully under water: staircases are mended by shares, to 2 % of the volume.
    EXPECT_NEAR(lift / (kGravity_lu * displaced), 1.0, 0.02);
    EXPECT_NEAR(volume / displaced, 1.0, 0.03);
}

// A light ball falls in, a heavy box is thrown in, and both meet a wave.
void add_two(FreeHulls& hulls) {
    hulls.add_sphere(4.0, 0.15, {8.3, 9.1, 20.0}).motion = {0.0, 0.0, -0.08, 0.0, 0.0, 0.0};
    hulls.add_box({6, 5, 4}, 1.8, {18.3, 17.1, 17.0}).motion = {-0.02, 0.01, -0.05,
                                                                0.01,  0.02, -0.01};
}

TEST(HullInSpace, LosesNoWater) {
    for (const Precision precision : {Precision::Float, Precision::Half}) {
        FreeHulls hulls(kGravity_lu);
        add_two(hulls);
        BoxDesc desc = tank(hulls);
        desc.precision = precision;
        Box box(desc);
        ASSERT_TRUE(box.is_made());
        const double before_kg = box->totals().mass_kg;
        for (int k = 0; k < 5; ++k) {
            ASSERT_FALSE(box->run(50, k).trouble);
            const Totals now = box->totals();
            EXPECT_NEAR(now.mass_kg / before_kg, 1.0, 1e-6);
            // Accounts follow what a body displaces beyond its cells: less than its surface cells.
            EXPECT_LT(std::abs(now.carried_kg), 150.0);
        }
    }
}

TEST(HullInSpace, HasTheSameBitsForThreadsAndInstructionSets) {
    std::uint64_t sums[3];
    double heights[3];
    for (int k = 0; k < 3; ++k) {
        FreeHulls hulls(kGravity_lu);
        add_two(hulls);
        BoxDesc desc = tank(hulls);
        desc.threads = k == 1 ? 3 : 1;
        desc.isa = k == 2 ? Isa::Base : Isa::Auto;
        desc.south_north = kPeriodic;
        Box box(desc);
        ASSERT_TRUE(box.is_made());
        ASSERT_FALSE(box->run(150, 0.0).trouble);
        sums[k] = box->checksum();
        heights[k] = hulls[0].centre_m.z;
    }
    EXPECT_EQ(sums[0], sums[1]);
    EXPECT_EQ(sums[0], sums[2]);
    EXPECT_EQ(heights[0], heights[1]);
    EXPECT_EQ(heights[0], heights[2]);
}

// Behind a tall plate that moves on, water follows from the side; it does not climb the plate. The
// plate is dry above the level, and what becomes free there is air.
TEST(HullInSpace, DrawsNoWaterUpItsDrySide) {
    FreeHulls hulls(kGravity_lu);
    auto& plate = hulls.add_box({4, 10, 20}, 1.0, {12.0, 14.0, 14.0});
    plate.is_free = false;
    plate.motion = {0.02, 0.0, 0.0, 0.0, 0.0, 0.0};
    Box box(tank(hulls));
    ASSERT_TRUE(box.is_made());
    for (int k = 0; k < 6; ++k) {
        ASSERT_FALSE(box->run(25, k).trouble);
        const std::vector<float> fill = box.field(Field::Fill);
        for (int z = int(kLevel) + 2; z < 26; ++z)
            for (int y = 0; y < 28; ++y)
                for (int x = 0; x < int(plate.centre_m.x); ++x)  // its bow throws some up
                    ASSERT_EQ(fill[box.at(x, y, z)], 0.0f)
                        << x << " " << y << " " << z << " after " << 25 * (k + 1) << " steps";
    }
}

// A checkpoint may come from a water whose step had changed.
TEST(HullInSpace, GoesOnInTheStepOfItsCheckpoint) {
    FreeHulls first(kGravity_lu), second(kGravity_lu);
    for (FreeHulls* hulls : {&first, &second}) add_two(*hulls);
    Box straight(tank(first)), restored(tank(second));
    ASSERT_TRUE(straight.is_made() && restored.is_made());
    straight->set_step(0.7);
    ASSERT_FALSE(straight->run(60, 0.0).trouble);
    const std::string saved = straight->save();
    for (std::size_t k = 0; k < 2; ++k) second[k] = first[k];
    ASSERT_TRUE(restored->restore(saved));
    for (Box* box : {&straight, &restored}) ASSERT_FALSE((*box)->run(60, 0.0).trouble);
    EXPECT_EQ(straight->checksum(), restored->checksum());
    EXPECT_EQ(first[0].centre_m.z, second[0].centre_m.z);
}

// Types that only a free surface has would be read without the memory that belongs to them.
TEST(HullInSpace, ABoxWithoutASurfaceTakesNoCheckpointWithOne) {
    FreeHulls hulls(0.0);
    hulls.add_sphere(4.0, 1.0, {14.0, 14.0, 13.0});
    BoxDesc desc = tank(hulls);
    desc.has_surface = false;
    Box box(desc);
    ASSERT_TRUE(box.is_made());
    const std::string saved = box->save();
    ASSERT_TRUE(box->is_sound(saved));
    // Types stand before the populations, one byte each; the first cell is water.
    const std::size_t cells = 28 * 28 * 26;
    const std::string fluid(28, char(kFluid));
    const std::size_t types = saved.find(fluid);
    ASSERT_NE(types, std::string::npos);
    for (const int type : {int(kEmpty), int(kInterface), 7, 255}) {
        std::string forged = saved;
        forged[types + cells / 2] = char(type);
        EXPECT_FALSE(box->is_sound(forged)) << type;
        forged = saved;
        forged[types] = char(type);
        EXPECT_FALSE(box->restore(forged)) << type;
    }
}

// A paddle swept through a full box: the account gives and takes whole cells.
TEST(HullInSpace, StirsABoxWithoutASurface) {
    FreeHulls hulls(0.0);
    auto& paddle = hulls.add_box({3, 10, 10}, 1.0, {8.0, 14.0, 13.0});
    paddle.is_free = false;
    paddle.motion = {0.05, 0.0, 0.0, 0.0, 0.0, 0.0};
    BoxDesc desc = tank(hulls);
    desc.gravity_lu = 0.0;
    desc.has_surface = false;
    Box box(desc);
    ASSERT_TRUE(box.is_made());
    const double before_kg = box->totals().mass_kg;
    ASSERT_FALSE(box->run(200, 0.0).trouble);
    EXPECT_NEAR(box->totals().mass_kg / before_kg, 1.0, 1e-6);
    EXPECT_GT(box->totals().max_speed_m_per_s, 0.03);
    EXPECT_LT(box->totals().max_speed_m_per_s, 0.2);
    EXPECT_LT(hulls[0].report.force[0], 0.0);
}

}  // namespace
}  // namespace tarn::volume
