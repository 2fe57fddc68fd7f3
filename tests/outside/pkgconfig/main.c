/* POND's six calls through the installed C header; fails unless the wave has moved. */
#include <tarn/tarn.h>

#include <stdio.h>

int main(void) {
    tarn_world pond;
    float height = 0.0f, velocity[2] = {0.0f, 0.0f};
    if (tarn_pond_create(0.77f, 100, 100, 0.5f, &pond) != TARN_OK ||
        tarn_world_set_boundary(pond, TARN_WEST, TARN_SLIP) != TARN_OK ||
        tarn_world_add_event(pond, 48, 48, 51, 51, 0.1f) != TARN_OK ||
        tarn_world_step(pond, 0.1, NULL) != TARN_OK ||
        tarn_world_height(pond, 54, 50, &height) != TARN_OK ||
        tarn_world_velocity(pond, 54, 50, velocity) != TARN_OK) {
        fprintf(stderr, "%s\n", tarn_last_error());
        return 1;
    }
    printf("height %.4f m, velocity %.4f %.4f m/s\n", height, velocity[0], velocity[1]);
    tarn_world_destroy(pond);
    return height != 0.5f && velocity[0] > 0.0f ? 0 : 1;
}
