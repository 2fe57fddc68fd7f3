// The smallest C++ program: a built-in scene, two seconds of it, and the depth in the middle.
// Run: build/release/examples/first_pond
// You should see: the drop falls below the still depth of 0.5 m, and the water calms down.
#include <tarn/world.hpp>

#include <cstdio>

int main() {
    auto pond = tarn::World::from_scene("pond");
    if (!pond) return std::fprintf(stderr, "%s\n", pond.error().message.c_str()), 1;
    for (int k = 0; k < 8; ++k) {
        const auto report = pond.value().step(0.25);
        if (!report) return std::fprintf(stderr, "%s\n", report.error().message.c_str()), 1;
        const double middle_m = double(pond.value().height(100, 100).value());
        std::printf("t = %.2f s: %.4f m deep\n", report.value().time_s, middle_m);
    }
    return 0;
}
