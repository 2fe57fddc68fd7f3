// Fields of shallow water by name, its sums, and what it is.
#include "base/hash.hpp"
#include "exec/isa.hpp"
#include "water/shallow/shallow_water.hpp"

#include <cmath>

namespace tarn::water {
namespace {

bool is_extreme(std::string_view name) {
    return name == "max_depth" || name == "max_speed" || name == "arrival";
}

Result<shallow::Field> field_of(std::string_view name) {
    const std::pair<std::string_view, shallow::Field> known[] = {{"depth", shallow::Field::Depth},
                                                                 {"level", shallow::Field::Level},
                                                                 {"u", shallow::Field::U},
                                                                 {"v", shallow::Field::V}};
    for (const auto& [known_name, field] : known)
        if (name == known_name) return field;
    return Error{ErrorCode::NotFound, "there is no field \"" + std::string(name.substr(0, 40)) +
                                          "\"; use depth, level, u or v; field() also has bed, "
                                          "max_depth, max_speed and arrival"};
}

}  // namespace

std::string ShallowWater::label() const {
    return "shallow water with scheme " + std::string(home_.row->scheme);
}

void ShallowWater::changed() {
    current_fields_ = 0;
    totals_.reset();
}

const shallow::Totals& ShallowWater::read_totals() const {
    if (!totals_) totals_ = solver_->totals();
    return *totals_;
}

const float* ShallowWater::read_field(shallow::Field field) const {
    if (!(current_fields_ & bit_of(field))) solver_->start_fields(0, bit_of(field));
    current_fields_ |= bit_of(field);
    return solver_->field(0, field);
}

FieldView ShallowWater::bed_field() const {
    if (!bed_.is_flat()) return bed_.view();
    flat_bed_m_.assign(p_.grid.cell_count(), float(bed_.lowest_m()));
    return view_of(flat_bed_m_.data());
}

Result<FieldView> ShallowWater::field(std::string_view name) const {
    if (name == "bed") return bed_field();
    if (is_extreme(name)) {
        const shallow::Extreme which = name == "max_depth"   ? shallow::Extreme::MaxDepth
                                       : name == "max_speed" ? shallow::Extreme::MaxSpeed
                                                             : shallow::Extreme::Arrival;
        const float* const data = solver_->extreme(which);
        if (data) return view_of(data);
        return Error{ErrorCode::NotFound, p_.scene.name + " does not keep \"" + std::string(name) +
                                              "\"; give the scene \"maps\": {}"};
    }
    const auto which = field_of(name);
    if (!which) return which.error();
    return view_of(read_field(which.value()));
}

Result<DeviceFieldView> ShallowWater::device_field(std::string_view name) const {
    const auto which = field_of(name);
    if (!which) return which.error();
    if (!home_.gpu)
        return Error{ErrorCode::Unsupported,
                     "device_field: this water is on the CPU; use field, or backend cuda"};
    return DeviceFieldView{solver_->device_field(which.value()), p_.grid.nx, p_.grid.ny,
                           p_.grid.nx};
}

Result<DeviceFieldView> ShallowWater::device_snapshot(std::string_view name, int slot) {
    const auto which = field_of(name);
    if (!which) return Error{ErrorCode::InvalidArgument, which.error().message};
    if (slot < 0 || slot >= shallow::kDeviceSlots)
        return Error{ErrorCode::InvalidArgument, "slot is " + std::to_string(slot) +
                                                     "; it must be from 0 to " +
                                                     std::to_string(shallow::kDeviceSlots - 1)};
    if (!home_.gpu)
        return Error{ErrorCode::Unsupported,
                     "device_snapshot: this water is on the CPU; use begin_snapshot, or backend "
                     "cuda"};
    return DeviceFieldView{solver_->device_snapshot(slot, which.value()), p_.grid.nx, p_.grid.ny,
                           p_.grid.nx};
}

Result<void> ShallowWater::begin_snapshot(std::span<const std::string_view> names) {
    unsigned wanted = 0;
    for (const std::string_view name : names) {
        const auto which = field_of(name);
        if (!which) return which.error();
        wanted |= bit_of(which.value());
    }
    snapshot_slot_ = 3 - snapshot_slot_;
    snapshot_fields_ = 0;
    solver_->start_fields(snapshot_slot_, wanted);
    if (const auto gone = lost()) return *gone;
    snapshot_fields_ = wanted;
    return {};
}

Result<FieldView> ShallowWater::snapshot(std::string_view name) const {
    const auto which = field_of(name);
    if (!which) return which.error();
    if (!(snapshot_fields_ & bit_of(which.value())))
        return Error{ErrorCode::NotFound, "snapshot: \"" + std::string(name) +
                                              "\" is not in it; name it in begin_snapshot"};
    return view_of(solver_->field(snapshot_slot_, which.value()));
}

Totals ShallowWater::totals() const {
    const shallow::Totals& sum = read_totals();
    return {.volume_m3 = sum.volume_m3,
            .max_speed_m_per_s = sum.max_speed_m_per_s,
            .min_depth_m = sum.min_depth_m,
            .max_depth_m = sum.max_depth_m,
            .energy_per_density_m5_per_s2 = sum.energy_per_density_m5_per_s2};
}

std::uint64_t ShallowWater::checksum() const {
    std::uint64_t sum = solver_->checksum();
    if (p_.scene.maps) sum += mix64(hash_bytes(solver_->save_extremes()));
    if (!bed_.is_flat()) sum += mix64(bed_.hash());
    return sum;
}

MemoryReport ShallowWater::memory() const {
    MemoryReport report = solver_->memory();
    report.mask_bytes += solids_.bytes();
    report.fields_bytes += bed_.bytes() + flat_bed_m_.size() * sizeof(float);
    report.other_bytes += forcing_.bytes();
    return report;
}

void ShallowWater::describe(WorldInfo& info) const {
    const scene::Water& water = p_.scene.water;
    const shallow::Units& units = solver_->units();
    info.model = home_.row->model;
    info.scheme = home_.row->scheme;
    info.scheme_reason = p_.scheme.reason;
    info.scheme_facts = solver_->facts();
    info.precision = water.precision;
    info.backend = home_.gpu ? "cuda" : "cpu";
    info.device = device_;
    info.isa = home_.gpu ? "cuda" : exec::name_of(p_.isa);
    info.nx = p_.grid.nx;
    info.ny = p_.grid.ny;
    info.cell_m = p_.grid.cell_m;
    info.size_m = {p_.grid.width_m(), p_.grid.height_m()};
    info.bed_m = bed_.lowest_m();
    info.highest_bed_m = bed_.highest_m();
    info.is_bed_flat = bed_.is_flat();
    info.still_level_m = p_.still_level_m;
    info.reference_depth_m = units.depth_m;
    info.wave_speed_m_per_s = std::sqrt(water.gravity_m_per_s2 * units.depth_m);
    info.max_time_step_s = solver_->max_step_s().value_or(p_.max_step_s);
    info.time_step_s = units.step_s;
    info.has_fixed_time_step = water.time_step_s.has_value();
    info.step_follows_flow = follows_flow();
    info.tick_s = tick_s_;
    info.viscosity_used_m2_per_s = solver_->viscosity_m2_per_s();
    info.is_viscosity_raised =
        !water.tau &&
        info.viscosity_used_m2_per_s > solver_->settings().viscosity_m2_per_s * (1.0 + 1e-9);
    info.inflows = p_.drives.inflows();
    info.has_maps = p_.scene.maps.has_value();
    info.arrival_depth_m = arrival_depth_m_;
    info.memory = memory();
}

}  // namespace tarn::water
