/* The six calls of the pond engine in C: create, boundary, event, step, height, velocity.
 * Run: build/release/examples/pond_six_calls
 * You should see: a hump that splits in two; both halves run to the walls and come back. */
#include <tarn/tarn.h>

#include <stdio.h>
#include <stdlib.h>

enum { kWidth = 76, kHeight = 40, kRows = 12 };

static void check(tarn_status status) {
    if (status == TARN_OK) return;
    fprintf(stderr, "pond_six_calls: %s\n", tarn_last_error());
    exit(1);
}

/* One row of cells as text: the higher the water, the heavier the character. */
static void print_row(tarn_world pond, double time_s) {
    static const char shades[] = "_.,-~:;=+*#%@";
    const int count = (int)sizeof shades - 1, still = 3;
    char line[kWidth + 1] = "";
    for (int32_t i = 0; i < kWidth; ++i) {
        float height_m = 0.0f;
        check(tarn_world_height(pond, i, kHeight / 2, &height_m));
        int shade = still + (int)((height_m - 0.5f) / 0.006f);
        if (shade < 0) shade = 0;
        if (shade >= count) shade = count - 1;
        line[i] = shades[shade];
    }
    printf("%4.2f s %s\n", time_s, line);
}

int main(void) {
    tarn_world pond;
    tarn_step_report report = tarn_step_report_default();
    float velocity[2] = {0.0f, 0.0f};

    /* tau 0.6, cells of 5 cm, half a metre deep. */
    check(tarn_pond_create(0.6f, kWidth, kHeight, 0.5f, &pond));
    /* Periodic edges come in pairs: north follows. West and east stay walls. */
    check(tarn_world_set_boundary(pond, TARN_SOUTH, TARN_PERIODIC));
    check(tarn_world_add_event(pond, 34, 0, 41, kHeight - 1, 0.1f));
    for (int row = 0; row < kRows; ++row) {
        print_row(pond, report.time_s);
        check(tarn_world_step(pond, 0.1, &report));
    }
    check(tarn_world_velocity(pond, 60, kHeight / 2, velocity));
    printf("cell (60, %d) moves at %.3f m/s: the wave comes back\n", kHeight / 2,
           (double)velocity[0]);
    tarn_world_destroy(pond);
    return velocity[0] < 0.0f ? 0 : 1;
}
