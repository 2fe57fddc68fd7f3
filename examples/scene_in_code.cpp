// A scene built in code: a basin with an island, a drop and a probe, without a file.
// Run: build/release/examples/scene_in_code
// You should see: the level at the probe, first still, then as the wave of the drop passes.
#include <tarn/scene.hpp>
#include <tarn/world.hpp>

#include <cstdio>
#include <cstdlib>

namespace {

/// The first of the changes that was refused ends the program.
void check(const tarn::Result<void>& done) {
    if (done) return;
    std::fprintf(stderr, "scene_in_code: %s\n", done.error().message.c_str());
    std::exit(1);
}

}  // namespace

int main() {
    tarn::SceneBuilder scene;
    check(scene.set("about", "a basin with an island"));
    check(scene.set("water.size", {6.0, 4.0}));
    check(scene.set("water.cells", {120, 80}));
    check(scene.set("water.level", 0.4));
    check(scene.set("water.edges.east", "open"));
    check(scene.add("water.solids", R"({"disc": [4, 2, 0.5]})"));
    check(scene.add("events",
                    R"({"time": 0.2, "drop": {"at": [1.5, 2], "radius": 0.5, "height": 0.1}})"));
    check(scene.add("probes", R"({"name": "shore", "at": [3.2, 2]})"));

    auto world = tarn::World::from_json(scene.json(), ".");
    if (!world) {
        std::fprintf(stderr, "scene_in_code: %s\n", world.error().message.c_str());
        return 1;
    }
    const tarn::Vec2 probe_m = world.value().info().probes.front().at_m;
    for (int k = 0; k < 10; ++k) {
        tarn::Sample sample;
        if (!world.value().step(0.25)) return 1;
        check(world.value().sample({&probe_m, 1}, {&sample, 1}));
        std::printf("%.2f s  %.4f m\n", world.value().time_s(), double(sample.level_m));
    }
    return 0;
}
