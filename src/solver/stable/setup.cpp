#include "solver/stable/setup.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::stable {
namespace {

using SideKind = volume::SideDesc::Kind;

Error wrong(const std::string& what) {
    return {ErrorCode::InvalidArgument, what};
}

Result<void> check_numbers(const SolverDesc& desc) {
    for (const int n : desc.cells.n)
        if (n < 1)
            return wrong("a grid of " + std::to_string(n) + " cells along an axis; 1 at least");
    const struct {
        const char* name;
        double value;
        bool may_be_zero;
    } numbers[] = {{"cell_m", desc.cell_m, false},
                   {"step_s", desc.step_s, false},
                   {"density_kg_per_m3", desc.density_kg_per_m3, false},
                   {"viscosity_m2_per_s", desc.viscosity_m2_per_s, true},
                   {"gravity_m_per_s2", desc.gravity_m_per_s2, true}};
    for (const auto& [name, value, may_be_zero] : numbers)
        if (!std::isfinite(value) || value < 0.0 || (value == 0.0 && !may_be_zero))
            return wrong(std::string(name) + " is " + std::to_string(value) + "; it must be " +
                         (may_be_zero ? "0 or more" : "above 0"));
    return {};
}

Result<void> check_sides(const SolverDesc& desc) {
    constexpr const char* kSides[] = {"west", "east", "south", "north", "bottom", "top"};
    for (std::size_t k = 0; k < volume::kSideCount; ++k) {
        const SideKind kind = desc.sides[k].kind;
        if (kind != SideKind::Wall && kind != SideKind::Slip && kind != SideKind::Periodic)
            return Error{ErrorCode::Unsupported,
                         std::string("/water/edges/") + kSides[k] +
                             " drives the water; stable water knows wall, slip and periodic: use "
                             "one of them, with faucets and drains, or model volume"};
        if ((kind == SideKind::Periodic) != (desc.sides[k ^ 1].kind == SideKind::Periodic))
            return wrong(std::string("side ") + kSides[k] +
                         " and the one across are not both periodic; periodic sides come in pairs");
    }
    return {};
}

Result<void> check_box(const volume::CellBox& box, const SolverDesc& desc,
                       const std::string& name) {
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (box.begin[axis] < 0 || box.begin[axis] >= box.end[axis] ||
            box.end[axis] > desc.cells.n[axis])
            return wrong(name + " has cells " + std::to_string(box.begin[axis]) + " to " +
                         std::to_string(box.end[axis]) + " along an axis of " +
                         std::to_string(desc.cells.n[axis]) +
                         "; they must lie in the box, the end after the beginning");
    return {};
}

Result<void> check_dye(const SolverDesc& desc) {
    if (desc.scheme == Scheme::Track && has_dye_in(desc))
        return Error{ErrorCode::Unsupported,
                     "/water/scheme is track, which carries no dye; use mac, or remove the dye of "
                     "/water/dye and of the faucets"};
    const auto is_share = [](double value) { return value >= 0.0 && value <= 1.0; };
    if (!desc.dye.empty() && desc.dye.size() != desc.cells.count())
        return wrong("dye has " + std::to_string(desc.dye.size()) + " values; it needs " +
                     std::to_string(desc.cells.count()) + ", one for each cell");
    for (const float value : desc.dye)
        if (!is_share(double(value)))
            return wrong("dye has a value of " + std::to_string(value) +
                         "; a concentration is from 0 to 1");
    for (std::size_t k = 0; k < desc.faucets.size(); ++k)
        if (!is_share(desc.faucets[k].dye))
            return wrong("the dye of faucet " + std::to_string(k) + " is " +
                         std::to_string(desc.faucets[k].dye) + "; a concentration is from 0 to 1");
    return {};
}

Result<void> check_hulls(const SolverDesc& desc) {
    if (!desc.hulls) return {};
    const auto refused = [&](const std::string& what) {
        const bool has_some = desc.hulls->count() > 0;
        return Error{
            ErrorCode::Unsupported,
            (has_some ? "/bodies is not empty, and " : "/more_bodies is true, and ") + what};
    };
    if (desc.scheme == Scheme::Track)
        return refused("/water/scheme is track, in which nothing floats; use mac");
    if (!desc.has_surface)
        return refused("/water/surface is false; bodies float in stable water with a surface");
    if (has_dye_in(desc))
        return refused("the water has dye, which does not go around moving bodies; remove one");
    if (desc.hulls->count() > kMostHulls)
        return wrong("/bodies has " + std::to_string(desc.hulls->count()) +
                     " bodies; stable water carries at most " + std::to_string(kMostHulls));
    return {};
}

}  // namespace

