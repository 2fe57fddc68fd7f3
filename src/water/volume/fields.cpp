// Fields of water in space by name, its sums, and what it is.
#include "exec/isa.hpp"
#include "water/volume/volume_water.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace tarn::water {
namespace {

constexpr double kDensity_kg_per_m3 = 1000.0;  // fresh water, as in the books

constexpr std::pair<std::string_view, volume::Field> kFields[] = {
    {"fill", volume::Field::Fill},
    {"u", volume::Field::U},
    {"v", volume::Field::V},
    {"w", volume::Field::W},
    {"pressure", volume::Field::Pressure},
    {"dye", volume::Field::Dye}};

std::optional<volume::Field> field_of(std::string_view name, const volume::Solver& solver) {
    for (const auto& [known, field] : kFields)
        if (name == known && (field != volume::Field::Dye || solver.has_dye())) return field;
    return {};
}

unsigned bit_of(volume::Field field) {
    return 1u << int(field);
}

}  // namespace

Error VolumeWater::unknown_field(std::string_view name) const {
    return {ErrorCode::NotFound,
            "there is no field \"" + std::string(name.substr(0, 40)) + "\"; use fill, u, v, w" +
                (solver_->has_words() ? ", pressure or cells" : " or pressure") +
                (solver_->has_dye() ? ", or dye" : "") +
                ", and seen from above depth, level or bed"};
}

void VolumeWater::changed() {
    current_fields_ = 0;
    words_.clear();
    speed_m_per_s_.clear();
    depth_m_.clear();
    level_m_.clear();
    totals_.reset();
    depths_m_.reset();
}

const std::vector<float>& VolumeWater::read_field(volume::Field field) const {
    std::vector<float>& values = fields_[std::size_t(field)];
    if (!(current_fields_ & bit_of(field))) {
        values.resize(p_.grid.cells.count());
        solver_->read_field(field, values);
        current_fields_ |= bit_of(field);
    }
    return values;
}

const std::vector<float>& VolumeWater::read_speed() const {
    if (!speed_m_per_s_.empty()) return speed_m_per_s_;
    const std::vector<float>&u = read_field(volume::Field::U), &v = read_field(volume::Field::V),
          &w = read_field(volume::Field::W);
    speed_m_per_s_.reserve(u.size());
    for (std::size_t n = 0; n < u.size(); ++n)
        speed_m_per_s_.push_back(std::sqrt(u[n] * u[n] + v[n] * v[n] + w[n] * w[n]));
    return speed_m_per_s_;
}

const std::vector<float>& VolumeWater::read_columns(bool wants_level) const {
    std::vector<float>& values = wants_level ? level_m_ : depth_m_;
    if (!values.empty()) return values;
    values.reserve(bed_m_.size());
    for (int j = 0; j < p_.grid.ny(); ++j)
        for (int i = 0; i < p_.grid.nx(); ++i) {
            const Column here = column(i, j);
            values.push_back(float(wants_level ? here.level_m : here.depth_m));
        }
    return values;
}

const std::vector<float>& VolumeWater::read_words() const {
    if (!words_.empty()) return words_;
    std::vector<std::uint32_t> words(p_.grid.cells.count());
    solver_->read_words(words);
    words_.resize(words.size());
    std::memcpy(words_.data(), words.data(), words.size() * sizeof(float));
    return words_;
}

FieldView VolumeWater::view_of(const std::vector<float>& values) const {
    return {.data = values.data(),
            .nx = p_.grid.nx(),
            .ny = p_.grid.ny(),
            .row_stride = p_.grid.nx(),
            .nz = p_.grid.nz(),
            .layer_stride = std::ptrdiff_t(p_.grid.nx()) * p_.grid.ny()};
}

FieldView VolumeWater::plan_view_of(const std::vector<float>& values) const {
    return {
        .data = values.data(), .nx = p_.grid.nx(), .ny = p_.grid.ny(), .row_stride = p_.grid.nx()};
}

Result<FieldView> VolumeWater::field(std::string_view name) const {
    if (name == "bed") return plan_view_of(bed_m_);
    if (name == "depth" || name == "level") return plan_view_of(read_columns(name == "level"));
    if (const auto which = field_of(name, *solver_)) return view_of(read_field(*which));
    if (name == "cells" && solver_->has_words()) return view_of(read_words());
    return unknown_field(name);
}

Result<DeviceFieldView> VolumeWater::device_field(std::string_view name) const {
    const auto which = field_of(name, *solver_);
    if (!which) return unknown_field(name);
    if (!p_.gpu)
        return Error{ErrorCode::Unsupported,
                     "device_field: this water is on the CPU; use field, or backend cuda"};
    const FieldView shape = view_of({});
    return DeviceFieldView{.data = solver_->device_field(*which),
                           .nx = shape.nx,
                           .ny = shape.ny,
                           .row_stride = shape.row_stride,
                           .nz = shape.nz,
                           .layer_stride = shape.layer_stride};
}

