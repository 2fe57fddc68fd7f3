// The whole state of a world in a file or in memory, and back; and recordings of what was done to
// it.
#include "base/bytes.hpp"
#include "base/file.hpp"
#include "base/hash.hpp"
#include "base/log.hpp"
#include "world/impl.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>

namespace tarn {
namespace {

constexpr std::uint64_t kMagic = 0x35'50'4b'43'4e'52'41'54ull;  // "TARNCKP5"
// What all versions begin with: "TARNCKP".
constexpr std::uint64_t kAnyVersion = 0x00'ff'ff'ff'ff'ff'ff'ffull;
// As large as an address allows, up to 256 GiB.
constexpr std::size_t kMaxBytes = sizeof(std::size_t) > 4 ? std::size_t(std::uint64_t{1} << 38)
                                                          : SIZE_MAX / 2;

Error not_ours(const std::string& name, const std::string& why) {
    return {ErrorCode::InvalidArgument, name + ": " + why};
}

/// The state without its hash, if it is one of this version and whole.
Result<std::string_view> content_of(std::string_view bytes, const std::string& name) {
    std::uint64_t hash = 0, magic = 0;
    if (bytes.size() < 2 * sizeof hash)
        return not_ours(name, "is not a checkpoint of Tarn; use a file written by save");
    std::memcpy(&magic, bytes.data(), sizeof magic);
    std::memcpy(&hash, bytes.data() + bytes.size() - sizeof hash, sizeof hash);
    bytes.remove_suffix(sizeof hash);
    if ((magic & kAnyVersion) != (kMagic & kAnyVersion))
        return not_ours(name, "is not a checkpoint of Tarn; use a file written by save");
    if (magic != kMagic)
        return not_ours(name, std::string("is a checkpoint of version ") + char(magic >> 56) +
                                  ", and this Tarn reads version 5; run its scene again, or "
                                  "restore it with the Tarn that wrote it");
    if (hash != hash_bytes(bytes))
        return not_ours(name, "is damaged or cut short; use another checkpoint");
    return bytes.substr(sizeof magic);
}

}  // namespace

std::string World::Impl::saved() const {
    ByteWriter out;
    out.put(kMagic);
    out.put(time_s);
    out.put(lag_s);
    out.put(steps);
    out.put(account);
    out.put(inputs->window());
    inputs->save(out);
    water->save(out);
    std::string bytes = out.take();
    const std::uint64_t hash = hash_bytes(bytes);
    bytes.append(reinterpret_cast<const char*>(&hash), sizeof hash);
    return bytes;
}

Result<void> World::save(const std::string& path) const {
    return impl_->answer("save: not enough memory", [&]() -> Result<void> {
        const std::string bytes = impl_->saved();
        if (const auto lost = impl_->water->lost()) return *lost;
        return write_file(path, bytes);
    });
}

Result<std::vector<std::byte>> World::save_to_memory() const {
    return impl_->answer(
        "save_to_memory: not enough memory", [&]() -> Result<std::vector<std::byte>> {
            const std::string bytes = impl_->saved();
            const auto* const data = reinterpret_cast<const std::byte*>(bytes.data());
            return std::vector<std::byte>(data, data + bytes.size());
        });
}

/// A world whose GPU is gone starts anew on the CPU, if it was free to choose.
Result<void> World::leave_lost_gpu() {
    const auto lost = impl_->water->lost();
    if (!lost) return {};
    if (impl_->options.backend != Backend::Auto) return *lost;
    WorldOptions options = impl_->options;
    options.backend = Backend::Cpu;
    auto fresh = from_parsed(scene::Scene(impl_->scene), options);
    if (!fresh) return fresh.error();
    fresh.value().impl_->recording = std::move(impl_->recording);
    impl_ = std::move(fresh.value().impl_);
    log(impl_->options.log, LogLevel::Warning,
        "backend cpu: " + lost->message.substr(0, lost->message.find(';')));
    return {};
}

/// Reads and checks everything before it changes anything.
Result<void> World::restore_bytes(std::string_view bytes, const std::string& name) try {
    if (const auto idle = impl_->check_idle(); !idle) return idle;
    const auto content = content_of(bytes, name);
    if (!content) return content.error();
    ByteReader in(content.value());
    const double time_s = in.get<double>(), lag_s = in.get<double>();
    const auto steps = in.get<std::int64_t>();
    const auto account = in.get<world::Account>();
    world::Inputs inputs(impl_->scene, impl_->water->grid());
    inputs.place_window(in.get<world::Window>());
    if (!in.ok() || !(time_s >= 0.0) || !std::isfinite(time_s) || steps < 0)
        return not_ours(name, "is damaged or cut short; use another checkpoint");
    if (!inputs.restore(in))
        return not_ours(name, "was saved from a scene with other events; restore it into that");
    if (const auto fits = impl_->water->check_saved(in); !fits)
        return not_ours(name, fits.error().message);
    if (const auto here = leave_lost_gpu(); !here) return here;

    Impl& w = *impl_;
    // Until the water is in, it belongs to neither state.
    w.trouble = Error{ErrorCode::OutOfMemory,
                      name + ": not enough memory to restore; the water has to be restored again"};
    if (const auto done = w.water->restore(in, time_s); !done) return done;
    w.inputs = std::move(inputs);
    w.account = account;
    w.time_s = time_s;
    w.lag_s = lag_s;
    w.steps = steps;
    w.trouble.reset();
    return {};
} catch (const std::bad_alloc&) {
    return Error{ErrorCode::OutOfMemory, name + ": not enough memory to restore"};
}

Result<void> World::restore(const std::string& path) {
    if (const auto idle = impl_->check_idle(); !idle) return idle;
    const auto bytes = read_file(path, kMaxBytes);
    if (!bytes) return bytes.error();
    return restore_bytes(bytes.value(), path);
}

Result<void> World::restore_from_memory(std::span<const std::byte> bytes) {
    return restore_bytes({reinterpret_cast<const char*>(bytes.data()), bytes.size()},
                         "restore_from_memory");
}

Result<void> World::start_recording() {
    if (const auto idle = impl_->check_idle(); !idle) return idle.error();
    impl_->recording.emplace();
    return {};
}

Result<void> World::save_recording(const std::string& path) const {
    if (const auto idle = impl_->check_idle(); !idle) return idle.error();
    if (!impl_->recording)
        return Error{ErrorCode::InvalidArgument, "no recording runs; call start_recording first"};
    return write_file(path, world::recording_text(*impl_->recording));
}

Result<StepReport> World::replay(const std::string& path) {
    if (const auto idle = impl_->check_idle(); !idle) return idle.error();
    const auto text = read_file(path, std::size_t{1} << 30);
    if (!text) return text.error();
    const auto calls = world::parse_recording(text.value(), path);
    if (!calls) return calls.error();
    StepReport last;
    for (const world::Call& call : calls.value()) {
        Result<void> done;
        if (const auto* c = std::get_if<world::StepCall>(&call)) {
            const auto report = step(c->seconds);
            if (!report) return report.error();
            last = report.value();
        } else if (const auto* way = std::get_if<world::RunCall>(&call)) {
            const auto report = run_to(
                {.end_s = way->end_s, .stop_s = way->stop_s, .stops_before = way->stops_before});
            if (!report) return report.error();
            last = report.value();
        } else if (const auto* event = std::get_if<world::EventCall>(&call)) {
            done = add_event(event->cells, event->depth_m);
        } else if (const auto* drop = std::get_if<DropDesc>(&call)) {
            done = add_drop(*drop);
        } else if (const auto* finger = std::get_if<world::PressCall>(&call)) {
            done = press(finger->id, finger->desc);
        } else if (const auto* lifted = std::get_if<world::ReleaseCall>(&call)) {
            done = release(lifted->id);
        } else if (const auto* edge = std::get_if<world::BoundaryCall>(&call)) {
            done = set_boundary(edge->edge, edge->boundary);
        } else if (const auto* by = std::get_if<world::ShiftCall>(&call)) {
            done = shift_window(by->di, by->dj);
        } else if (const auto* heights = std::get_if<world::BedCall>(&call)) {
            done = set_bed(heights->cells, heights->heights_m);
        } else if (const auto* pit = std::get_if<DigDesc>(&call)) {
            done = dig(*pit);
        } else if (const auto* wall = std::get_if<world::SolidCall>(&call)) {
            done = set_solid(wall->cells, wall->is_solid);
        } else if (const auto* settings = std::get_if<LiveSettings>(&call)) {
            done = set(*settings);
        }
        if (!done) return done.error();
    }
    return last;
}

}  // namespace tarn
