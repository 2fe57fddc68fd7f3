#include "solver/volume/setup.hpp"

#include "base/decimal.hpp"

#include <cmath>
#include <limits>

namespace tarn::volume {
namespace {

constexpr const char* kNames[] = {"smagorinsky", "bgk", "trt"};
constexpr Collision kCollisions[] = {Collision::Smagorinsky, Collision::Bgk, Collision::Trt};

/// Relaxation times that the collisions carry through a splash; a lower viscosity is raised.
constexpr double kEddyTauFloor = 0.501, kPlainTauFloor = 0.505;

Error wrong(const std::string& what) {
    return {ErrorCode::InvalidArgument, what};
}

std::string text(double value) {
    return std::to_string(value);
}

Result<void> check_sides(const SolverDesc& desc) {
    constexpr const char* kSides[] = {"west", "east", "south", "north", "bottom", "top"};
    for (std::size_t k = 0; k < kSideCount; k += 2)
        if ((desc.sides[k].kind == SideKind::Periodic) !=
            (desc.sides[k + 1].kind == SideKind::Periodic))
            return wrong(std::string("side ") + kSides[k] + " is " +
                         (desc.sides[k].kind == SideKind::Periodic ? "" : "not ") +
                         "periodic and " + kSides[k + 1] +
                         " is the other way round; periodic sides come in pairs");
    for (std::size_t k = 0; k < kSideCount; ++k) {
        const Vec3 v = desc.sides[k].velocity_m_per_s;
        if (!std::isfinite(v.x) || !std::isfinite(v.y) || !std::isfinite(v.z))
            return wrong(std::string("the velocity of side ") + kSides[k] + " is not finite");
        const double speed_lu =
            std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z) * desc.step_s / desc.cell_m;
        if (speed_lu > kMostSpeed)
            return wrong(std::string("side ") + kSides[k] + " moves " + text(speed_lu) +
                         " cells per step; at most " + text(kMostSpeed) +
                         " can be computed: use shorter steps");
        if (desc.has_surface && desc.sides[k].kind == SideKind::Inflow)
            return Error{ErrorCode::Unsupported,
                         std::string("side ") + kSides[k] +
                             " is an inflow; water with a surface comes in through faucets"};
    }
    return {};
}

Result<void> check_taps(const SolverDesc& desc) {
    if (desc.faucets.empty() && desc.drains.empty()) return {};
    if (!desc.has_surface) return wrong("faucets and drains need water with a surface");
    if (desc.faucets.size() > kMostFaucets)
        return wrong(std::to_string(desc.faucets.size()) + " faucets; at most " +
                     std::to_string(kMostFaucets) + " can be computed");
    const auto check = [&](const CellBox& box, const std::string& name) -> Result<void> {
        for (std::size_t axis = 0; axis < 3; ++axis)
            if (box.begin[axis] < 0 || box.begin[axis] >= box.end[axis] ||
                box.end[axis] > desc.cells.n[axis])
                return wrong(name + " has cells " + std::to_string(box.begin[axis]) + " to " +
                             std::to_string(box.end[axis]) + " along an axis of " +
                             std::to_string(desc.cells.n[axis]) +
                             "; they must lie in the box, the end after the beginning");
        return {};
    };
    for (std::size_t k = 0; k < desc.faucets.size(); ++k) {
        const FaucetDesc& faucet = desc.faucets[k];
        const std::string name = "faucet " + std::to_string(k);
        if (const auto got = check(faucet.cells, name); !got) return got;
        const Vec3 v = faucet.velocity_m_per_s;
        const double speed_lu =
            std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z) * desc.step_s / desc.cell_m;
        if (!(speed_lu <= kMostSpeed))
            return wrong(name + " moves " + text(speed_lu) + " cells per step; at most " +
                         text(kMostSpeed) + " can be computed: use shorter steps");
    }
    for (std::size_t k = 0; k < desc.drains.size(); ++k)
        if (const auto got = check(desc.drains[k].cells, "drain " + std::to_string(k)); !got)
            return got;
    return {};
}

