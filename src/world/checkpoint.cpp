// The whole state of a world in a file or in memory, and back. Files come from outside: everything
// is read and checked before anything changes.
#include "base/bytes.hpp"
#include "base/file.hpp"
#include "base/hash.hpp"
#include "base/log.hpp"
#include "water/registry.hpp"
#include "world/impl.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>

namespace tarn {
namespace {

constexpr std::uint64_t kMagic = 0x41'50'4b'43'4e'52'41'54ull;  // "TARNCKPA"
// What all versions begin with: "TARNCKP".
constexpr std::uint64_t kAnyVersion = 0x00'ff'ff'ff'ff'ff'ff'ffull;
// As large as an address allows, up to 256 GiB.
constexpr std::size_t kMaxBytes = sizeof(std::size_t) > 4 ? std::size_t(std::uint64_t{1} << 38)
                                                          : SIZE_MAX / 2;

// Far more than the water of the Earth, and such that sums of it stay numbers.
constexpr double kMaxVolume_m3 = 1e30;

Error not_ours(const std::string& name, const std::string& why) {
    return {ErrorCode::InvalidArgument, name + ": " + why};
}

Error damaged(const std::string& name) {
    return not_ours(name, "is damaged or cut short; use another checkpoint");
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
                                  ", and this Tarn reads version " + char(kMagic >> 56) +
                                  "; run its scene again, or "
                                  "restore it with the Tarn that wrote it");
    if (hash != hash_bytes(bytes)) return damaged(name);
    return bytes.substr(sizeof magic);
}

constexpr const char* kNoMemory = "not enough memory to restore";

std::string_view text_of(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool is_sound(const world::Account& a) {
    for (const double volume_m3 : {a.initial_m3, a.added_m3, a.removed_m3, a.carried_m3,
                                   a.refused_m3, a.added_rest_m3, a.removed_rest_m3})
        if (!(std::abs(volume_m3) <= kMaxVolume_m3)) return false;
    return true;
}

bool is_sound(const world::Window& window) {
    const auto is_near = [](int at) {
        return at >= -world::kFarthestWindow && at <= world::kFarthestWindow;
    };
    return is_near(window.i) && is_near(window.j);
}

}  // namespace

std::string World::Impl::saved() const {
    ByteWriter out;
    out.put(kMagic);
    out.put_block(scene::text_of(bound_keys));
    out.put(time_s);
    out.put(lag_s);
    out.put(steps);
    out.put(account);
    out.put(inputs->window());
    out.put(std::uint8_t(inputs->ground_events().is_any()));
    inputs->save(out);
    if (bodies) bodies->save(out);
    if (airborne) airborne->save(out);
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

/// A world whose GPU is gone gets its water anew on the CPU, if it was free to choose. What is
/// restored next fills it.
Result<void> World::Impl::leave_lost_gpu() {
    const auto lost = water->lost();
    if (!lost) return {};
    if (options.backend != Backend::Auto) return *lost;
    options.backend = Backend::Cpu;
    auto fresh = water::make_water({scene, options, pool, bodies.get()});
    if (!fresh) {
        options.backend = Backend::Auto;
        return fresh.error();
    }
    airborne.reset();  // it lives on the GPU that is gone
    water = std::move(fresh.value());
    auto anew = world::Airborne::create(scene, *water, pool);
    if (!anew) return anew.error();
    airborne = std::move(anew.value());
    if (const auto started = water->start_maps(0.0); !started) return started;
    log(options.log, LogLevel::Warning,
        "backend cpu: " + lost->message.substr(0, lost->message.find(';')));
    return {};
}

/// How the scene differs from that of a checkpoint, if it may.
Result<scene::SceneDifferences> World::Impl::compare_scenes(std::string_view saved_keys,
                                                            Binding binding) const {
    const scene::SceneDifferences differences(scene::parse_bound_keys(saved_keys), bound_keys);
    if (!differences.is_any()) return differences;
    const std::string what = "was saved from another scene: " + differences.text();
    if (differences.is_any_fixed())
        return Error{ErrorCode::InvalidArgument,
                     what + ". Restore it into the scene that it came from"};
    if (binding == Binding::SameScene)
        return Error{ErrorCode::InvalidArgument,
                     what +
                         ". Restore it into the scene that it came from, or take its water alone "
                         "and go on as this scene says: restore_water, --resume-water"};
    log(options.log, LogLevel::Info, "goes on as the scene says: " + differences.text());
    return differences;
}

/// Reads and checks everything before it changes anything.
Result<void> World::Impl::restore(std::string_view bytes, const std::string& name,
                                  Binding binding) {
    const auto content = content_of(bytes, name);
    if (!content) return content.error();
    ByteReader in(content.value());
    const auto differences = compare_scenes(in.get_block(), binding);
    if (!in.ok()) return damaged(name);
    if (!differences) return not_ours(name, differences.error().message);
    const water::ClockReading clock = {in.get<double>(), in.get<double>(), in.get<std::int64_t>()};
    const auto saved_account = in.get<world::Account>();
    const auto window = in.get<world::Window>();
    const bool has_ground_events = in.get<std::uint8_t>() != 0;
    if (!in.ok() || !is_sound(saved_account) || !is_sound(window)) return damaged(name);
    if (const auto ok = water->check_clock(clock); !ok) return not_ours(name, ok.error().message);
    world::Inputs saved_inputs(scene, water->grid());
    saved_inputs.place_window(window);
    if (!saved_inputs.restore(in, {clock.time_s, has_ground_events, differences.value()}))
        return damaged(name);
    std::optional<world::Bodies::Saved> saved_bodies;
    if (bodies && !(saved_bodies = bodies->read_saved(in))) return damaged(name);
    ByteReader saved_airborne = in;
    if (airborne && !airborne->check_saved(in, clock.time_s)) return damaged(name);
    const water::RestoreDesc desc = {clock, differences.value()};
    if (const auto fits = water->check_saved(in, desc); !fits)
        return not_ours(name, fits.error().message);
    if (const auto here = leave_lost_gpu(); !here) return here;

    // Until the water is in, it belongs to neither state.
    trouble = Error{ErrorCode::OutOfMemory,
                    name + ": not enough memory to restore; the water has to be restored again"};
    if (const auto done = water->restore(in, desc); !done) return done;
    if (bodies) {
        const bool is_new = differences.value().touch("events");
        bodies->set_bed(*water);  // which wakes those that sleep on it
        bodies->restore(*saved_bodies, is_new ? std::optional(clock.time_s) : std::nullopt);
        bodies->set_wind(settings().wind_m_per_s);
    }
    if (airborne) {
        airborne->restore(saved_airborne);
        airborne->set_wind(settings().wind_m_per_s);
    }
    inputs = std::move(saved_inputs);
    account = saved_account;
    time_s = clock.time_s;
    lag_s = clock.lag_s;
    steps = clock.steps;
    trouble.reset();
    recording.reset();  // what it has noted does not lead to here
    return {};
}

Result<void> World::restore(const std::string& path) {
    return impl_->restore_file(path, Impl::Binding::SameScene);
}

Result<void> World::restore_water(const std::string& path) {
    return impl_->restore_file(path, Impl::Binding::WaterAlone);
}

Result<void> World::Impl::restore_file(const std::string& path, Binding binding) {
    return enter(kNoMemory, [&]() -> Result<void> {
        const auto bytes = read_file(path, kMaxBytes);
        return bytes ? restore(bytes.value(), path, binding) : bytes.error();
    });
}

Result<void> World::restore_from_memory(std::span<const std::byte> bytes) {
    return impl_->enter(kNoMemory, [&] {
        return impl_->restore(text_of(bytes), "restore_from_memory", Impl::Binding::SameScene);
    });
}

Result<void> World::restore_water_from_memory(std::span<const std::byte> bytes) {
    return impl_->enter(kNoMemory, [&] {
        return impl_->restore(text_of(bytes), "restore_water_from_memory",
                              Impl::Binding::WaterAlone);
    });
}

}  // namespace tarn
