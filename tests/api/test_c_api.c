/* Every function of tarn.h from C11, POND's six calls first. Returns the number of failed checks.
 */
#include "test_c_api.h"

#include <tarn/tarn.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static int failures;

#define CHECK(condition)                                                        \
    do {                                                                        \
        if (!(condition)) {                                                     \
            ++failures;                                                         \
            fprintf(stderr, "%s:%d: %s (%s)\n", __FILE__, __LINE__, #condition, \
                    tarn_last_error());                                         \
        }                                                                       \
    } while (0)

/* POND's engine has six calls: initialise, boundary, event, step, height, velocity. */
int c_api_drives_ponds_six_calls(void) {
    tarn_world pond = {0, 0};
    tarn_step_report report = tarn_step_report_default();
    float height = 0.0f, velocity[2] = {0.0f, 0.0f};
    failures = 0;
    CHECK(tarn_pond_create(0.77f, 100, 100, 0.5f, &pond) == TARN_OK);
    CHECK(tarn_world_set_boundary(pond, TARN_EAST, TARN_OPEN) == TARN_OK);
    CHECK(tarn_world_add_event(pond, 48, 48, 52, 52, 0.1f) == TARN_OK);
    CHECK(tarn_world_step(pond, 0.1, &report) == TARN_OK);
    CHECK(report.time_s == 0.1);
    CHECK(report.steps_now > 0);
    CHECK(tarn_world_height(pond, 40, 50, &height) == TARN_OK);
    CHECK(height > 0.5f && height < 0.6f);
    CHECK(tarn_world_velocity(pond, 40, 50, velocity) == TARN_OK);
    CHECK(velocity[0] < 0.0f); /* away from the drop */
    CHECK(tarn_last_error()[0] == '\0');
    tarn_world_destroy(pond);
    return failures;
}

static void check_reading(tarn_world world) {
    const float xy[4] = {1.0f, 1.0f, 2.5f, 0.5f};
    const double above[3] = {1.0, 1.0, 9.0}, down[3] = {0.0, 0.0, -1.0};
    const double inside[3] = {1.0, 1.0, 0.1};
    tarn_world_info info = tarn_world_info_default();
    tarn_field_view field = tarn_field_view_default();
    tarn_device_view device = tarn_device_view_default();
    tarn_sample samples[2];
    tarn_ray_hit hit = tarn_ray_hit_default();
    tarn_statistics statistics = tarn_statistics_default();
    int32_t is_under = 0;
    uint64_t checksum = 0;
    const char* const names[4] = {"depth", "level", "u", "v"};
    int k;
    CHECK(tarn_world_info_get(world, &info) == TARN_OK);
    CHECK(info.nx == 40 && info.ny == 30 && info.threads >= 1);
    CHECK(fabs(info.cell_m - 0.1) < 1e-12);
    for (k = 0; k < 4; ++k) {
        CHECK(tarn_world_field(world, names[k], &field) == TARN_OK);
        CHECK(field.data != NULL && field.nx == 40 && field.ny == 30 && field.row_stride == 40);
    }
    CHECK(tarn_world_field(world, "foam", &field) == TARN_NOT_FOUND);
    CHECK(tarn_world_device_field(world, "depth", &device) == TARN_UNSUPPORTED);
    CHECK(tarn_world_sample(world, xy, 2, samples) == TARN_OK);
    CHECK(fabsf(samples[1].depth_m - 0.3f) < 0.1f && samples[1].normal[2] > 0.9f);
    CHECK(tarn_world_sample(world, NULL, 0, NULL) == TARN_OK);
    CHECK(tarn_world_begin_snapshot(world, names, 4) == TARN_OK);
    for (k = 0; k < 4; ++k) {
        CHECK(tarn_world_snapshot(world, names[k], &field) == TARN_OK);
        CHECK(field.data != NULL && field.nx == 40 && field.ny == 30 && field.row_stride == 40);
    }
    CHECK(tarn_world_is_under_water(world, inside, &is_under) == TARN_OK && is_under == 1);
    CHECK(tarn_world_is_under_water(world, above, &is_under) == TARN_OK && is_under == 0);
    CHECK(tarn_world_ray_cast(world, above, down, 100.0, &hit) == TARN_OK);
    CHECK(hit.is_hit == 1 && fabs(hit.distance_m - 8.7) < 0.2 && hit.normal[2] > 0.9);
    CHECK(tarn_world_statistics(world, &statistics) == TARN_OK);
    CHECK(fabs(statistics.mass_initial_kg - 3600.0) < 0.01);
    CHECK(fabs(statistics.mass_now_kg - statistics.mass_initial_kg - statistics.mass_added_kg +
               statistics.mass_removed_kg) < 1e-3);
    CHECK(tarn_world_checksum(world, &checksum) == TARN_OK && checksum != 0);
}