Result<void> check_numbers(const SolverDesc& desc) {
    for (const int n : desc.cells.n)
        if (n < 1)
            return wrong("a grid of " + std::to_string(n) + " cells along an axis; 1 at least");
    if (!(desc.cell_m > 0.0) || !std::isfinite(desc.cell_m))
        return wrong("cell_m is " + text(desc.cell_m) + "; it must be positive");
    if (!(desc.step_s > 0.0) || !std::isfinite(desc.step_s))
        return wrong("step_s is " + text(desc.step_s) + "; it must be positive");
    if (!(desc.density_kg_per_m3 > 0.0) || !std::isfinite(desc.density_kg_per_m3))
        return wrong("density_kg_per_m3 is " + text(desc.density_kg_per_m3) +
                     "; it must be positive");
    if (!std::isfinite(desc.gravity_m_per_s2)) return wrong("gravity_m_per_s2 is not finite");
    if (!(desc.viscosity_m2_per_s >= 0.0) || !std::isfinite(desc.viscosity_m2_per_s))
        return wrong("viscosity_m2_per_s is " + text(desc.viscosity_m2_per_s) +
                     "; it must not be negative");
    if (desc.tau && !(*desc.tau >= 0.5 && *desc.tau <= 10.0))
        return wrong("tau is " + text(*desc.tau) + "; it must be from 0.5 to 10");
    if (!(desc.smagorinsky >= 0.0 && desc.smagorinsky <= 1.0))
        return wrong("smagorinsky is " + text(desc.smagorinsky) + "; it must be from 0 to 1");
    if (!(desc.magic > 0.0 && desc.magic <= 10.0))
        return wrong("magic is " + text(desc.magic) + "; it must be above 0 and at most 10");
    if (!(desc.surface_tension_n_per_m >= 0.0) || !std::isfinite(desc.surface_tension_n_per_m))
        return wrong("surface_tension_n_per_m is " + text(desc.surface_tension_n_per_m) +
                     "; it must not be negative");
    if (desc.surface_tension_n_per_m > 0.0 && !desc.has_surface)
        return wrong("surface_tension_n_per_m needs water with a surface; use 0");
    const double ripples = std::sqrt(ripple_speed2(desc.surface_tension_n_per_m,
                                                   desc.density_kg_per_m3, desc.cell_m)) *
                           desc.step_s / desc.cell_m;
    if (ripples > kMostSpeed)
        return wrong("surface_tension_n_per_m is " + text(desc.surface_tension_n_per_m) +
                     ": the shortest ripples would run " + text(ripples) +
                     " cells per step; at most " + text(kMostSpeed) +
                     " can be computed: use shorter steps");
    return {};
}

}  // namespace

std::span<const char* const> collision_names() {
    return kNames;
}

double longest_step_s(double cell_m, double gravity_m_per_s2, double depth_m,
                      double speed_m_per_s) {
    double step_s = std::numeric_limits<double>::infinity();
    const double pressure = 3.0 * std::abs(gravity_m_per_s2) * depth_m;
    if (pressure > 0.0) step_s = cell_m * std::sqrt(kMostDensityRatio / pressure);
    if (speed_m_per_s > 0.0) step_s = std::min(step_s, kChosenSpeed * cell_m / speed_m_per_s);
    return step_s;
}

double bytes_per_update(Precision precision) {
    return 2.0 * L::q * (precision == Precision::Double ? 8.0 : 4.0);
}

std::size_t expected_bytes(exec::Extent3 cells, Precision precision, bool has_surface) {
    const std::size_t number = precision == Precision::Double ? 8 : 4;
    const auto grid = Grid::of(cells, 64 / int(number));
    const std::size_t moving = precision == Precision::Half ? 2 : number;
    const std::size_t populations = 2 * (number + (L::q - 1) * moving);
    return std::size_t(grid.plane) * (populations + (has_surface ? 8 * number + 2 : 1));
}