Result<DeviceFieldView> VolumeWater::device_snapshot(std::string_view, int) {
    return unsupported("device_snapshot", label(), "use begin_snapshot");
}

Result<void> VolumeWater::begin_snapshot(std::span<const std::string_view> names) {
    snapshot_.clear();
    std::vector<std::pair<std::string, std::vector<float>>> taken;
    for (const std::string_view name : names) {
        const auto view = field(name);
        if (!view) return view.error();
        const auto* const data = view.value().data;
        const std::size_t count = std::size_t(view.value().nz) * bed_m_.size();
        taken.emplace_back(std::string(name), std::vector<float>(data, data + count));
    }
    if (const auto gone = lost()) return *gone;
    snapshot_ = std::move(taken);
    return {};
}

Result<FieldView> VolumeWater::snapshot(std::string_view name) const {
    for (const auto& [taken, values] : snapshot_)
        if (taken == name)
            return values.size() == bed_m_.size() ? plan_view_of(values) : view_of(values);
    if (!field_of(name, *solver_) && name != "depth" && name != "level" && name != "bed" &&
        !(name == "cells" && solver_->has_words()))
        return unknown_field(name);
    return Error{ErrorCode::NotFound,
                 "snapshot: \"" + std::string(name) + "\" is not in it; name it in begin_snapshot"};
}

Totals VolumeWater::totals() const {
    if (!totals_) totals_ = solver_->totals();
    if (!depths_m_) {
        depths_m_ = {HUGE_VAL, 0.0};
        const std::vector<float>& depth_m = read_columns(false);
        for (int j = 0; j < p_.grid.ny(); ++j)
            for (int i = 0; i < p_.grid.nx(); ++i) {
                if (is_solid_column(i, j)) continue;
                const double here_m =
                    double(depth_m[std::size_t(j) * std::size_t(p_.grid.nx()) + std::size_t(i)]);
                depths_m_->first = std::min(depths_m_->first, here_m);
                depths_m_->second = std::max(depths_m_->second, here_m);
            }
        depths_m_->first = std::min(depths_m_->first, depths_m_->second);
    }
    return {.volume_m3 = totals_->mass_kg / kDensity_kg_per_m3,
            .carried_m3 = totals_->carried_kg / kDensity_kg_per_m3,
            .max_speed_m_per_s = totals_->max_speed_m_per_s,
            .min_depth_m = depths_m_->first,
            .max_depth_m = depths_m_->second,
            .energy_per_density_m5_per_s2 =
                (totals_->kinetic_j + totals_->potential_j) / kDensity_kg_per_m3};
}

MemoryReport VolumeWater::memory() const {
    MemoryReport report = solver_->memory();
    report.mask_bytes += p_.solid.capacity();
    report.fields_bytes += (bed_m_.capacity() + depth_m_.capacity() + level_m_.capacity() +
                            words_.capacity() + speed_m_per_s_.capacity()) *
                           sizeof(float);
    for (const std::vector<float>& values : fields_)
        report.fields_bytes += values.capacity() * sizeof(float);
    return report;
}

void VolumeWater::describe(WorldInfo& info) const {
    const scene::Water& water = p_.scene.water;
    info.model = p_.model;
    info.scheme = p_.scheme;
    info.scheme_reason = water.scheme == "auto" ? p_.scheme_reason : "";
    info.scheme_facts = solver_->facts();
    info.precision = water.precision;
    info.backend = p_.gpu ? "cuda" : "cpu";
    info.device = p_.device;
    info.isa = p_.gpu ? "cuda" : exec::name_of(p_.isa);
    info.nx = p_.grid.nx();
    info.ny = p_.grid.ny();
    info.nz = p_.grid.nz();
    info.cell_m = p_.grid.cell_m;
    info.size_m = {p_.grid.nx() * p_.grid.cell_m, p_.grid.ny() * p_.grid.cell_m};
    info.height_m = p_.grid.nz() * p_.grid.cell_m;
    info.bed_m = 0.0;
    info.highest_bed_m = double(*std::ranges::max_element(bed_m_));
    info.is_bed_flat = info.highest_bed_m == 0.0;
    info.still_level_m = p_.mean_depth_m;
    info.reference_depth_m = p_.mean_depth_m;
    info.wave_speed_m_per_s = std::sqrt(water.gravity_m_per_s2 * p_.mean_depth_m);
    info.max_time_step_s = p_.max_step_s;
    info.time_step_s = solver_->step_s();
    info.has_fixed_time_step = true;
    info.tick_s = tick_s_;
    info.viscosity_used_m2_per_s = solver_->viscosity_m2_per_s();
    info.is_viscosity_raised =
        !water.tau &&
        info.viscosity_used_m2_per_s > solver_->settings().viscosity_m2_per_s * (1.0 + 1e-9);
    info.memory = memory();
}

}  // namespace tarn::water
