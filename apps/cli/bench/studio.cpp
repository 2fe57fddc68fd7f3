#include "studio.hpp"

#include "common.hpp"
#include "motion.hpp"
#include <tarn/machine.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <utility>

namespace tarn::cli {
namespace {

constexpr double kFrom_s = 1.0;          ///< time of the first picture: waves are under way
constexpr double kEvery_s = 1.0 / 60.0;  ///< between pictures
constexpr std::size_t kLeastPictures = 3, kMostPictures = 11;
constexpr double kEnough_s = 6.0;  ///< of wall time; after it the least number will do

/// Times of the pictures of one shot, a list for each pass and for "total".
struct Shot {
    std::map<std::string, std::vector<double>> ms;
    std::string checksum = "0";
    Quality quality;
};

Quality quality_of(const RenderCase& c, bool is_software) {
    Quality quality = c.what == "low"      ? Quality::low()
                      : c.what == "normal" ? Quality{}
                      : c.what == "high"   ? Quality::high()
                                           : Quality::of(is_software);
    if (c.photons > 0) quality.photons = c.photons;
    return quality;
}

/// Straight down from so close that the water is in every pixel.
Camera camera_above(const Frame& frame) {
    const WaterView& water = frame.water;
    const double side_m = water.cell_m * std::min(water.nx, water.ny);
    const Vec3 middle = {water.origin_m.x + 0.5 * water.cell_m * water.nx,
                         water.origin_m.y + 0.5 * water.cell_m * water.ny, water.still_level_m};
    return {{middle.x, middle.y, middle.z + 0.4 * side_m}, middle, 40.0};
}

Result<Frame> frame_of(const World& world, const RenderCase& c) {
    auto frame = host_frame(world);
    if (frame && c.is_thesis()) frame.value().camera = camera_above(frame.value());
    return frame;
}

/// FNV-1a over the bytes of a picture.
std::uint64_t sum_of(const std::vector<std::uint8_t>& bytes) {
    std::uint64_t sum = 0xcbf29ce484222325ull;
    for (const std::uint8_t byte : bytes) sum = (sum ^ byte) * 0x100000001b3ull;
    return sum;
}

void add_times(Shot& shot, const std::vector<PassTime>& passes) {
    for (const PassTime& pass : passes) shot.ms[pass.name].push_back(pass.ms);
}

}  // namespace

struct Studio::Impl {
    Offscreen context;
    Renderer renderer;  ///< goes before its context
    MeasureOptions how;
    DrawingMachine machine;
    std::map<std::string, Shot> shots;

