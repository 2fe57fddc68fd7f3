#include "outputs.hpp"

#include "base/file.hpp"
#include "base/file_set.hpp"
#include "io/iso_surface.hpp"
#include "io/json_text.hpp"
#include "io/map.hpp"
#include "io/mesh_text.hpp"
#include "io/npy.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <vector>

namespace tarn::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFields[] = {"depth", "level", "u", "v", "bed"};
constexpr const char* kVolumeFields[] = {"fill", "u", "v", "w"};
constexpr const char* kFoamFields[] = {"foam", "bubbles"};
constexpr const char* kDrops = "drops";
constexpr const char* kSprayColumns[] = {"spray.drops",   "spray.flying", "spray.thrown",
                                         "spray.emitted", "spray.landed", "spray.left"};
constexpr const char* kDye = "dye";      // where the water carries some
constexpr const char* kWords = "cells";  // of stable water, 32 bits each
constexpr const char* kExtremes[] = {"max_depth", "max_speed", "arrival"};

std::string hex(std::uint64_t value) {
    char text[24];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
    return text;
}

std::span<const float> values(const FieldView& view) {
    return {view.data, std::size_t(view.nx) * std::size_t(view.ny) * std::size_t(view.nz)};
}

/// A field that holds bits instead of numbers.
std::vector<std::uint32_t> words(const FieldView& view) {
    std::vector<std::uint32_t> out;
    for (const float value : values(view)) out.push_back(std::bit_cast<std::uint32_t>(value));
    return out;
}

/// [ny, nx], or [nz, ny, nx] in a volume.
std::vector<std::size_t> shape_of(const FieldView& view, const WorldInfo& info) {
    std::vector<std::size_t> shape = {std::size_t(view.ny), std::size_t(view.nx)};
    if (info.height_m > 0.0) shape.insert(shape.begin(), std::size_t(view.nz));
    return shape;
}

std::string report_json(const World& world, const Statistics& s, std::uint64_t checksum,
                        double updates, double wall_s) {
    const WorldInfo info = world.info();
    io::JsonWriter json;
    json.begin_object();
    json.member("scene", info.scene).member("time", world.time_s());
    json.member("steps", world.steps());
    json.member("mass_initial", s.mass.initial_kg).member("mass_final", s.mass.now_kg);
    json.member("mass_added", s.mass.added_kg).member("mass_removed", s.mass.removed_kg);
    json.member("mass_spray", s.mass.spray_kg).member("mass_carried", s.mass.carried_kg);
    json.member("mass_refused", s.mass.refused_kg);
    json.member("max_speed", s.max_speed_m_per_s);
    json.member("wall_seconds", wall_s);
    json.member("mlups", wall_s > 0.0 ? updates / wall_s * 1e-6 : 0.0);
    json.member("model", info.model).member("scheme", info.scheme);
    json.member("precision", info.precision).member("backend", info.backend);
    json.member("isa", info.isa).member("threads", info.threads);
    json.member("viscosity_used", info.viscosity_used_m2_per_s);
    for (const SchemeFact& fact : info.scheme_facts)
        if (fact.number)
            json.member(fact.name, *fact.number);
        else
            json.member(fact.name, fact.text);
    json.member("checksum", hex(checksum));
    json.end_object();
    return json.text();
}

std::vector<const char*> field_names(const WorldInfo& info) {
    if (info.height_m > 0.0) {
        std::vector<const char*> names(std::begin(kVolumeFields), std::end(kVolumeFields));
        if (info.model == "stable") names.push_back(kWords);
        if (info.scheme_fact("dye_m3")) names.push_back(kDye);
        return names;
    }
    std::vector<const char*> names(std::begin(kFields), std::end(kFields));
    if (info.has_maps) names.insert(names.end(), std::begin(kExtremes), std::end(kExtremes));
    if (info.has_spray) names.insert(names.end(), std::begin(kFoamFields), std::end(kFoamFields));
    return names;
}

/// Speed along the plan; in a volume that of its surface.
Result<std::vector<float>> surface_speed(const World& world, const WorldInfo& info) {
    std::vector<float> speed(std::size_t(info.nx) * std::size_t(info.ny));
    if (info.height_m > 0.0) {
        for (std::size_t k = 0; k < speed.size(); ++k) {
            const auto here =
                world.velocity(int(k % std::size_t(info.nx)), int(k / std::size_t(info.nx)));
            if (!here) return here.error();
            speed[k] = std::hypot(here.value()[0], here.value()[1]);
        }
        return speed;
    }
    const auto u = world.field("u"), v = world.field("v");
    if (!u) return u.error();
    if (!v) return v.error();
    for (std::size_t k = 0; k < speed.size(); ++k)
        speed[k] = std::hypot(u.value().data[k], v.value().data[k]);
    return speed;
}

