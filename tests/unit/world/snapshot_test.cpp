// Snapshots: fields of one moment that stay while the water moves on.
#include "support/world_for_test.hpp"

namespace tarn {
namespace {

std::vector<float> copy_of(const FieldView& view) {
    return {view.data, view.data + view.row_stride * view.ny};
}

std::vector<float> field_of(const World& world, std::string_view name) {
    const auto view = world.field(name);
    EXPECT_TRUE(view);
    return view ? copy_of(view.value()) : std::vector<float>{};
}

constexpr std::string_view kAll[] = {"depth", "level", "u", "v"};
constexpr std::string_view kLevel[] = {"level"};

TEST(Snapshot, HoldsTheFieldsOfItsMomentWhileTheWaterMovesOn) {
    World world = world_of(kSmallPond);
    stepped(world, 0.3);
    std::vector<std::vector<float>> expected;
    for (const std::string_view name : kAll) expected.push_back(field_of(world, name));
    ASSERT_TRUE(world.begin_snapshot(kAll));
    stepped(world, 0.2);
    for (std::size_t k = 0; k < 4; ++k) {
        const auto view = world.snapshot(kAll[k]);
        ASSERT_TRUE(view) << kAll[k];
        EXPECT_EQ(view.value().nx, 40);
        EXPECT_EQ(view.value().ny, 30);
        EXPECT_EQ(copy_of(view.value()), expected[k]) << kAll[k];
        EXPECT_NE(field_of(world, kAll[k]), expected[k]) << kAll[k];
    }
}

TEST(Snapshot, TwoAlternateSoThatOneStaysUntilTheSecondAfterIt) {
    World world = world_of(kSmallPond);
    std::vector<std::vector<float>> moments;
    std::vector<const float*> places;
    for (int k = 0; k < 3; ++k) {
        stepped(world, 0.1);
        moments.push_back(field_of(world, "level"));
        ASSERT_TRUE(world.begin_snapshot(kLevel));
        places.push_back(world.snapshot("level").value().data);
        if (k == 0) continue;
        const std::size_t before = std::size_t(k) - 1;
        EXPECT_EQ(std::vector<float>(places[before], places[before] + 1200), moments[before]);
    }
    EXPECT_NE(places[0], places[1]);
    EXPECT_EQ(places[0], places[2]);
}

TEST(Snapshot, DoesNotDisturbTheWaterOrItsFields) {
    World world = world_of(kSmallPond), other = world_of(kSmallPond);
    for (int k = 0; k < 5; ++k) {
        ASSERT_TRUE(world.begin_snapshot(kAll));
        stepped(world, 0.1);
        stepped(other, 0.1);
    }
    EXPECT_EQ(checksum_of(world), checksum_of(other));
    EXPECT_EQ(field_of(world, "u"), field_of(other, "u"));
}

TEST(Snapshot, RefusesUnknownNamesAndFieldsThatAreNotInIt) {
    World world = world_of(kSmallPond);
    auto view = world.snapshot("level");
    ASSERT_FALSE(view);
    EXPECT_EQ(view.error().code, ErrorCode::NotFound);
    EXPECT_NE(view.error().message.find("begin_snapshot"), std::string::npos);
    ASSERT_TRUE(world.begin_snapshot(kLevel));
    EXPECT_TRUE(world.snapshot("level"));
    EXPECT_FALSE(world.snapshot("depth"));
    EXPECT_FALSE(world.snapshot("foam"));
    constexpr std::string_view kWrong[] = {"u", "foam"};
    const auto begun = world.begin_snapshot(kWrong);
    ASSERT_FALSE(begun);
    EXPECT_EQ(begun.error().code, ErrorCode::NotFound);
    EXPECT_NE(begun.error().message.find("foam"), std::string::npos);
    EXPECT_TRUE(world.snapshot("level")) << "a refused snapshot took the last one away";
    ASSERT_TRUE(world.begin_snapshot({}));
    EXPECT_FALSE(world.snapshot("level"));
}

TEST(DeviceField, IsRefusedOnACpuAndSaysWhatToUse) {
    const World world = world_of(kSmallPond, {.backend = Backend::Cpu});
    const auto view = world.device_field("level");
    ASSERT_FALSE(view);
    EXPECT_EQ(view.error().code, ErrorCode::Unsupported);
    EXPECT_NE(view.error().message.find("use field"), std::string::npos);
    EXPECT_EQ(world.device_field("foam").error().code, ErrorCode::NotFound);
}

TEST(DeviceSnapshot, IsRefusedOnACpuAndSaysWhatToUse) {
    World world = world_of(kSmallPond, {.backend = Backend::Cpu});
    const auto view = world.device_snapshot("level", 0);
    ASSERT_FALSE(view);
    EXPECT_EQ(view.error().code, ErrorCode::Unsupported);
    EXPECT_NE(view.error().message.find("use begin_snapshot"), std::string::npos);
}

TEST(DeviceSnapshot, NamesASlotOrAFieldThatIsNone) {
    World world = world_of(kSmallPond, {.backend = Backend::Cpu});
    for (const int slot : {-1, World::kDeviceSnapshots}) {
        const auto view = world.device_snapshot("level", slot);
        ASSERT_FALSE(view);
        EXPECT_EQ(view.error().code, ErrorCode::InvalidArgument);
        EXPECT_NE(view.error().message.find("from 0 to 4"), std::string::npos);
    }
    const auto foam = world.device_snapshot("foam", 0);
    ASSERT_FALSE(foam);
    EXPECT_EQ(foam.error().code, ErrorCode::InvalidArgument);
    EXPECT_NE(foam.error().message.find("foam"), std::string::npos);
}

}  // namespace
}  // namespace tarn
