/* From a scene built in code to a picture, in C.
 * Run: build/release/examples/picture_in_c [file.ppm]
 * You should see: a line with the size of the picture; the file shows a pond among stones. */
#include <tarn/tarn_render.h>

#include <stdio.h>
#include <stdlib.h>

enum { kWidth = 320, kHeight = 180 };

static void check(tarn_status status) {
    if (status == TARN_OK) return;
    fprintf(stderr, "picture_in_c: %s\n", tarn_last_error());
    exit(1);
}

static tarn_world make_world(void) {
    const double size_m[2] = {5.0, 5.0}, cells[2] = {100.0, 100.0};
    tarn_scene_builder scene;
    tarn_world world;
    size_t bytes = 0;
    char* text;
    check(tarn_scene_builder_create(&scene));
    check(tarn_scene_builder_set_numbers(scene, "water.size", size_m, 2));
    check(tarn_scene_builder_set_numbers(scene, "water.cells", cells, 2));
    check(tarn_scene_builder_set_number(scene, "water.level", 0.5));
    check(tarn_scene_builder_add(scene, "events",
                                 "{\"drop\": {\"at\": [2.5, 2.5], \"height\": 0.1}}"));
    check(tarn_scene_builder_json(scene, NULL, 0, &bytes));
    text = malloc(bytes);
    check(text ? tarn_scene_builder_json(scene, text, bytes, &bytes) : TARN_OUT_OF_MEMORY);
    check(tarn_world_create_from_json(text, bytes - 1, ".", &world));
    free(text);
    tarn_scene_builder_destroy(scene);
    return world;
}

int main(int argc, char** argv) {
    static uint8_t rgb[kWidth * kHeight * 3];
    const tarn_world world = make_world();
    tarn_light light = tarn_light_default();
    tarn_offscreen context;
    tarn_renderer renderer;
    tarn_frame frame;
    FILE* file;

    check(tarn_world_step(world, 0.6, NULL));
    check(tarn_world_frame(world, &frame));
    check(tarn_frame_light(frame, &light));
    light.height_deg = 25.0;
    check(tarn_frame_set_light(frame, &light));

    check(tarn_offscreen_create(&context));
    check(tarn_renderer_create(&renderer));
    check(tarn_renderer_draw_picture(renderer, frame, kWidth, kHeight, rgb, sizeof rgb));
    tarn_renderer_destroy(renderer); /* before its context */
    tarn_offscreen_destroy(context);
    tarn_frame_destroy(frame);
    tarn_world_destroy(world);

    file = fopen(argc > 1 ? argv[1] : "picture_in_c.ppm", "wb");
    if (!file) return 1;
    fprintf(file, "P6\n%d %d\n255\n", kWidth, kHeight);
    fwrite(rgb, 1, sizeof rgb, file);
    printf("%d by %d pixels\n", kWidth, kHeight);
    return fclose(file) == 0 ? 0 : 1;
}