constexpr const char* kReport = "report.json";

/// How long a run waits for another that is just writing the same files.
constexpr double kTurn_s = 10.0;

bool is_field_file(const std::string& name) {
    const auto is_name = [&](const char* field) { return name == std::string(field) + ".npy"; };
    return std::ranges::any_of(kFields, is_name) || std::ranges::any_of(kVolumeFields, is_name) ||
           std::ranges::any_of(kExtremes, is_name) || std::ranges::any_of(kFoamFields, is_name) ||
           is_name(kDrops) || is_name(kWords) || is_name(kDye);
}

bool is_map_file(const std::string& name) {
    const auto begins = [&](const char* field) {
        return name.starts_with(std::string(field) + ".") ||
               name.starts_with(std::string(field) + "_0");
    };
    return name.ends_with(".png") &&
           (begins("level") || begins("speed") || std::ranges::any_of(kExtremes, begins));
}

bool is_mesh_file(const std::string& name) {
    return name == "surface.obj" || name == "surface.ply";
}

}  // namespace

std::vector<OutputFile> OutputArgs::files() const {
    const auto is_report = [](const std::string& name) { return name == kReport; };
    return {{"--csv", csv, kProbeCsv},
            {"--npy", npy_dir, kNpy, is_field_file},
            {"--npy", npy_dir, kReportJson, is_report},
            {"--map", map_dir, kPng, is_map_file},
            {"--mesh", mesh_dir, kMesh, is_mesh_file}};
}

Result<Outputs> Outputs::open(const OutputArgs& args, const World& world) {
    Outputs outputs(args);
    const WorldInfo info = world.info();
    if (!args.mesh_dir.empty() && info.height_m == 0.0)
        return Error{ErrorCode::InvalidArgument,
                     "--mesh " + args.mesh_dir + ": the water of " + info.scene + " is of model " +
                         info.model + ", which has no surface in space; use --npy for its level"};
    outputs.initial_level_m_ = info.still_level_m;
    outputs.first_time_s_ = world.time_s();
    outputs.record_every_s_ = info.record_every_s;
    outputs.first_step_ = world.steps();
    for (const std::string& folder : {args.npy_dir, args.map_dir, args.mesh_dir}) {
        if (folder.empty()) continue;
        if (const auto made = make_writable_folder(folder); !made) return made.error();
    }
    if (outputs.map_every_s() > 0.0) {
        auto claim = FolderClaim::take(args.map_dir, "maps");
        if (!claim) return claim.error();
        outputs.maps_claim_.emplace(std::move(claim.value()));
    }
    if (args.csv.empty()) return outputs;
    if (info.probes.empty() && info.bodies.empty() && !info.has_spray)
        return Error{
            ErrorCode::InvalidArgument,
            "--csv " + args.csv +
                ": the scene has no probes, no bodies and no spray, so there is nothing to "
                "write; add some, such as --set 'probes=[{\"at\": [1, 1]}]'"};
    if (const auto ok = check_can_write(args.csv); !ok) return ok.error();
    outputs.columns_ = {"t"};
    for (const ProbeInfo& probe : info.probes) {
        outputs.points_.push_back(probe.at_m);
        for (const char* field : {".depth", ".level", ".u", ".v"})
            outputs.columns_.push_back(probe.name + field);
    }
    for (const std::string& body : info.bodies)
        for (const char* field : {".x", ".y", ".z", ".qw", ".qx", ".qy", ".qz"})
            outputs.columns_.push_back(body + field);
    if (info.has_spray)
        for (const char* column : kSprayColumns) outputs.columns_.push_back(column);
    return outputs;
}

Result<void> Outputs::write_row(double time_s, std::span<const Sample> samples,
                                std::span<const BodyPose> bodies,
                                std::span<const SprayReport> spray) {
    std::vector<double> row = {time_s};
    for (const Sample& s : samples)
        for (const float value :
             {s.depth_m, s.level_m, s.velocity_m_per_s[0], s.velocity_m_per_s[1]})
            row.push_back(double(value));
    for (const BodyPose& body : bodies)
        for (const double value : {body.at_m.x, body.at_m.y, body.at_m.z, body.turn[0],
                                   body.turn[1], body.turn[2], body.turn[3]})
            row.push_back(value);
    for (const SprayReport& s : spray)
        for (const double value :
             {double(s.drops), s.flying_m3, s.thrown_m3, s.emitted_m3, s.landed_m3, s.left_m3})
            row.push_back(value);
    last_row_s_ = time_s;
    return csv_->row(row);
}

Result<RunRows> Outputs::row_now(const World& world) const {
    RunRows row;
    row.samples.resize(points_.size());
    if (const auto done = world.sample(points_, row.samples); !done) return done.error();
    for (int k = 0; k < world.body_count(); ++k) {
        const auto body = world.body(k);
        if (!body) return body.error();
        row.bodies.push_back(body.value().pose);
    }
    if (world.info().has_spray) {
        const auto spray = world.spray();
        if (!spray) return spray.error();
        row.spray.push_back(spray.value());
    }
    return row;
}