    bool is_software() const { return renderer.info().is_software; }
    Result<void> look_around();
    Result<Shot> take(const RenderCase& c);
    Result<void> take_pictures(World& world, const RenderCase& c, Shot& shot);
    Result<double> total_ms(Frame frame, const RenderCase& c);
    Result<BenchRow> measure_shot(const RenderCase& c);
};

Result<void> Studio::Impl::look_around() {
    const RenderCase c = {.size = {16, 9}};
    const auto world = drawn_world(c, how);
    if (!world) return world.error();
    const auto frame = host_frame(world.value());
    if (!frame) return frame.error();
    const auto times = renderer.measure(frame.value(), c.size);
    if (!times) return times.error();
    for (const PassTime& pass : times.value()) machine.passes.push_back(pass.name);
    machine.device = is_software() ? "software" : "gpu";
    machine.device_name = renderer.info().device;
    if (is_software())
        machine.why_no_real_time =
            "it needs a GPU that draws; here " + machine.device_name + " does";
    else if (machine_info().gpus.empty())
        machine.why_no_real_time = "it needs CUDA: " + machine_info().why_no_gpu;
    else if (how.backend == Backend::Cpu)
        machine.why_no_real_time = "its water runs on the GPU, and --backend is cpu";
    return {};
}

/// A few pictures on end, a sixtieth of a second apart, as an application draws them: passes of one
/// overlap with those of the next where the device can.
Result<double> Studio::Impl::total_ms(Frame frame, const RenderCase& c) {
    std::vector<Frame> frames(is_software() ? 1 : 8, frame);
    for (std::size_t k = 0; k < frames.size(); ++k) frames[k].time_s += double(k + 1) / 60.0;
    return renderer.measure_total_ms(frames, c.size);
}

Result<void> Studio::Impl::take_pictures(World& world, const RenderCase& c, Shot& shot) {
    const auto begin = std::chrono::steady_clock::now();
    for (std::size_t count = 0; count < kMostPictures && !was_interrupted(); ++count) {
        const std::chrono::duration<double> gone = std::chrono::steady_clock::now() - begin;
        if (count >= kLeastPictures && gone.count() > kEnough_s) break;
        if (const auto stepped = world.step(kEvery_s); !stepped) return stepped.error();
        const auto frame = frame_of(world, c);
        if (!frame) return frame.error();
        const auto times = renderer.measure(frame.value(), c.size);
        if (!times) return times.error();
        add_times(shot, times.value());
        const auto total = total_ms(frame.value(), c);
        if (!total) return total.error();
        shot.ms["total"].push_back(total.value());
    }
    if (was_interrupted()) return Error{ErrorCode::InvalidArgument, "interrupted"};
    return {};
}

Result<Shot> Studio::Impl::take(const RenderCase& c) {
    auto world = drawn_world(c, how);
    if (!world) return world.error();
    if (const auto begun = world.value().step(kFrom_s); !begun) return begun.error();
    const auto first = frame_of(world.value(), c);
    if (!first) return first.error();
    Shot shot;
    shot.quality = quality_of(c, is_software());
    renderer.set_quality(shot.quality);
    // The first picture pays for programs and maps; it is also the proof.
    const auto picture = renderer.draw_picture(first.value(), c.size);
    if (!picture) return picture.error();
    if (is_software()) shot.checksum = checksum_text(sum_of(picture.value().rgb));
    if (const auto taken = take_pictures(world.value(), c, shot); !taken) return taken.error();
    return shot;
}

Result<BenchRow> Studio::Impl::measure_shot(const RenderCase& c) {
    auto shot = shots.find(c.shot());
    if (shot == shots.end()) {
        const auto taken = take(c);
        if (!taken) return taken.error();
        shot = shots.insert({c.shot(), taken.value()}).first;
    }
    const auto pass = shot->second.ms.find(c.what);
    const bool is_pass = pass != shot->second.ms.end();
    const Timing ms = timing_of(is_pass ? pass->second : shot->second.ms.at("total"));
    BenchRow row;
    row.name = c.name();
    row.value = ms.median;
    row.unit = "ms";
    row.spread = ms.spread;
    row.checksum = shot->second.checksum;
    if (!is_pass || c.what == "total") row.note = quality_text(shot->second.quality);
    if (const double paper_ms = thesis_ms(c); paper_ms > 0.0) {
        char text[96];
        std::snprintf(text, sizeof text, "THESIS, GTX 280: %.6g ms; this takes %.3g times that",
                      paper_ms, ms.median / paper_ms);
        row.note = text;
    }
    return row;
}

Result<Studio> Studio::open(const MeasureOptions& how) {
    auto context = Offscreen::create();
    if (!context) return context.error();
    auto renderer = Renderer::create();
    if (!renderer) return renderer.error();
    auto impl = std::make_unique<Impl>(
        Impl{std::move(context.value()), std::move(renderer.value()), how, {}, {}});
    if (const auto done = impl->look_around(); !done) return done.error();
    return Studio(std::move(impl));
}

Studio::Studio(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Studio::Studio(Studio&&) noexcept = default;
Studio::~Studio() = default;

const DrawingMachine& Studio::machine() const {
    return impl_->machine;
}

Result<BenchRow> Studio::measure(const RenderCase& c) {
    impl_->renderer.set_quality(quality_of(c, impl_->is_software()));
    if (c.what == "live") return measure_live(c, impl_->how, impl_->renderer);
    if (c.what == "real_time") return measure_real_time(c, impl_->how, impl_->renderer);
    return impl_->measure_shot(c);
}

}  // namespace tarn::cli
