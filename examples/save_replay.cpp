// Checkpoints and recordings: the same water again, to the bit.
// Run: build/release/examples/save_replay
// You should see: three checksums, all equal.
#include <tarn/world.hpp>

#include <cstdio>
#include <cstdlib>
#include <utility>

namespace {

constexpr const char* kCheckpoint = "save_replay.tarn";
constexpr const char* kRecording = "save_replay.txt";

void must(const tarn::Result<void>& result) {
    if (result) return;
    std::fprintf(stderr, "save_replay: %s\n", result.error().message.c_str());
    std::exit(1);
}
template <class T>
T must(tarn::Result<T> result) {
    if (!result) must(tarn::Result<void>(result.error()));
    return std::move(result.value());
}

tarn::World make_rain() {
    return must(tarn::World::from_scene("rain"));
}

/// What a person might do: press, wait, let go.
void play(tarn::World& world) {
    must(world.press(1, {.at_m = {1.0, 2.0}, .radius_m = 0.3, .depth_m = 0.03}));
    for (int frame = 0; frame < 30; ++frame) must(world.step(1.0 / 60.0));
    must(world.release(1));
    must(world.step(0.25));
}

unsigned long long checksum(const tarn::World& world) {
    return must(world.checksum());
}

}  // namespace

int main() {
    tarn::World first = make_rain();
    must(first.step(1.0));
    must(first.save(kCheckpoint));
    must(first.start_recording());
    play(first);
    must(first.save_recording(kRecording));
    std::printf("played    %016llx at t = %.3f s\n", checksum(first), first.time_s());

    tarn::World second = make_rain();
    must(second.restore(kCheckpoint));
    play(second);
    std::printf("restored  %016llx at t = %.3f s\n", checksum(second), second.time_s());

    tarn::World third = make_rain();
    must(third.restore(kCheckpoint));
    must(third.replay(kRecording));
    std::printf("replayed  %016llx at t = %.3f s\n", checksum(third), third.time_s());

    std::remove(kCheckpoint);
    std::remove(kRecording);
    return checksum(first) == checksum(second) && checksum(first) == checksum(third) ? 0 : 1;
}