Result<Setup> Setup::of(const SolverDesc& desc) {
    if (const Result<void> got = check_numbers(desc); !got) return got.error();
    if (const Result<void> got = check_sides(desc); !got) return got.error();
    if (const Result<void> got = check_taps(desc); !got) return got.error();
    Setup setup;
    setup.faucets_ = desc.faucets;
    setup.drains_ = desc.drains;
    setup.cells_ = desc.cells;
    setup.units_ = {desc.cell_m, desc.step_s, desc.density_kg_per_m3};
    setup.settings_ = {desc.viscosity_m2_per_s, desc.gravity_m_per_s2};
    setup.tension_n_per_m_ = desc.surface_tension_n_per_m;
    setup.tau_ = desc.tau;
    setup.smagorinsky_ = desc.smagorinsky;
    setup.magic_ = desc.magic;
    setup.sides_ = desc.sides;
    setup.has_surface_ = desc.has_surface;
    std::string name = desc.collision;
    if (name == "auto") {
        const double tau = desc.tau ? *desc.tau : setup.units_.tau(desc.viscosity_m2_per_s);
        name = desc.has_surface || tau < 0.51 ? "smagorinsky" : "trt";
    }
    bool is_known = false;
    for (std::size_t k = 0; k < std::size(kNames); ++k)
        if (name == kNames[k]) {
            setup.collision_ = kCollisions[k];
            is_known = true;
        }
    if (!is_known)
        return wrong("collision is \"" + desc.collision +
                     "\"; there are auto, smagorinsky, bgk and trt");
    setup.floor_m2_per_s_ = setup.units_.viscosity_m2_per_s(
        setup.collision_ == Collision::Smagorinsky ? kEddyTauFloor : kPlainTauFloor);
    return setup;
}

const char* Setup::collision_name() const {
    for (std::size_t k = 0; k < std::size(kNames); ++k)
        if (kCollisions[k] == collision_) return kNames[k];
    return "";
}

double Setup::tau() const {
    return tau_ ? *tau_ : units_.tau(std::max(settings_.viscosity_m2_per_s, floor_m2_per_s_));
}

bool Setup::has_images() const {
    for (const SideDesc& side : sides_)
        if (side.kind == SideKind::Periodic || side.kind == SideKind::Slip) return true;
    return false;
}

unsigned Setup::walls() const {
    unsigned walls = 0;
    for (int side = 0; side < kSideCount; ++side)
        if (sides_[std::size_t(side)].kind == SideKind::Wall) walls |= 1u << side;
    return walls;
}

bool Setup::is_port(int side) const {
    const SideKind kind = sides_[std::size_t(side)].kind;
    if (kind == SideKind::Inflow || kind == SideKind::Outflow) return true;
    // What a moving wall adds at one end it takes at the other, but not where a surface is in the
    // way or its ends are unlike: then that is booked.
    const auto is_unlike = [](const SideDesc& other) {
        return other.kind == SideKind::Slip || other.kind == SideKind::Inflow ||
               other.kind == SideKind::Outflow;
    };
    return kind == SideKind::Lid && (has_surface() || std::ranges::any_of(sides_, is_unlike));
}
bool Setup::has_ports() const {
    for (int side = 0; side < kSideCount; ++side)
        if (is_port(side)) return true;
    return false;
}

template <class T>
Constants<T> Setup::constants() const {
    const double even = tau() - 0.5;
    Constants<T> k;
    k.gravity[2] = T(-gravity_lu());
    k.tau = T(tau());
    k.omega = T(1.0 / tau());
    k.omega_odd = k.omega;
    // Lambda = (1/omega - 1/2) (1/omega_odd - 1/2).
    if (collision_ == Collision::Trt)
        k.omega_odd = even > 0.0 ? T(1.0 / (0.5 + magic_ / even)) : T(0);
    k.has_eddies = collision_ == Collision::Smagorinsky;
    k.eddy = T(18.0 * smagorinsky_ * smagorinsky_);
    k.most_speed = T(kMostSpeed);
    k.tension = T(units_.tension_lu(tension_n_per_m_));
    return k;
}
template Constants<float> Setup::constants() const;
template Constants<double> Setup::constants() const;