Result<void> check(const SolverDesc& desc) {
    if (const auto ok = check_numbers(desc); !ok) return ok;
    if (const auto ok = check_sides(desc); !ok) return ok;
    if (const auto ok = check_dye(desc); !ok) return ok;
    if (const auto ok = check_hulls(desc); !ok) return ok;
    if (desc.faucets.size() > kMostFaucets)
        return wrong(std::to_string(desc.faucets.size()) + " faucets; at most " +
                     std::to_string(kMostFaucets) + " can be computed");
    for (std::size_t k = 0; k < desc.faucets.size(); ++k) {
        const volume::FaucetDesc& faucet = desc.faucets[k];
        const std::string name = "faucet " + std::to_string(k);
        if (const auto ok = check_box(faucet.cells, desc, name); !ok) return ok;
        const Vec3 v = faucet.velocity_m_per_s;
        if (!std::isfinite(v.x) || !std::isfinite(v.y) || !std::isfinite(v.z))
            return wrong("the velocity of " + name + " is not finite");
    }
    for (std::size_t k = 0; k < desc.drains.size(); ++k)
        if (const auto ok = check_box(desc.drains[k].cells, desc, "drain " + std::to_string(k));
            !ok)
            return ok;
    return {};
}

Grid grid_of(const SolverDesc& desc) {
    Grid grid;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        grid.n[axis] = desc.cells.n[axis];
        grid.is_periodic[axis] = desc.sides[2 * axis].kind == SideKind::Periodic;
    }
    for (std::size_t k = 0; k < volume::kSideCount; ++k)
        grid.slips[k] = desc.sides[k].kind == SideKind::Slip;
    return grid;
}

std::vector<std::uint8_t> faucet_cells(const SolverDesc& desc) {
    const Grid grid = grid_of(desc);
    std::vector<std::uint8_t> out(std::size_t(grid.count()));
    for (std::size_t k = 0; k < desc.faucets.size(); ++k) {
        const volume::CellBox& box = desc.faucets[k].cells;
        for (int z = box.begin[2]; z < box.end[2]; ++z)
            for (int y = box.begin[1]; y < box.end[1]; ++y)
                for (int x = box.begin[0]; x < box.end[0]; ++x) {
                    std::uint8_t& cell = out[std::size_t(grid.at(x, y, z))];
                    if (cell == 0) cell = std::uint8_t(k + 1);
                }
    }
    return out;
}

std::vector<float> start_velocity(const SolverDesc& desc, const Grid& grid, int axis) {
    std::vector<float> out(std::size_t(grid.count()));
    if (desc.velocity_m_per_s.empty()) return out;
    const auto cell = [&](std::ptrdiff_t place) {
        return desc.velocity_m_per_s[3 * std::size_t(place) + std::size_t(axis)];
    };
    for (int z = 0; z < grid.n[2]; ++z)
        for (int y = 0; y < grid.n[1]; ++y)
            for (int x = 0; x < grid.n[0]; ++x) {
                const int i[3] = {x, y, z};
                const FaceSides face = sides_of(grid, axis, i);
                float& u = out[std::size_t(face.high)];
                if (desc.scheme == Scheme::Track)
                    u = cell(face.high);
                else if (face.low >= 0)
                    u = 0.5f * (cell(face.low) + cell(face.high));
            }
    return out;
}

bool has_dye_in(const SolverDesc& desc) {
    return !desc.dye.empty() ||
           std::ranges::any_of(desc.faucets, [](const auto& faucet) { return faucet.dye > 0.0; });
}

std::vector<float> start_dye(const SolverDesc& desc, const std::vector<float>& fill) {
    std::vector<float> dye(fill.size());
    if (desc.dye.empty()) return dye;
    for (std::size_t n = 0; n < dye.size(); ++n) dye[n] = desc.dye[n] * fill[n];
    return dye;
}

float most_dye(const SolverDesc& desc) {
    float most = 0.0f;
    for (const float value : desc.dye) most = std::max(most, value);
    for (const volume::FaucetDesc& faucet : desc.faucets) most = std::max(most, float(faucet.dye));
    return most;
}

std::size_t expected_bytes(exec::Extent3 cells) {
    // 17 planes of floats for the steps, 3 of dye, 6 of the finest grid of the pressure and an
    // eighth of those for each coarser one, 2 of words, 6 of bytes, and fields for readers.
    constexpr std::size_t kPerCell = 4 * (17 + 3 + 7 + 2) + 6 + 4;
    return cells.count() * kPerCell;
}

}  // namespace tarn::stable