static const char kScene[] = "{\"water\": {\"size\": [4, 3], \"cells\": [40, 30], \"level\": 0.3}}";

static void check_changing(tarn_world world, const char* folder) {
    char state[512], calls[512];
    tarn_step_report report = tarn_step_report_default();
    tarn_world other = {0, 0};
    tarn_sample samples[2];
    const double xy[2] = {1.0, 1.0};
    uint64_t first = 0, second = 1;
    snprintf(state, sizeof state, "%s/state.tarn", folder);
    snprintf(calls, sizeof calls, "%s/calls.txt", folder);
    CHECK(tarn_world_start_recording(world) == TARN_OK);
    CHECK(tarn_world_add_drop(world, 2.0, 1.5, 0.4, 0.1) == TARN_OK);
    CHECK(tarn_world_press(world, 3, 1.0, 1.0, 0.3, 0.05) == TARN_OK);
    CHECK(tarn_world_step(world, 0.25, NULL) == TARN_OK);
    CHECK(tarn_world_release(world, 3) == TARN_OK);
    CHECK(tarn_world_release(world, 99) == TARN_INVALID_ARGUMENT);
    CHECK(tarn_world_step_and_sample(world, 0.05, 2, xy, 1, samples, NULL) == TARN_OK);
    CHECK(samples[0].depth_m > 0.2f && samples[1].depth_m != samples[0].depth_m);
    CHECK(tarn_world_step_async(world, 0.15) == TARN_OK);
    CHECK(tarn_world_wait(world, &report) == TARN_OK && fabs(report.time_s - 0.5) < 1e-12);
    CHECK(tarn_world_wait(world, NULL) == TARN_INVALID_ARGUMENT);
    CHECK(tarn_world_save(world, state) == TARN_OK);
    CHECK(tarn_world_save_recording(world, calls) == TARN_OK);
    CHECK(tarn_world_checksum(world, &first) == TARN_OK);

    CHECK(tarn_world_create_from_json(kScene, strlen(kScene), NULL, &other) == TARN_OK);
    CHECK(tarn_world_replay(other, calls) == TARN_OK);
    CHECK(tarn_world_checksum(other, &second) == TARN_OK && second == first);
    CHECK(tarn_world_step(other, 0.3, NULL) == TARN_OK);
    CHECK(tarn_world_restore(other, state) == TARN_OK);
    CHECK(tarn_world_checksum(other, &second) == TARN_OK && second == first);
    CHECK(tarn_world_restore(other, calls) == TARN_INVALID_ARGUMENT);
    tarn_world_destroy(other);
}

int c_api_drives_every_call(const char* folder) {
    tarn_world world = {0, 0};
    tarn_options options = tarn_options_default();
    failures = 0;
    CHECK(strcmp(tarn_version(), "0.1.0") == 0);
    CHECK(options.struct_size == sizeof options);
    CHECK(tarn_world_create_from_json(kScene, strlen(kScene), ".", &world) == TARN_OK);
    check_changing(world, folder);
    check_reading(world);
    tarn_world_destroy(world);

    options.threads = 2;
    options.isa = TARN_ISA_BASE;
    CHECK(tarn_world_create("pond", &options, &world) == TARN_OK);
    tarn_world_destroy(world);
    CHECK(tarn_world_create("no such scene", NULL, &world) == TARN_INVALID_SCENE);
    CHECK(world.index == 0 && world.generation == 0);
    CHECK(strstr(tarn_last_error(), "no such scene") != NULL);
    options.struct_size = 3;
    CHECK(tarn_world_create("pond", &options, &world) == TARN_INVALID_ARGUMENT);
    CHECK(tarn_world_create_from_file("/no/such/file.json", &world) == TARN_INVALID_SCENE);
    return failures;
}