template <class T>
Sides<T> Setup::sides() const {
    Sides<T> out;
    for (std::size_t k = 0; k < kSideCount; ++k) {
        out.kind[k] = sides_[k].kind;
        const Vec3 v = sides_[k].velocity_m_per_s;
        const double u[3] = {v.x, v.y, v.z};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            // A lid moves along itself alone.
            const bool is_across = sides_[k].kind == SideKind::Lid && axis == k / 2;
            out.velocity[k][axis] = is_across ? T(0) : T(u[axis] / units_.speed_m_per_s());
        }
    }
    return out;
}
template Sides<float> Setup::sides() const;
template Sides<double> Setup::sides() const;

template <class T>
Taps<T> Setup::taps(double time_s) const {
    Taps<T> taps;
    for (std::size_t k = 0; k < faucets_.size(); ++k) {
        const Vec3 v = faucets_[k].velocity_m_per_s;
        const double u[3] = {v.x, v.y, v.z};
        for (int axis = 0; axis < 3; ++axis)
            taps.velocity[k][axis] = T(u[axis] / units_.speed_m_per_s());
        taps.is_open[k] = faucets_[k].runs_in(time_s, units_.step_s);
    }
    return taps;
}
template Taps<float> Setup::taps(double) const;
template Taps<double> Setup::taps(double) const;

std::vector<TapCell> Setup::tap_cells() const {
    std::vector<TapCell> cells;
    std::vector<bool> is_taken(cells_.count(), false);
    const auto add = [&](const CellBox& box, int faucet) {
        for (int z = box.begin[2]; z < box.end[2]; ++z)
            for (int y = box.begin[1]; y < box.end[1]; ++y)
                for (int x = box.begin[0]; x < box.end[0]; ++x) {
                    const std::size_t at =
                        (std::size_t(z) * std::size_t(cells_.n[1]) + std::size_t(y)) *
                            std::size_t(cells_.n[0]) +
                        std::size_t(x);
                    if (is_taken[at]) continue;
                    is_taken[at] = true;
                    cells.push_back({x, y, z, faucet});
                }
    };
    for (std::size_t k = 0; k < faucets_.size(); ++k) add(faucets_[k].cells, int(k));
    for (const DrainDesc& drain : drains_) add(drain.cells, -1);
    return cells;
}

std::vector<SchemeFact> Setup::facts() const {
    return {{"tau", text(tau()), tau()},
            {"collision", collision_name(), {}},
            {"gravity_lu", text(gravity_lu()), gravity_lu()}};
}

namespace {

bool is_full(float fill) {
    return fill > 0.999f;
}
bool is_dry(float fill) {
    return fill < 0.001f;
}

struct Box {
    exec::Extent3 n;
    std::array<SideDesc, kSideCount> sides;