Result<void> Outputs::take_first_row(const World& world) {
    auto row = row_now(world);
    if (!row) return row.error();
    first_row_ = std::move(row.value());
    return {};
}

Result<void> Outputs::start(const World& world) {
    if (!columns_.empty()) {
        auto csv = io::CsvWriter::create(args_.csv, columns_);
        if (!csv) return csv.error();
        csv_ = std::move(csv.value());
        if (const auto done =
                write_row(first_time_s_, first_row_.samples, first_row_.bodies, first_row_.spray);
            !done)
            return done;
    }
    if (map_every_s() <= 0.0) return {};
    if (const auto done = remove_files(args_.map_dir, is_map_file); !done) return done;
    return add_maps(world);
}

Result<void> Outputs::run_to(World& world, RunDesc desc) {
    RunRows rows;
    if (csv_) {
        desc.points_m = points_;
        desc.row_start_s = first_time_s_;
        desc.row_every_s = record_every_s_;
    }
    const auto report = world.run_to(desc, csv_ ? &rows : nullptr);
    for (std::size_t k = 0; k < rows.times_s.size(); ++k) {
        const auto row = std::span(rows.samples).subspan(k * points_.size(), points_.size());
        const std::size_t count = std::size_t(world.body_count());
        const auto bodies = std::span(rows.bodies).subspan(k * count, count);
        const auto spray = rows.spray.empty() ? std::span<const SprayReport>()
                                              : std::span(rows.spray).subspan(k, 1);
        if (const auto done = write_row(rows.times_s[k], row, bodies, spray); !done)
            return done.error();
    }
    if (!report) return report.error();
    return {};
}

Result<void> Outputs::end_rows(const World& world) {
    const bool is_written = world.time_s() - last_row_s_ <= 1e-9 * std::max(1.0, last_row_s_);
    if (!csv_ || is_written) return {};
    const auto row = row_now(world);
    if (!row) return row.error();
    return write_row(world.time_s(), row.value().samples, row.value().bodies, row.value().spray);
}

Result<void> Outputs::add_maps(const World& world) {
    char suffix[16];
    std::snprintf(suffix, sizeof suffix, "_%05d", maps_written_++);
    return write_maps(world, suffix,
                      [&](const std::string& name) { return fs::path(args_.map_dir) / name; });
}

Result<void> Outputs::write_maps(const World& world, const std::string& suffix,
                                 const PlaceOf& place_of) const {
    const WorldInfo info = world.info();
    const auto level = world.field("level"), depth = world.field("depth");
    if (!level) return level.error();
    if (!depth) return depth.error();
    const auto speed_now = surface_speed(world, info);
    if (!speed_now) return speed_now.error();
    const std::vector<float>& speed = speed_now.value();
    std::vector<std::uint8_t> solid(speed.size());
    for (std::size_t k = 0; k < solid.size(); ++k) solid[k] = depth.value().data[k] == 0.0f;
    char title[96];
    std::snprintf(title, sizeof title, "Level, t = %.3f s", world.time_s());
    io::MapDesc map;
    map.nx = info.nx;
    map.ny = info.ny;
    map.solid = solid.data();
    map.width_m = info.size_m.x;
    map.height_m = info.size_m.y;
    map.values = values(level.value());
    map.title = title;
    map.unit = "m";
    map.diverging = true;
    map.centre = initial_level_m_;
    if (const auto done = io::write_map(place_of("level" + suffix + ".png"), map); !done)
        return done.error();
    std::snprintf(title, sizeof title, "Speed, t = %.3f s", world.time_s());
    map.values = speed;
    map.title = title;
    map.unit = "m/s";
    map.diverging = false;
    map.low = 0.0;
    if (const auto done = io::write_map(place_of("speed" + suffix + ".png"), map); !done)
        return done.error();
    return info.has_maps ? write_extremes(world, suffix, place_of) : Result<void>();
}

