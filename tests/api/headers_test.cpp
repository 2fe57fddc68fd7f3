// Each public header stands by itself, in C++ too; the handles are plain data.
#include <tarn/bodies.hpp>
#include <tarn/export.hpp>
#include <tarn/frame.hpp>
#include <tarn/machine.hpp>
#include <tarn/result.hpp>
#include <tarn/scene.hpp>
#include <tarn/tarn.h>
#include <tarn/types.hpp>
#include <tarn/world.hpp>

#include <gtest/gtest.h>

#include <type_traits>

namespace {

static_assert(std::is_trivial_v<tarn_world> && sizeof(tarn_world) == 8);
static_assert(std::is_trivial_v<tarn_options> && std::is_trivial_v<tarn_step_report>);
static_assert(!std::is_copy_constructible_v<tarn::World>);
static_assert(std::is_nothrow_move_constructible_v<tarn::World>);

TEST(Headers, TheLibrarySaysTheVersionOfTheHeader) {
    const std::string version = std::to_string(TARN_VERSION_MAJOR) + "." +
                                std::to_string(TARN_VERSION_MINOR) + "." +
                                std::to_string(TARN_VERSION_PATCH);
    EXPECT_EQ(tarn_version(), version);
}

TEST(Headers, TheDoorsInCppAreOpen) {
    EXPECT_EQ(tarn::built_in_scenes().size(), 41u);
    EXPECT_TRUE(tarn::scene_outline("pond").value().files.empty());
    EXPECT_FALSE(tarn::scene_outline("no such scene"));
    EXPECT_EQ(tarn::collisions().front().name, "limited");
    EXPECT_NE(tarn::scene_schema().find("\"$schema\""), std::string::npos);
    EXPECT_GE(tarn::machine_info().cores, 1);
    tarn::Isa isa = tarn::Isa::Auto;
    EXPECT_TRUE(tarn::parse_isa("avx2", isa));
    EXPECT_EQ(tarn::isa_name(isa), "avx2");
    EXPECT_GT(tarn::measure_triad_bytes_per_s(1, 1 << 20), 0.0);
    EXPECT_TRUE(tarn::World::from_scene("pond"));
}

}  // namespace