    std::size_t at(int x, int y, int z) const {
        return (std::size_t(z) * std::size_t(n.n[1]) + std::size_t(y)) * std::size_t(n.n[0]) +
               std::size_t(x);
    }
    /// A neighbour, around periodic sides; -1: outside.
    std::ptrdiff_t neighbour(int x, int y, int z, int i) const {
        int at_cell[3] = {x + L::c(i, 0), y + L::c(i, 1), z + L::c(i, 2)};
        for (int axis = 0; axis < 3; ++axis) {
            int& c = at_cell[axis];
            if (c >= 0 && c < n.n[axis]) continue;
            if (sides[std::size_t(2 * axis)].kind != SideKind::Periodic) return -1;
            c = c < 0 ? n.n[axis] - 1 : 0;
        }
        return std::ptrdiff_t(at(at_cell[0], at_cell[1], at_cell[2]));
    }
    template <class Body>
    void for_cells(Body&& body) const {
        for (int z = 0; z < n.n[2]; ++z)
            for (int y = 0; y < n.n[1]; ++y)
                for (int x = 0; x < n.n[0]; ++x) body(x, y, z);
    }
};

/// Full cells beside empty ones become interface cells, so that the surface is closed.
void close_surface(const Box& box, Start& start) {
    const std::vector<std::uint8_t> before = start.type;
    box.for_cells([&](int x, int y, int z) {
        std::uint8_t& type = start.type[box.at(x, y, z)];
        if (type != kFluid) return;
        for (int i = 1; i < L::q; ++i) {
            const std::ptrdiff_t next = box.neighbour(x, y, z, i);
            if (next >= 0 && before[std::size_t(next)] == kEmpty) type = kInterface;
        }
    });
}

/// Pressure of water at rest: every column carries what is above it.
void add_weight(const Box& box, double gravity_lu, Start& start) {
    for (int y = 0; y < box.n.n[1]; ++y)
        for (int x = 0; x < box.n.n[0]; ++x) {
            double depth = 0.0;
            for (int z = box.n.n[2] - 1; z >= 0; --z) {
                const std::size_t at = box.at(x, y, z);
                const bool is_water = start.type[at] == kFluid || start.type[at] == kInterface;
                if (!is_water) {
                    depth = 0.0;
                    continue;
                }
                const double own = start.type[at] == kFluid ? 1.0 : double(start.fill[at]);
                start.delta[at] = 3.0 * gravity_lu * (depth + own - 0.5);
                if (start.type[at] == kInterface && start.delta[at] < 0.0) start.delta[at] = 0.0;
                depth += own;
            }
        }
}

}  // namespace

Result<Start> make_start(const SolverDesc& desc, const Setup& setup) {
    const std::size_t count = desc.cells.count();
    const auto check = [&](std::size_t size, std::size_t expected,
                           const char* name) -> Result<void> {
        if (size == 0 || size == expected) return {};
        return wrong(std::string(name) + " has " + std::to_string(size) + " numbers; " +
                     std::to_string(expected) + " are needed, or none");
    };
    if (const auto got = check(desc.fill.size(), count, "fill"); !got) return got.error();
    if (const auto got = check(desc.solid.size(), count, "solid"); !got) return got.error();
    if (const auto got = check(desc.velocity_m_per_s.size(), 3 * count, "velocity_m_per_s"); !got)
        return got.error();
    for (const float v : desc.velocity_m_per_s)
        if (!std::isfinite(v)) return wrong("velocity_m_per_s has a value that is not finite");
    Start start = {std::vector<std::uint8_t>(count, kFluid), std::vector<float>(count, 1.0f),
                   std::vector<double>(count, 0.0)};
    for (std::size_t k = 0; k < count; ++k) {
        const float fill = desc.has_surface && !desc.fill.empty() ? desc.fill[k] : 1.0f;
        if (!(fill >= 0.0f && fill <= 1.0f))
            return wrong("fill of cell " + std::to_string(k) + " is " + text(double(fill)) +
                         "; it must be from 0 to 1");
        start.type[k] = is_full(fill) ? kFluid : is_dry(fill) ? kEmpty : kInterface;
        if (!desc.solid.empty() && desc.solid[k]) start.type[k] = kSolid;
        start.fill[k] = start.type[k] == kFluid ? 1.0f : start.type[k] == kInterface ? fill : 0.0f;
    }
    const Box box = {desc.cells, desc.sides};
    const bool is_open_above = desc.sides[4].kind == SideKind::Periodic;
    if (desc.has_surface) {
        close_surface(box, start);
        if (!is_open_above) add_weight(box, setup.gravity_lu(), start);
    } else if (!is_open_above) {
        const double middle = 0.5 * desc.cells.n[2] - 0.5;
        box.for_cells([&](int x, int y, int z) {
            start.delta[box.at(x, y, z)] = 3.0 * setup.gravity_lu() * (middle - z);
        });
    }
    return start;
}

}  // namespace tarn::volume