/// What each cell has seen so far; where there never was water it is left pale.
Result<void> Outputs::write_extremes(const World& world, const std::string& suffix,
                                     const PlaceOf& place_of) const {
    const WorldInfo info = world.info();
    const struct {
        const char *name, *title, *unit;
    } kinds[] = {{"max_depth", "Maximum depth", "m"},
                 {"max_speed", "Maximum speed", "m/s"},
                 {"arrival", "Arrival", "s"}};
    for (const auto& kind : kinds) {
        const auto arrival = world.field("arrival"), view = world.field(kind.name);
        if (!arrival) return arrival.error();
        if (!view) return view.error();
        std::vector<float> shown(values(view.value()).begin(), values(view.value()).end());
        for (std::size_t k = 0; k < shown.size(); ++k)
            if (arrival.value().data[k] < 0.0f) shown[k] = std::numeric_limits<float>::quiet_NaN();
        char title[96];
        std::snprintf(title, sizeof title, "%s until t = %.3f s", kind.title, world.time_s());
        const auto done =
            io::write_map(place_of(kind.name + suffix + ".png"), {.values = shown,
                                                                  .nx = info.nx,
                                                                  .ny = info.ny,
                                                                  .width_m = info.size_m.x,
                                                                  .height_m = info.size_m.y,
                                                                  .title = title,
                                                                  .unit = kind.unit,
                                                                  .low = 0.0});
        if (!done) return done.error();
    }
    return {};
}

Result<void> Outputs::write_last_maps(const World& world) const {
    if (args_.map_dir.empty()) return {};
    auto set = FileSet::create(args_.map_dir);
    if (!set) return set.error();
    const auto drawn =
        write_maps(world, "", [&](const std::string& name) { return set.value().add(name); });
    if (!drawn) return set.value().named(drawn.error());
    // The maps of a series are of this run already.
    if (maps_claim_) return set.value().place([](const std::string&) { return false; });
    const auto claim = FolderClaim::take(args_.map_dir, "maps", kTurn_s);
    return claim ? set.value().place(is_map_file) : claim.error();
}

/// The surface on which cells are half full.
Result<void> Outputs::write_mesh(const World& world) const {
    if (args_.mesh_dir.empty()) return {};
    const auto fill = world.field("fill");
    if (!fill) return fill.error();
    const FieldView& view = fill.value();
    const auto mesh = io::iso_surface({.values = values(view),
                                       .nx = view.nx,
                                       .ny = view.ny,
                                       .nz = view.nz,
                                       .cell_m = world.info().cell_m},
                                      0.5);
    auto set = FileSet::create(args_.mesh_dir);
    if (!set) return set.error();
    for (const auto& [name, text] :
         {std::pair<const char*, std::string>{"surface.obj", io::obj_text(mesh)},
          {"surface.ply", io::ply_text(mesh)}})
        if (const auto done = write_file(set.value().add(name), text); !done)
            return set.value().named(done.error());
    const auto claim = FolderClaim::take(args_.mesh_dir, "mesh", kTurn_s);
    return claim ? set.value().place(is_mesh_file) : claim.error();
}

/// One row per drop: x, y, z, vx, vy, vz and radius.
Result<void> Outputs::write_drops(const World& world, FileSet& set) const {
    const auto drops = world.drops();
    if (!drops) return drops.error();
    constexpr std::size_t kColumns = 7;
    std::vector<float> numbers;
    numbers.reserve(kColumns * drops.value().size());
    for (const Drop& drop : drops.value()) {
        numbers.insert(numbers.end(), std::begin(drop.at_m), std::end(drop.at_m));
        numbers.insert(numbers.end(), std::begin(drop.velocity_m_per_s),
                       std::end(drop.velocity_m_per_s));
        numbers.push_back(drop.radius_m);
    }
    const std::array shape = {drops.value().size(), kColumns};
    const auto done = io::write_npy(set.add(std::string(kDrops) + ".npy"),
                                    std::span<const float>(numbers), shape);
    return done ? Result<void>() : set.named(done.error());
}

/// The report comes last: where it is, the fields beside it are those of its run.
Result<void> Outputs::write_fields(const World& world, double wall_s) const {
    if (args_.npy_dir.empty()) return {};
    auto made = FileSet::create(args_.npy_dir);
    if (!made) return made.error();
    FileSet& set = made.value();
    const WorldInfo info = world.info();
    for (const char* name : field_names(info)) {
        const auto view = world.field(name);
        if (!view) return view.error();
        const auto path = set.add(std::string(name) + ".npy");
        const auto shape = shape_of(view.value(), info);
        const auto done = name == kWords ? io::write_npy(path, words(view.value()), shape)
                                         : io::write_npy(path, values(view.value()), shape);
        if (!done) return set.named(done.error());
    }
    if (info.has_spray)
        if (const auto done = write_drops(world, set); !done) return done;
    const auto statistics = world.statistics();
    if (!statistics) return statistics.error();
    const auto checksum = world.checksum();
    if (!checksum) return checksum.error();
    const double updates = double(world.steps() - first_step_) * info.nx * info.ny * info.nz;
    const auto done = write_file(set.add(kReport), report_json(world, statistics.value(),
                                                               checksum.value(), updates, wall_s));
    if (!done) return set.named(done.error());
    const auto claim = FolderClaim::take(args_.npy_dir, "fields", kTurn_s);
    return claim ? set.place(is_field_file) : claim.error();
}

}  // namespace tarn::cli
