// Structures of the C API grow: older callers have less than the library knows, newer ones more.
#include <tarn/tarn.h>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <string>

namespace {

constexpr const char* kBasin = R"({"water": {"size": [2, 2], "cells": [20, 20], "level": 0.3,
                                   "viscosity": 0.001}})";

class Growing : public testing::Test {
protected:
    void SetUp() override {
        ASSERT_EQ(tarn_world_create_from_json(kBasin, std::strlen(kBasin), ".", &world), TARN_OK)
            << tarn_last_error();
    }
    void TearDown() override { tarn_world_destroy(world); }

    static bool says(const char* words) { return std::strstr(tarn_last_error(), words) != nullptr; }

    tarn_world world = {};
};

/// A structure as a later version may have it.
template <class S>
struct Newer {
    S known;
    double more[2];
};

TEST_F(Growing, AnInputOfAnOlderCallerHasTheDefaultsOfWhatIsMissing) {
    // As before `set` came.
    tarn_options options = tarn_options_default();
    options.struct_size = offsetof(tarn_options, set);
    options.threads = 1;
    std::memset(&options.set, 0x5a, sizeof options.set + sizeof options.set_count);
    tarn_world made = {};
    EXPECT_EQ(tarn_world_create("pond", &options, &made), TARN_OK) << tarn_last_error();
    tarn_world_destroy(made);
    // Of settings, what is missing stays as it is.
    tarn_live_settings settings = tarn_live_settings_default();
    settings.struct_size = offsetof(tarn_live_settings, viscosity_m2_per_s);
    settings.wind_m_per_s[0] = 4.0;
    settings.viscosity_m2_per_s = -1.0;
    EXPECT_EQ(tarn_world_set(world, &settings), TARN_OK) << tarn_last_error();
    settings = tarn_live_settings_default();
    ASSERT_EQ(tarn_world_settings(world, &settings), TARN_OK);
    EXPECT_EQ(settings.wind_m_per_s[0], 4.0);
    EXPECT_EQ(settings.viscosity_m2_per_s, 0.001);
}

TEST_F(Growing, AnInputOfANewerCallerIsTakenIfItsFurtherBytesAreZero) {
    Newer<tarn_options> options = {tarn_options_default(), {0.0, 0.0}};
    options.known.struct_size = sizeof options;
    tarn_world made = {};
    EXPECT_EQ(tarn_world_create("pond", &options.known, &made), TARN_OK) << tarn_last_error();
    tarn_world_destroy(made);
    options.more[1] = 2.0;  // its last bytes are 0x00 0x40
    EXPECT_EQ(tarn_world_create("pond", &options.known, &made), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(made.index, 0u);
    EXPECT_TRUE(says(("byte " + std::to_string(sizeof options - 1)).c_str())) << tarn_last_error();
    EXPECT_TRUE(says(tarn_version()) && says("tarn_options")) << tarn_last_error();
}

TEST_F(Growing, AnOutputIsWrittenAsFarAsTheCallerHasRoom) {
    tarn_statistics statistics;
    std::memset(&statistics, 0x5a, sizeof statistics);
    const tarn_statistics untouched = statistics;
    statistics.struct_size = offsetof(tarn_statistics, mass_added_kg);
    ASSERT_EQ(tarn_world_statistics(world, &statistics), TARN_OK) << tarn_last_error();
    EXPECT_EQ(statistics.struct_size, offsetof(tarn_statistics, mass_added_kg));
    EXPECT_NEAR(statistics.mass_now_kg, 1200.0, 1e-3);  // single precision of 400 cells
    EXPECT_EQ(std::memcmp(&statistics.mass_added_kg, &untouched.mass_added_kg,
                          sizeof statistics - offsetof(tarn_statistics, mass_added_kg)),
              0);
}

TEST_F(Growing, WhatTheLibraryDoesNotKnowIsZeroInAnOutput) {
    Newer<tarn_step_report> report = {tarn_step_report_default(), {7.0, 7.0}};
    report.known.struct_size = sizeof report;
    ASSERT_EQ(tarn_world_step(world, 0.1, &report.known), TARN_OK) << tarn_last_error();
    EXPECT_EQ(report.known.struct_size, sizeof report);
    EXPECT_NEAR(report.known.time_s, 0.1, 1e-12);
    EXPECT_EQ(report.more[0], 0.0);
    EXPECT_EQ(report.more[1], 0.0);
}

TEST_F(Growing, SizesThatNoVersionHasAreRefusedBeforeAnythingHappens) {
    for (const std::size_t size : {std::size_t{0}, std::size_t{3}, std::size_t{7}, std::size_t{17},
                                   std::size_t{4104}, ~std::size_t{0}, ~std::size_t{0} - 7}) {
        tarn_options options = tarn_options_default();
        tarn_step_report report = tarn_step_report_default();
        tarn_live_settings settings = tarn_live_settings_default();
        tarn_field_view field = tarn_field_view_default();
        tarn_machine_info machine = tarn_machine_info_default();
        options.struct_size = report.struct_size = settings.struct_size = size;
        field.struct_size = machine.struct_size = size;
        tarn_world made = {};
        EXPECT_EQ(tarn_world_create("pond", &options, &made), TARN_INVALID_ARGUMENT) << size;
        EXPECT_TRUE(says("tarn_options_default()")) << tarn_last_error();
        EXPECT_EQ(tarn_world_step(world, 0.1, &report), TARN_INVALID_ARGUMENT) << size;
        EXPECT_TRUE(says("tarn_step_report_default()")) << tarn_last_error();
        EXPECT_EQ(tarn_world_set(world, &settings), TARN_INVALID_ARGUMENT) << size;
        EXPECT_EQ(tarn_world_settings(world, &settings), TARN_INVALID_ARGUMENT) << size;
        EXPECT_EQ(tarn_world_field(world, "depth", &field), TARN_INVALID_ARGUMENT) << size;
        EXPECT_EQ(tarn_machine_info_get(&machine), TARN_INVALID_ARGUMENT) << size;
    }
    double time_s = -1.0;
    ASSERT_EQ(tarn_world_time_s(world, &time_s), TARN_OK);
    EXPECT_EQ(time_s, 0.0);
}

}  // namespace
