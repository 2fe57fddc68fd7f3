// Steps a pond through the installed C++ headers; fails unless the drop has spread.
#include <tarn/world.hpp>

#include <cstdio>

int main() {
    auto world = tarn::World::from_scene("pond");
    if (!world) return std::fprintf(stderr, "%s\n", world.error().message.c_str()), 1;
    const float before = world.value().height(100, 100).value();
    const auto report = world.value().step(0.25);
    if (!report) return std::fprintf(stderr, "%s\n", report.error().message.c_str()), 1;
    const float after = world.value().height(100, 100).value();
    std::printf("t = %.3f s, middle from %.4f to %.4f m\n", report.value().time_s, before, after);
    return after < before ? 0 : 1;
}
