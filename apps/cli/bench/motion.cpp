#include "motion.hpp"

#include "common.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>

namespace tarn::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kLiveTarget_ms = 95.0;
constexpr double kLongest_s = 0.25;  ///< that the water is stepped per picture, at most
constexpr int kSettled = 20;         ///< pictures of one quality before the clock starts
constexpr double kSettle_s = 40.0;   ///< at most
constexpr int kLivePictures = 60;
constexpr double kPiece_s = 1.0 / 60.0;  ///< simulated, between looks at what the drawer wants
constexpr int kWindows = 10, kPerWindow = 30;

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

Error interrupted() {
    return {ErrorCode::InvalidArgument, "interrupted"};
}

FieldView copied(const FieldView& field, std::vector<float>& into) {
    const auto nx = std::size_t(field.nx), ny = std::size_t(field.ny);
    into.resize(nx * ny);
    for (std::size_t j = 0; j < ny; ++j)
        std::copy_n(field.data + std::ptrdiff_t(j) * field.row_stride, nx, &into[j * nx]);
    return {into.data(), field.nx, field.ny, field.nx};
}

/// A world that runs in real time beside the pictures of it.
class LiveWater {
public:
    explicit LiveWater(World world) : world_(std::move(world)) {}

    /// Steps on by the time since the last call, on another thread, while the picture of the moment
    /// before that step is drawn.
    Result<void> show_next(Renderer& renderer, PictureSize size);
    double time_s() const { return frame_time_s_; }

private:
    World world_;
    std::vector<float> level_;
    Clock::time_point last_ = Clock::now();
    double frame_time_s_ = 0.0;
};

Result<void> LiveWater::show_next(Renderer& renderer, PictureSize size) {
    auto frame = host_frame(world_);
    if (!frame) return frame.error();
    frame.value().water.level = copied(frame.value().water.level, level_);
    frame_time_s_ = frame.value().time_s;
    const double gone_s = std::min(seconds_since(last_), kLongest_s);
    last_ = Clock::now();
    if (const auto begun = world_.step_async(gone_s); !begun) return begun.error();
    const auto picture = renderer.draw_picture(frame.value(), size);
    const auto stepped = world_.wait();
    if (!picture) return picture.error();
    if (!stepped) return stepped.error();
    return {};
}

/// Draws until the quality no longer changes.
Result<void> settle(LiveWater& water, Renderer& renderer, PictureSize size) {
    const auto begin = Clock::now();
    std::string before;
    for (int same = 0; same < kSettled && seconds_since(begin) < kSettle_s;) {
        if (was_interrupted()) return interrupted();
        if (const auto shown = water.show_next(renderer, size); !shown) return shown.error();
        const std::string now = quality_text(renderer.quality());
        same = now == before ? same + 1 : 0;
        before = now;
    }
    return {};
}

/// Seconds from picture to picture.
Result<std::vector<double>> time_pictures(LiveWater& water, Renderer& renderer, PictureSize size) {
    std::vector<double> seconds;
    for (int k = 0; k < kLivePictures; ++k) {
        if (was_interrupted()) return interrupted();
        const auto begin = Clock::now();
        if (const auto shown = water.show_next(renderer, size); !shown) return shown.error();
        seconds.push_back(seconds_since(begin));
    }
    return seconds;
}

/// Hands moments of the water from the thread that steps to the one that draws. A moment stays
/// valid until the next but one is asked for, as snapshots do.
class Moments {
public:
    bool is_wanted() {
        const std::lock_guard lock(mutex_);
        return std::exchange(is_wanted_, false);
    }
    bool is_over() {
        const std::lock_guard lock(mutex_);
        return is_over_;
    }
    void give(Result<Frame> frame) {
        const std::lock_guard lock(mutex_);
        frame_.emplace(std::move(frame));
        given_.notify_one();
    }
    /// Waits for a moment, and asks for the next.
    Result<Frame> take() {
        std::unique_lock lock(mutex_);
        given_.wait(lock, [&] { return frame_.has_value(); });
        Result<Frame> frame = std::move(*frame_);
        frame_.reset();
        is_wanted_ = true;
        return frame;
    }
    void end() {
        const std::lock_guard lock(mutex_);
        is_over_ = true;
    }

private:
    std::mutex mutex_;
    std::condition_variable given_;
    std::optional<Result<Frame>> frame_;
    bool is_wanted_ = true, is_over_ = false;
};

/// Begins a copy of the level of this moment; the rest of the frame is returned.
Result<Frame> begin_moment(World& world) {
    auto frame = world.frame();
    if (!frame) return frame.error();
    constexpr std::string_view kLevel[] = {"level"};
    if (const auto begun = world.begin_snapshot(kLevel); !begun) return begun.error();
    frame.value().water.device_level = {};
    return frame;
}

Result<void> step_and_give(World& world, Moments& moments) {
    std::optional<Frame> begun;
    while (!moments.is_over()) {
        // The copy goes on beside the next step.
        if (!begun && moments.is_wanted()) {
            const auto frame = begin_moment(world);
            if (!frame) return frame.error();
            begun = frame.value();
        }
        if (const auto stepped = world.step(kPiece_s); !stepped) return stepped.error();
        if (!begun) continue;
        const auto level = world.snapshot("level");
        if (!level) return level.error();
        begun->water.level = level.value();
        moments.give(*begun);
        begun.reset();
    }
    return {};
}

