#include "solver/shallow/fv/setup.hpp"

#include "solver/shallow/fv/viscosity.hpp"
#include "solver/shallow/wind.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::shallow::fv {
namespace {

double felt_viscosity_m2_per_s(const Units& units, double gravity_m_per_s2, double given) {
    const double wave = std::sqrt(gravity_m_per_s2 * units.depth_m);
    return given < kLeastViscosity * units.cell_m * wave ? 0.0 : given;
}

/// A datum is worth its while where heights are this many times as far from zero as from each
/// other.
constexpr double kFarFromZero = 4.0;

}  // namespace

Setup::Setup(const SolverDesc& desc)
    : units_{desc.cell_m, desc.reference_depth_m, desc.step_s},
      gravity_m_per_s2_(desc.gravity_m_per_s2) {
    for (std::size_t e = 0; e < 4; ++e) {
        const int along = e < 2 ? desc.ny : desc.nx;
        edges_[e] = {
            .kind = desc.edges[e],
            .drive = desc.drives[e],
            .zone_cells = desc.zone_cells[e],
            .outfall = desc.outfalls[e],
            .span = {std::max(0, desc.spans[e].begin), std::min(along, desc.spans[e].end)}};
    }
    set(desc.settings());
    set_datum(desc.whole_grid());
    for (EdgeRole& edge : edges_)
        for (RatingRow& row : edge.outfall.rating) row.level_m -= datum_m_;
    set_edges(desc.whole_grid());
    set_zones(desc);
    given_edges_ = edges_;
}

void Setup::set(const Settings& settings) {
    settings_ = settings;
    viscosity_m2_per_s_ =
        felt_viscosity_m2_per_s(units_, gravity_m_per_s2_, settings.viscosity_m2_per_s);
}

/// Heights whose middle is far from zero count from there; a whole multiple of a power of two keeps
/// what is exact exact.
void Setup::set_datum(const SolverDesc& desc) {
    double lowest_m = HUGE_VAL, highest_m = -HUGE_VAL;
    for (std::size_t n = 0; n < desc.depth_m.size(); ++n) {
        const double bed = bed_m(desc, n);
        lowest_m = std::min(lowest_m, bed);
        highest_m = std::max({highest_m, bed, bed + desc.depth_m[n]});
    }
    const double middle_m = 0.5 * (lowest_m + highest_m), half_m = 0.5 * (highest_m - lowest_m);
    if (!(std::abs(middle_m) > kFarFromZero * half_m)) return;
    int exponent = 0;
    std::frexp(half_m, &exponent);
    const double grain_m = std::ldexp(1.0, exponent);
    datum_m_ = grain_m * std::round(middle_m / grain_m);
}

/// The far field beyond an edge is the mean of what stood along it at the start.
void Setup::set_edges(const SolverDesc& desc) {
    double level_sum = 0.0;
    double highest_bed_m = -HUGE_VAL, lowest_bed_m = HUGE_VAL;
    std::size_t wet_cells = 0;
    for (std::size_t n = 0; n < desc.depth_m.size(); ++n) {
        const double bed = bed_m(desc, n);
        largest_m_ = std::max({largest_m_, std::abs(bed - datum_m_),
                               std::abs(bed + desc.depth_m[n] - datum_m_), desc.depth_m[n]});
        deepest_m_ = std::max(deepest_m_, desc.depth_m[n]);
        highest_bed_m = std::max(highest_bed_m, bed);
        lowest_bed_m = std::min(lowest_bed_m, bed);
        if (is_solid(desc, n) || !(desc.depth_m[n] > 0.0)) continue;
        level_sum += desc.depth_m[n] + bed;
        ++wet_cells;
    }
    // Water may gather in valleys, and become deeper than it was at the start.
    deepest_m_ = std::max({deepest_m_, units_.depth_m, 0.25 * (highest_bed_m - lowest_bed_m)});
    // Beside hulls that plunge in it stands higher than anywhere at the start.
    if (desc.hulls) deepest_m_ *= 2.0;
    if (wet_cells > 0) still_level_m_ = level_sum / double(wet_cells);
    for (std::size_t e = 0; e < 4; ++e) far_[e] = edge_means(desc, Edge(e));
}

