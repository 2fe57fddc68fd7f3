// The whole state of a world in a file, and back; and recordings of what was done to it.
#include "base/bytes.hpp"
#include "base/file.hpp"
#include "base/hash.hpp"
#include "base/log.hpp"
#include "world/impl.hpp"

#include <cstring>
#include <new>

namespace tarn {
namespace {

constexpr std::uint64_t kMagic = 0x33'50'4b'43'4e'52'41'54ull;  // "TARNCKP3"
// Files of version 2 do not speak of the bed: it was one number.
constexpr std::uint64_t kMagic2 = 0x32'50'4b'43'4e'52'41'54ull;  // "TARNCKP2"
// Nor do files of version 1, which do not say where the window lies: where the scene put it.
constexpr std::uint64_t kMagic1 = 0x31'50'4b'43'4e'52'41'54ull;  // "TARNCKP1"
constexpr std::size_t kMaxBytes = std::size_t{1} << 38;

Error not_ours(const std::string& path, const std::string& why) {
    return {ErrorCode::InvalidArgument, path + ": " + why};
}

/// The ground as readers see it; the solver keeps its own with the water.
void put_ground(ByteWriter& out, const world::Bed& bed, const std::vector<std::uint8_t>& solid) {
    const FieldView heights = bed.view();
    const std::size_t count = heights.data ? std::size_t(heights.nx) * std::size_t(heights.ny) : 0;
    out.put(bed.hash());
    out.put_block({reinterpret_cast<const char*>(heights.data), count * sizeof(float)});
    out.put_block({reinterpret_cast<const char*>(solid.data()), solid.size()});
}

struct SavedGround {
    world::Bed bed;
    std::vector<std::uint8_t> solid;
};

/// None if it does not fit.
std::optional<SavedGround> get_ground(ByteReader& in, const world::Ground& ground, double flat_m) {
    const std::size_t count = std::size_t(ground.nx) * std::size_t(ground.ny);
    const auto hash = in.get<std::uint64_t>();
    const std::string_view heights = in.get_block(), solid = in.get_block();
    const bool fits = (heights.empty() || heights.size() == count * sizeof(float)) &&
                      (solid.empty() || solid.size() == count);
    if (!in.ok() || !fits) return std::nullopt;
    std::vector<float> heights_m(heights.size() / sizeof(float));
    if (!heights.empty()) std::memcpy(heights_m.data(), heights.data(), heights.size());
    return SavedGround{world::Bed::restored(ground, flat_m, heights_m, hash),
                       {solid.begin(), solid.end()}};
}

/// Of the populations that move.
std::uint32_t number_bytes_of(const std::string& precision) {
    return precision == "double" ? 8 : precision == "half" ? 2 : 4;
}

}  // namespace

Result<void> World::save(const std::string& path) const try {
    if (const auto idle = impl_->check_idle(); !idle) return idle.error();
    const Impl& w = *impl_;
    ByteWriter out;
    out.put(kMagic);
    out.put(w.ground.nx);
    out.put(w.ground.ny);
    out.put(number_bytes_of(w.scene.water.precision));
    out.put(w.ground.cell_m);
    out.put(w.water->units().depth_m);
    out.put(w.scene_bed_hash);
    out.put(w.water->units().step_s);
    out.put(w.time_s);
    out.put(w.lag_s);
    out.put(w.steps);
    out.put(w.account);
    for (int e = 0; e < 4; ++e) out.put(int(w.water->boundary(Edge(e))));
    out.put(w.inputs.window());
    w.inputs.save(out);
    out.put_block(w.water->save());
    put_ground(out, w.bed, w.scenery.solid);
    out.put_block(w.water->save_extremes());
    if (const auto lost = w.water->lost()) return *lost;
    std::string bytes = out.take();
    const std::uint64_t hash = hash_bytes(bytes);
    bytes.append(reinterpret_cast<const char*>(&hash), sizeof hash);
    return write_file(path, bytes);
} catch (const std::bad_alloc&) {
    return Error{ErrorCode::OutOfMemory, path + ": not enough memory to save"};
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

Result<void> World::restore(const std::string& path) try {
    if (const auto idle = impl_->check_idle(); !idle) return idle.error();
    const auto bytes = read_file(path, kMaxBytes);
    if (!bytes) return bytes.error();
    std::string_view content = bytes.value();
    std::uint64_t hash = 0;
    if (content.size() < 2 * sizeof hash)
        return not_ours(path, "is not a checkpoint of Tarn; use a file written by save");
    std::memcpy(&hash, content.data() + content.size() - sizeof hash, sizeof hash);
    content.remove_suffix(sizeof hash);
    ByteReader in(content);
    const auto magic = in.get<std::uint64_t>();
    if (magic != kMagic && magic != kMagic2 && magic != kMagic1)
        return not_ours(path, "is not a checkpoint of Tarn; use a file written by save");
    if (hash != hash_bytes(content))
        return not_ours(path, "is damaged or cut short; use another checkpoint");

    Impl& w = *impl_;
    const int nx = in.get<int>(), ny = in.get<int>();
    const auto number_bytes = in.get<std::uint32_t>();
    if (nx != w.ground.nx || ny != w.ground.ny ||
        number_bytes != number_bytes_of(w.scene.water.precision) ||
        in.get<double>() != w.ground.cell_m || in.get<double>() != w.water->units().depth_m)
        return not_ours(path, "was saved with " + std::to_string(nx) + " x " + std::to_string(ny) +
                                  " cells of another scene or precision; restore it into the "
                                  "scene it came from");
    const bool is_flat = !w.scene.water.bed.varying;
    if (magic == kMagic ? in.get<std::uint64_t>() != w.scene_bed_hash : !is_flat)
        return not_ours(path, "was saved over another bed; restore it into the scene it came from");
    const double step_s = in.get<double>(), time_s = in.get<double>(), lag_s = in.get<double>();
    const auto steps = in.get<std::int64_t>();
    const auto account = in.get<world::Account>();
    int edges[4];
    for (int& edge : edges) edge = in.get<int>();
    world::Inputs inputs(w.scene, w.ground);
    if (magic != kMagic1) inputs.place_window(in.get<world::Window>());
    if (!inputs.restore(in) || !(step_s > 0.0))
        return not_ours(path, "was saved from a scene with other events; restore it into that");
    const std::string_view populations = in.get_block();
    std::optional<SavedGround> saved_ground;
    std::string_view extremes;
    if (magic == kMagic) {
        saved_ground = get_ground(in, w.ground, w.scene.water.bed.number);
        extremes = in.get_block();
    }
    if (!in.ok() || !in.at_end() || populations.size() != w.water->saved_bytes() ||
        (magic == kMagic && !saved_ground))
        return not_ours(path, "is damaged or cut short; use another checkpoint");
    if (saved_ground && !w.water->can_change_ground() && saved_ground->solid != w.scenery.solid)
        return not_ours(path,
                        "was saved with other solids; restore it into the scene it came from");
    if (!w.water->fits(populations))
        return not_ours(path,
                        "was saved from water that started at another level; restore it into the "
                        "scene it came from");
    if (const auto here = leave_lost_gpu(); !here) return here.error();
    Impl& now = *impl_;
    now.water->set_step(step_s);
    // Until the populations are in, they do not belong to this lattice step.
    now.trouble =
        Error{ErrorCode::OutOfMemory,
              path + ": not enough memory to restore; the water has to be restored again"};
    now.water->restore(populations);
    if (saved_ground) now.take_ground(std::move(saved_ground->bed), std::move(saved_ground->solid));
    // A file without them: what is to be seen begins here.
    if (now.scene.maps && !now.water->restore_extremes(extremes))
        if (const auto started = now.water->track_extremes(now.arrival_depth_m, time_s); !started)
            return started.error();
    if (const auto lost = now.water->lost()) return *lost;
    for (int e = 0; e < 4; ++e) now.water->set_boundary(Edge(e), Boundary(edges[e] & 3));
    now.inputs = std::move(inputs);
    now.account = account;
    now.time_s = time_s;
    now.lag_s = lag_s;
    now.steps = steps;
    now.trouble.reset();
    now.changed();
    return {};
} catch (const std::bad_alloc&) {
    return Error{ErrorCode::OutOfMemory, path + ": not enough memory to restore"};
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
        } else if (const auto* way = std::get_if<world::ShiftCall>(&call)) {
            done = shift_window(way->di, way->dj);
        } else if (const auto* heights = std::get_if<world::BedCall>(&call)) {
            done = set_bed(heights->cells, heights->heights_m);
        } else if (const auto* pit = std::get_if<DigDesc>(&call)) {
            done = dig(*pit);
        } else if (const auto* wall = std::get_if<world::SolidCall>(&call)) {
            done = set_solid(wall->cells, wall->is_solid);
        }
        if (!done) return done.error();
    }
    return last;
}

}  // namespace tarn
