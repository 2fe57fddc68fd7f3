// The C API: what a world is and how it stands.
#include "doors.hpp"

#include <string>
#include <vector>

namespace {

using namespace tarn::c;
using tarn::World;

/// TARN_BUSY while a step runs in the background; for calls that have no Result to say so.
tarn::Result<void> check_idle(const World& world) {
    const auto any_cell = world.height(0, 0);
    if (!any_cell) return any_cell.error();
    return {};
}

tarn_world_info info_of(const World& world) {
    const tarn::WorldInfo info = world.info();
    tarn_world_info out = tarn_world_info_default();
    out.nx = info.nx;
    out.ny = info.ny;
    out.nz = info.nz;
    out.cell_m = info.cell_m;
    out.time_s = world.time_s();
    out.max_time_step_s = info.max_time_step_s;
    if (const tarn::SchemeFact* const tau = info.scheme_fact("tau"))
        out.tau = tau->number.value_or(0.0);
    out.viscosity_used_m2_per_s = info.viscosity_used_m2_per_s;
    out.threads = info.threads;
    out.probe_count = int32_t(info.probes.size());
    out.origin_m[0] = info.origin_m.x;
    out.origin_m[1] = info.origin_m.y;
    out.size_m[0] = info.size_m.x;
    out.size_m[1] = info.size_m.y;
    out.height_m = info.height_m;
    out.gravity_m_per_s2 = info.gravity_m_per_s2;
    out.bed_m = info.bed_m;
    out.highest_bed_m = info.highest_bed_m;
    out.still_level_m = info.still_level_m;
    out.reference_depth_m = info.reference_depth_m;
    out.wave_speed_m_per_s = info.wave_speed_m_per_s;
    out.time_step_s = info.time_step_s;
    out.tick_s = info.tick_s;
    out.record_every_s = info.record_every_s;
    out.duration_s = info.duration_s;
    out.arrival_depth_m = info.arrival_depth_m;
    out.is_bed_flat = info.is_bed_flat ? 1 : 0;
    out.has_fixed_time_step = info.has_fixed_time_step ? 1 : 0;
    out.is_viscosity_raised = info.is_viscosity_raised ? 1 : 0;
    out.has_maps = info.has_maps ? 1 : 0;
    out.has_spray = info.has_spray ? 1 : 0;
    out.memory_bytes = info.memory.total();
    write_text(info.scene, out.scene);
    write_text(info.model, out.model);
    write_text(info.scheme, out.scheme);
    write_text(info.precision, out.precision);
    write_text(info.backend, out.backend);
    write_text(info.isa, out.isa);
    write_text(info.device, out.device);
    out.scheme_fact_count = int32_t(info.scheme_facts.size());
    out.inflow_count = int32_t(info.inflows.size());
    out.step_follows_flow = info.step_follows_flow ? 1 : 0;
    write_text(info.scheme_reason, out.scheme_reason);
    write_text(info.about, out.about);
    return out;
}

/// Row number `k` of a list of what a world is, as `convert` writes it.
template <class Out, class Row, class Convert>
tarn_status fill_row(tarn_world handle, int32_t k, Out* out, const char* type, const char* what,
                     std::vector<Row> tarn::WorldInfo::*list, const Convert& convert) {
    return with_world(handle, [&](World& world) {
        return fill_struct(out, type, [&]() -> tarn::Result<Out> {
            if (const auto idle = check_idle(world); !idle) return idle.error();
            const tarn::WorldInfo info = world.info();
            const std::vector<Row>& rows = info.*list;
            if (k < 0 || std::size_t(k) >= rows.size())
                return tarn::Error{tarn::ErrorCode::NotFound,
                                   std::string("there is no ") + what + " " + std::to_string(k) +
                                       "; the world has " + std::to_string(rows.size())};
            return convert(rows[std::size_t(k)]);
        });
    });
}

}  // namespace

extern "C" {

tarn_status tarn_world_info_get(tarn_world handle, tarn_world_info* out) {
    return with_world(handle, [&](World& world) {
        return fill_struct(out, "tarn_world_info", [&]() -> tarn::Result<tarn_world_info> {
            if (const auto idle = check_idle(world); !idle) return idle.error();
            return info_of(world);
        });
    });
}

tarn_status tarn_world_probe(tarn_world handle, int32_t k, tarn_probe* out) {
    return fill_row(handle, k, out, "tarn_probe", "probe", &tarn::WorldInfo::probes,
                    [](const tarn::ProbeInfo& probe) {
                        tarn_probe row = tarn_probe_default();
                        row.at_m[0] = probe.at_m.x;
                        row.at_m[1] = probe.at_m.y;
                        write_text(probe.name, row.name);
                        return row;
                    });
}

tarn_status tarn_world_scheme_fact(tarn_world handle, int32_t k, tarn_scheme_fact* out) {
    return fill_row(handle, k, out, "tarn_scheme_fact", "fact of the scheme",
                    &tarn::WorldInfo::scheme_facts, [](const tarn::SchemeFact& fact) {
                        tarn_scheme_fact row = tarn_scheme_fact_default();
                        row.number = fact.number.value_or(0.0);
                        row.has_number = fact.number ? 1 : 0;
                        write_text(fact.name, row.name);
                        write_text(fact.text, row.text);
                        return row;
                    });
}

tarn_status tarn_world_inflow(tarn_world handle, int32_t k, tarn_inflow* out) {
    return fill_row(handle, k, out, "tarn_inflow", "inflow", &tarn::WorldInfo::inflows,
                    [](const tarn::InflowInfo& inflow) {
                        tarn_inflow row = tarn_inflow_default();
                        row.edge = int32_t(inflow.edge);
                        row.is_level = inflow.is_level ? 1 : 0;
                        row.value = inflow.value;
                        return row;
                    });
}

tarn_status tarn_world_statistics(tarn_world handle, tarn_statistics* out) {
    return with_world(handle, [&](World& world) {
        return fill_struct(out, "tarn_statistics", [&]() -> tarn::Result<tarn_statistics> {
            const auto statistics = world.statistics();
            if (!statistics) return statistics.error();
            const tarn::Statistics& s = statistics.value();
            return tarn_statistics{sizeof(tarn_statistics), s.mass.initial_kg,   s.mass.now_kg,
                                   s.mass.added_kg,         s.mass.removed_kg,   s.mass.carried_kg,
                                   s.mass.refused_kg,       s.max_speed_m_per_s, s.min_depth_m,
                                   s.max_depth_m,           s.energy_j,          s.mass.spray_kg};
        });
    });
}

tarn_status tarn_world_checksum(tarn_world handle, uint64_t* out) {
    return with_world(handle, [&](World& world) {
        if (!out) return null_argument("out");
        const auto sum = world.checksum();
        if (!sum) return fail(sum.error());
        *out = sum.value();
        return TARN_OK;
    });
}

}  // extern "C"