void Setup::set_zones(const SolverDesc& desc) {
    for (std::size_t e = 0; e < 4; ++e) {
        const bool is_driven = edges_[e].drive != Drive::None;
        // Where nothing was at the start there is nothing to be drawn towards.
        if (!is_driven && far_[e].is_dry) edges_[e].zone_cells = 0;
        zone_begin_[e + 1] = zone_begin_[e] + edges_[e].zone_cells;
        driven_begin_[e + 1] = driven_begin_[e] + (is_driven ? desc.zone_cells[e] : 0);
    }
}

void Setup::set_edge(Edge e, Boundary kind) {
    const std::size_t k = std::size_t(e);
    if (edges_[k].kind != kind) edges_[k] = {.kind = kind};
}

void Setup::reset_edge(Edge e) {
    edges_[std::size_t(e)] = given_edges_[std::size_t(e)];
}

bool Setup::has_flow(Edge e) const {
    const std::size_t k = std::size_t(e);
    const bool is_rated =
        edges_[k].kind == Boundary::Outflow && edges_[k].outfall.kind == Outfall::Rating;
    return edges_[k].drive == Drive::Discharge || is_rated;
}

bool Setup::has_flow() const {
    return has_flow(Edge::West) || has_flow(Edge::East) || has_flow(Edge::South) ||
           has_flow(Edge::North);
}

bool Setup::is_open(Edge e) const {
    const std::size_t k = std::size_t(e);
    return edges_[k].kind == Boundary::Open || edges_[k].kind == Boundary::Outflow ||
           edges_[k].drive != Drive::None;
}

bool Setup::is_open() const {
    return is_open(Edge::West) || is_open(Edge::East) || is_open(Edge::South) ||
           is_open(Edge::North);
}

double Setup::max_step_s(double fastest_m_per_s) const {
    // Water that hardly moves on nearly dry land must not make a step of minutes.
    const double least = 0.05 * std::sqrt(gravity_m_per_s2_ * units_.depth_m);
    const double by_waves = kCourant * units_.cell_m / std::max(fastest_m_per_s, least);
    if (viscosity_m2_per_s_ == 0.0) return by_waves;
    return std::min(by_waves, longest_viscous_step_s(units_.cell_m, viscosity_m2_per_s_));
}

int Setup::digits_beyond(double deepest_m) const {
    // One digit more than expected is rounded now and then; that is not worth coarser films.
    constexpr int kFirst = 2;
    int expected = 0, now = 0;
    std::frexp(deepest_m_, &expected);
    std::frexp(deepest_m, &now);
    const int digits = now - expected;
    return digits < kFirst ? 0 : std::min(digits, kMostQuantumDigits);
}

std::array<Boundary, 4> Setup::walls() const {
    std::array<Boundary, 4> walls = {};
    for (std::size_t k = 0; k < walls.size(); ++k) walls[k] = edges_[k].kind;
    for (std::size_t k = 0; k < walls.size(); ++k)
        if (edges_[k].drive != Drive::None || walls[k] == Boundary::Outflow)
            walls[k] = Boundary::Open;
    return walls;
}

template <class T>
Constants<T> Setup::constants() const {
    const T film = T(kFilm * units_.depth_m);
    // Depths up to the power of two above the deepest are whole quanta to the last digit.
    constexpr int kDigits = std::numeric_limits<T>::digits;
    int exponent = 0;
    std::frexp(deepest_m_, &exponent);
    const double quantum_m = std::ldexp(1.0, exponent + quantum_digits_ - kDigits);
    return {T(gravity_m_per_s2_),
            T(units_.step_s / units_.cell_m),
            film,
            film * film,
            T(kSteep * units_.cell_m),
            T(quantum_m),
            T(1.5 * std::ldexp(quantum_m, kDigits - 1))};
}

template <class T>
Forces<T> Setup::forces() const {
    const double dt = 0.5 * units_.step_s, n = settings_.manning_s_per_m13;
    const Vec2 wind = settings_.wind_m_per_s;
    const bool has_wind = wind.x != 0.0 || wind.y != 0.0;
    // The turning of the earth as a rotation that keeps the speed.
    const double half = 0.5 * settings_.coriolis_per_s * dt, scale = 1.0 / (1.0 + half * half);
    Forces<T> f = {false,
                   T(gravity_m_per_s2_ * n * n * dt),
                   T(settings_.bed_drag * dt),
                   T(wind.x),
                   T(wind.y),
                   T(has_wind ? kWindDrag * dt : 0.0),
                   T((1.0 - half * half) * scale),
                   T(2.0 * half * scale)};
    f.is_any = n > 0.0 || settings_.bed_drag > 0.0 || has_wind || settings_.coriolis_per_s != 0.0;
    return f;
}