/// Steps a world on a thread of its own for as long as this lives.
class WaterThread {
public:
    WaterThread(World& world, Moments& moments)
        : moments_(moments), thread_([&world, &moments] {
              if (const auto done = step_and_give(world, moments); !done)
                  moments.give(done.error());
          }) {}
    WaterThread(const WaterThread&) = delete;
    WaterThread& operator=(const WaterThread&) = delete;
    ~WaterThread() {
        moments_.end();
        thread_.join();
    }

private:
    Moments& moments_;
    std::thread thread_;
};

/// What each window of pictures showed: times real time, and pictures per second.
struct Rates {
    std::vector<double> real_time, pictures_per_s;
};

Result<Rates> draw_windows(Moments& moments, Renderer& renderer, PictureSize size) {
    Rates rates;
    auto due = Clock::now(), window = due;
    double window_time_s = 0.0;
    // The first window is the warm-up.
    for (int k = 0; k <= (kWindows + 1) * kPerWindow; ++k) {
        if (was_interrupted()) return interrupted();
        const auto frame = moments.take();
        if (!frame) return frame.error();
        if (k % kPerWindow == 0) {
            const double gone_s = seconds_since(window);
            if (k > kPerWindow) {
                rates.real_time.push_back((frame.value().time_s - window_time_s) / gone_s);
                rates.pictures_per_s.push_back(kPerWindow / gone_s);
            }
            window = Clock::now();
            window_time_s = frame.value().time_s;
        }
        const auto picture = renderer.draw_picture(frame.value(), size);
        if (!picture) return picture.error();
        // A late picture does not make the next ones early.
        due = std::max(due + std::chrono::microseconds(16667), Clock::now());
        std::this_thread::sleep_until(due);
    }
    return rates;
}

}  // namespace

Result<World> drawn_world(const RenderCase& c, const MeasureOptions& how) {
    WorldOptions options;
    options.threads = how.threads;
    options.device = how.device;
    options.backend = how.backend;
    if (c.nx > 0)
        options.set.push_back("water.cells=[" + std::to_string(c.nx) + "," + std::to_string(c.ny) +
                              "]");
    return World::from_scene(c.world_scene(), options);
}

Result<Frame> host_frame(const World& world) {
    auto frame = world.frame();
    if (!frame || frame.value().water.level.data) return frame;
    const auto level = world.field("level");
    if (!level) return level.error();
    frame.value().water.level = level.value();
    frame.value().water.device_level = {};
    return frame;
}

std::string quality_text(const Quality& quality) {
    char text[160];
    std::snprintf(text, sizeof text, "%d^2 photons, meshes %d and %d, %d march steps, scale %.3g",
                  quality.photons, quality.water_mesh, quality.ground_mesh, quality.march_steps,
                  quality.supersample);
    std::string without;
    const std::pair<bool, const char*> effects[] = {{quality.has_reflections, "reflections"},
                                                    {quality.has_refraction, "refraction"},
                                                    {quality.has_glitter, "glitter"},
                                                    {quality.has_smooth_slopes, "smooth slopes"},
                                                    {quality.has_shafts, "shafts"}};
    for (const auto& [has, name] : effects)
        if (!has) without += (without.empty() ? ", no " : ", ") + std::string(name);
    return text + without;
}

Result<BenchRow> measure_live(const RenderCase& c, const MeasureOptions& how, Renderer& renderer) {
    auto world = drawn_world(c, how);
    if (!world) return world.error();
    LiveWater water(std::move(world.value()));
    renderer.set_target_ms(kLiveTarget_ms);
    const auto settled = settle(water, renderer, c.size);
    const Quality quality = renderer.quality();
    const auto begin = Clock::now();
    const double begin_s = water.time_s();
    const auto seconds = settled ? time_pictures(water, renderer, c.size)
                                 : Result<std::vector<double>>(settled.error());
    const double real_time = (water.time_s() - begin_s) / seconds_since(begin);
    renderer.set_target_ms(0.0);
    if (!seconds) return seconds.error();
    const Timing timing = timing_of(seconds.value());
    char speed[64];
    std::snprintf(speed, sizeof speed, "water at %.2f x real time; ", real_time);
    BenchRow row;
    row.name = c.name();
    row.value = 1.0 / timing.median;
    row.unit = "fps";
    row.spread = timing.spread;
    row.note = speed + quality_text(quality);
    return row;
}

Result<BenchRow> measure_real_time(const RenderCase& c, const MeasureOptions& how,
                                   Renderer& renderer) {
    MeasureOptions on_gpu = how;
    on_gpu.backend = Backend::Cuda;
    auto world = drawn_world(c, on_gpu);
    if (!world) return world.error();
    Moments moments;
    const WaterThread thread(world.value(), moments);
    const auto rates = draw_windows(moments, renderer, c.size);
    if (!rates) return rates.error();
    const Timing speed = timing_of(rates.value().real_time);
    char note[64];
    std::snprintf(note, sizeof note, "at %.1f pictures per second",
                  timing_of(rates.value().pictures_per_s).median);
    BenchRow row;
    row.name = c.name();
    row.value = speed.median;
    row.unit = "x";
    row.spread = speed.spread;
    row.note = note;
    return row;
}

}  // namespace tarn::cli