template <class T>
EdgeState<T> Setup::edge_state(Edge e, const DriveValue& value) const {
    const std::size_t k = std::size_t(e);
    const EdgeMeans& far = far_[k];
    EdgeState<T> state;
    state.zone_cells = edges_[k].zone_cells;
    // Still water of the level beyond an edge stays still to the bit.
    const auto rounded = [&](double level_m) {
        return T(quantum<T>().rounded(level_m - datum_m_));
    };
    switch (edges_[k].drive) {
        case Drive::Level:
            state.kind = Beyond::Level;
            state.level_m = rounded(value.level_m);
            return state;
        case Drive::Discharge:
            state.kind = Beyond::Discharge;
            return state;
        case Drive::Waves:
            state.kind = Beyond::Open;
            state.level_m = T(value.level_m - datum_m_);
            state.normal = T(-value.inward_m_per_s);
            return state;
        case Drive::Piston:
            state.kind = Beyond::Piston;
            state.normal = T(-value.inward_m_per_s);
            return state;
        case Drive::None:
            break;
    }
    if (edges_[k].kind == Boundary::Periodic) state.kind = Beyond::Periodic;
    if (edges_[k].kind == Boundary::Open) {
        state.kind = Beyond::Open;
        state.is_far_dry = far.is_dry;
        state.level_m = rounded(far.level_m);
        state.normal = T(far.normal_m_per_s);
        state.along = T(far.along_m_per_s);
    }
    if (edges_[k].kind == Boundary::Outflow) {
        const double n = settings_.manning_s_per_m13;
        state.kind = has_flow(e) ? Beyond::Discharge : Beyond::Outflow;
        state.outfall = edges_[k].outfall.kind;
        // Where the slope is that of the bed, it follows from how far that falls per cell.
        const double slope =
            edges_[k].outfall.kind == Outfall::Free ? 1.0 / units_.cell_m : edges_[k].outfall.slope;
        state.fall = T(gravity_m_per_s2_ * slope);
        state.manning = T(gravity_m_per_s2_ * n * n);
        state.drag = T(settings_.bed_drag);
    }
    return state;
}

template <class T>
Zone<T> Setup::zone(Edge e) const {
    const std::size_t k = std::size_t(e);
    const int cells = edges_[k].zone_cells;
    if (cells == 0) return {};
    const double depth_m = far_[k].is_dry ? units_.depth_m : far_[k].depth_m;
    const double crossing_s = cells * units_.cell_m / std::sqrt(gravity_m_per_s2_ * depth_m);
    return {cells, edges_[k].drive != Drive::Level, T(kZoneDraw * units_.step_s / crossing_s),
            nullptr};
}

template <class T>
void Setup::add_zone_targets(const RunDesc& run, int step,
                             std::vector<ZoneTarget<T>>& targets) const {
    const std::size_t first = std::size_t(step) * std::size_t(driven_begin_[4]);
    for (std::size_t e = 0; e < 4; ++e)
        for (int k = zone_begin_[e]; k < zone_begin_[e + 1]; ++k) {
            const bool is_driven = edges_[e].drive != Drive::None;
            const int place = driven_begin_[e] + k - zone_begin_[e];
            const EdgeState<T> beyond = edge_state<T>(
                Edge(e), is_driven ? run.zones[first + std::size_t(place)] : DriveValue{});
            targets.push_back({beyond.level_m, beyond.normal, beyond.along});
        }
}

template Constants<float> Setup::constants() const;
template Constants<double> Setup::constants() const;
template Forces<float> Setup::forces() const;
template Forces<double> Setup::forces() const;
template EdgeState<float> Setup::edge_state(Edge, const DriveValue&) const;
template Zone<float> Setup::zone(Edge) const;
template void Setup::add_zone_targets(const RunDesc&, int, std::vector<ZoneTarget<float>>&) const;
template EdgeState<double> Setup::edge_state(Edge, const DriveValue&) const;
template Zone<double> Setup::zone(Edge) const;
template void Setup::add_zone_targets(const RunDesc&, int, std::vector<ZoneTarget<double>>&) const;

}  // namespace tarn::shallow::fv
