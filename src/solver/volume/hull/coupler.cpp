#include "solver/volume/hull/coupler.hpp"

#include "base/hash.hpp"
#include "solver/six.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

namespace tarn::volume {
namespace {

using exchange::add_force;
using exchange::Six;
using exchange::SixBySix;
using exchange::times;

/// The fastest surface that cells see, in cells per step: what is faster pushes as if it moved so.
constexpr double kFastest = 0.3;
/// Of what an account is off, this part goes into the water in a step, or comes out of it.
constexpr double kReturnPart = 0.02;
/// It does so through the whole surface, not faster than this.
constexpr double kMostReturn = 0.01;
/// Fluid that is so far compressed or stretched is neither pushed nor pulled further.
constexpr double kMostSqueezed = 0.3;

Vec3 velocity_of(const Six& motion, Vec3 arm) {
    const Vec3 v = {motion[0], motion[1], motion[2]}, w = {motion[3], motion[4], motion[5]};
    return v + cross(w, arm);
}

/// In cells and radians per step.
Six in_steps(Six motion, const Units& units) {
    for (std::size_t k = 0; k < 3; ++k) motion[k] /= units.speed_m_per_s();
    for (std::size_t k = 3; k < 6; ++k) motion[k] *= units.step_s;
    return motion;
}

Vec3 limited(Vec3 v) {
    const double size2 = dot(v, v);
    return size2 > kFastest * kFastest ? (kFastest / square_root(size2)) * v : v;
}

/// Of a symmetric positive definite matrix, by elimination.
Six solved(SixBySix m, Six right) {
    for (std::size_t p = 0; p < 6; ++p)
        for (std::size_t r = p + 1; r < 6; ++r) {
            const double part = m[r][p] / m[p][p];
            for (std::size_t c = p; c < 6; ++c) m[r][c] -= part * m[p][c];
            right[r] -= part * right[p];
        }
    for (std::size_t p = 6; p-- > 0;) {
        for (std::size_t c = p + 1; c < 6; ++c) right[p] -= m[p][c] * right[c];
        right[p] /= m[p][p];
    }
    return right;
}

template <class S>
double share_of(const View<S>& v, std::ptrdiff_t place) {
    const int type = v.type_at(place);
    if (type == kFluid) return 1.0;
    return type == kInterface ? double(v.fill[place]) : 0.0;
}

/// Share of a cell that presses on a hull: an interface cell that no air touches does so as a full
/// one does.
template <class S>
double pressing_share(const View<S>& v, std::ptrdiff_t place) {
    const double share = share_of(v, place);
    if (!(share > 0.0) || v.type_at(place) != kInterface) return share;
    for (int i = 1; i < L::q; ++i)
        if (v.type_at(place + offset(v.grid(), i)) == kEmpty) return share;
    return 1.0;
}

template <class S>
double delta_at(const Planes<S>& planes, std::ptrdiff_t place) {
    typename S::Number f[L::q];
    load_cell(planes, place, f);
    double delta = 0.0;
    for (int i = 0; i < L::q; ++i) delta += double(f[i]);
    return delta;
}

/// Whether a push would press or stretch fluid further that is so already. `sent` is a population
/// of the cell over its weight; where that is small the density is not looked at.
template <class S>
bool is_squeezed(const View<S>& v, std::ptrdiff_t place, double sent, double push) {
    if (magnitude(sent) < 0.5 * kMostSqueezed) return false;
    const double delta = delta_at(v.from, place);
    return push > 0.0 ? delta > kMostSqueezed : delta < -kMostSqueezed;
}

Vec3 direction(int i) {
    return {double(L::c(i, 0)), double(L::c(i, 1)), double(L::c(i, 2))};
}

std::vector<std::uint8_t> still_cells(const std::uint8_t* types, std::size_t size) {
    std::vector<std::uint8_t> out(size);
    for (std::size_t n = 0; n < size; ++n) out[n] = types[n] == kSolid;
    return out;
}

Site beside(const Site& site, int i, int sign) {
    return {site.x + sign * L::c(i, 0), site.y + sign * L::c(i, 1), site.z + sign * L::c(i, 2)};
}

}  // namespace

template <class S>
HullCoupler<S>::HullCoupler(exchange::Hulls& hulls, const Grid& grid, const Units& units,
                            const std::array<bool, 3>& wraps, const std::uint8_t* types)
    : hulls_(&hulls),
      grid_(grid),
      units_(units),
      wraps_(wraps),
      owners_(hulls,
              {grid.cells(), grid.at(0, 0, 0), grid.pitch, grid.layer, std::size_t(grid.plane)},
              units.cell_m, still_cells(types, std::size_t(grid.plane))) {
    grow();
}

template <class S>
void HullCoupler<S>::grow() {
    owners_.grow();
    hulls_here_.resize(owners_.count());
    forces_.resize(hulls_here_.size());
    motions_.resize(hulls_here_.size());
}

template <class S>
void HullCoupler<S>::start(const View<S>& v) {
    owners_.find();
    take_covered(v, true);
    find_links();
    for (std::size_t k = 0; k < hulls_here_.size(); ++k) {
        measure(v, k);
        hulls_here_[k].mass = hulls_here_[k].target;
    }
}

template <class S>
void HullCoupler<S>::cover(const View<S>& v) {
    owners_.find();
    gather_freed(v);
    spread_freed();
    take_covered(v, false);
    give_freed(v);
    find_links();
}

/// Cells that become free get the mean of the water around them, and move as the hull did.
template <class S>
void HullCoupler<S>::gather_freed(const View<S>& v) {
    freed_.clear();
    for (std::size_t n = 0; n < changed().size(); ++n) {
        const HullOwners::Change& change = changed()[n];
        if (change.now != 0) continue;
        const Site site = {change.x, change.y, change.z};
        Freed& freed = freed_.emplace_back(Freed{n, int(change.was) - 1, {}, 0.0, false});
        double seen = 0.0, wet = 0.0, delta = 0.0;
        for (int i = 1; i < L::q; ++i) {
            const std::optional<std::ptrdiff_t> at = neighbour(site, i);
            if (!at || v.type_at(*at) == kSolid) continue;
            seen += 1.0;
            const double share = share_of(v, *at);
            if (!(share > 0.0)) continue;
            wet += share;
            delta += share * delta_at(v.from, *at);
        }
        freed.is_sealed = seen == 0.0;
        if (wet > 0.0) {
            freed.fill = wet / seen;
            freed.m.delta = T(delta / wet);
        }
        const exchange::HullState state = hulls_->state(freed.hull);
        const HullPlace now = owners_.place_of(state);
        const Vec3 arm = Vec3{site.x + 0.5, site.y + 0.5, site.z + 0.5} - now.centre;
        const Six motion = in_steps(state.motion, units_);
        const Vec3 u = limited(velocity_of(motion, arm));
        const double parts[3] = {u.x, u.y, u.z};
        for (int axis = 0; axis < 3; ++axis) freed.m.u[axis] = T(parts[axis]);
    }
}

/// Where a hull lifts off a floor, water comes in from the rim: cells that became free together
/// hand on what they got to those that see nothing else, a layer of cells in each round.
template <class S>
void HullCoupler<S>::spread_freed() {
    std::vector<std::pair<std::ptrdiff_t, std::size_t>> places;
    for (std::size_t n = 0; n < freed_.size(); ++n) places.emplace_back(place_of(freed_[n]), n);
    std::ranges::sort(places);
    const auto at = [&](std::ptrdiff_t place) -> const Freed* {
        const auto found = std::ranges::lower_bound(places, std::pair(place, std::size_t(0)));
        return found != places.end() && found->first == place ? &freed_[found->second] : nullptr;
    };
    std::vector<std::pair<std::size_t, Freed>> now;
    do {
        now.clear();
        for (std::size_t n = 0; n < freed_.size(); ++n) {
            const Freed& freed = freed_[n];
            if (!freed.is_sealed || freed.fill > 0.0 || owners_[std::size_t(freed.hull)].has_jumped)
                continue;
            const HullOwners::Change& change = changed()[freed.changed];
            Freed next = freed;
            double seen = 0.0, delta = 0.0;
            for (int i = 1; i < L::q; ++i) {
                const auto place = neighbour({change.x, change.y, change.z}, i);
                const Freed* const beside = place ? at(*place) : nullptr;
                if (!beside || !(beside->fill > 0.0)) continue;
                seen += 1.0;
                next.fill += beside->fill;
                delta += double(beside->m.delta);
            }
            if (seen == 0.0) continue;
            next.fill /= seen;
            next.m.delta = T(delta / seen);
            now.emplace_back(n, next);
        }
        for (const auto& [number, next] : now) freed_[number] = next;
    } while (!now.empty());
}

template <class S>
void HullCoupler<S>::take_covered(const View<S>& v, bool is_start) {
    for (Hull& hull : hulls_here_) hull.gained = 0.0;
    for (const HullOwners::Change& change : changed()) {
        const auto place = std::ptrdiff_t(change.place);
        if (change.was != 0 || v.type_at(place) == kSolid) continue;
        double held = v.mass ? double(v.mass[place]) : 0.0;
        if (v.type_at(place) == kFluid) held += 1.0 + delta_at(v.from, place);
        if (!is_start) hulls_here_[change.now - 1u].gained += held;
        v.type[place] = kSolid;
        if (!v.mass) continue;
        v.note[place] = kSolid;
        v.mass[place] = v.fill[place] = v.share[place] = T(0);
    }
    for (Hull& hull : hulls_here_) hull.mass += hull.gained;
}

/// What they get comes from the account of the hull that left, which is to lose it then; less where
/// the account lacks water already.
template <class S>
void HullCoupler<S>::give_freed(const View<S>& v) {
    std::vector<double> wanted(hulls_here_.size()), half(hulls_here_.size());
    for (Hull& hull : hulls_here_) hull.gained = 0.0;
    for (const Freed& freed : freed_) {
        const double rho = 1.0 + double(freed.m.delta);
        wanted[std::size_t(freed.hull)] += freed.fill * rho;
        half[std::size_t(freed.hull)] += 0.5 * freed.fill;
    }
    for (const Freed& freed : freed_) {
        const auto number = std::size_t(freed.hull);
        const std::ptrdiff_t place = place_of(freed);
        Hull& hull = hulls_here_[number];
        const bool has_water = freed.fill > 0.0;
        if (!v.mass) {
            v.type[place] = kFluid;
        } else {
            v.type[place] = has_water ? kInterface : kEmpty;
            v.note[place] = v.type[place];
            v.mass[place] = v.fill[place] = v.share[place] = T(0);
            if (!has_water) continue;
        }
        Moments<T> m = freed.m;
        for (int axis = 0; axis < 3; ++axis)
            m.u[axis] = m.u[axis] + T(0.5) * v.constants.gravity[axis];
        T f[L::q];
        set_equilibrium<S>(m, f);
        store_cell(v.from, place, f);
        const double rho = 1.0 + double(freed.m.delta);
        if (!v.mass) {
            hull.gained -= 1.0 + delta_at(v.from, place);
            continue;
        }
        const double over = hull.mass - hull.target;
        const double most = larger(over + wanted[number] + half[number], 0.0);
        const double part = wanted[number] > most ? most / wanted[number] : 1.0;
        const T mass = T(part * freed.fill * rho);
        v.mass[place] = mass;
        v.fill[place] = clamped_fill(mass / T(rho));
        hull.gained -= double(mass);
    }
    for (Hull& hull : hulls_here_) hull.mass += hull.gained;
}

template <class S>
void HullCoupler<S>::share_again(const View<S>& v) const {
    if (!v.mass) return;
    for (const HullOwners::Change& cell : changed())
        for (int i = 0; i < L::q; ++i)
            if (const auto place = neighbour({cell.x, cell.y, cell.z}, i)) share_excess(v, *place);
}

/// Where the cell beside one lies, around a periodic box; none: beyond its walls.
template <class S>
std::optional<std::ptrdiff_t> HullCoupler<S>::neighbour(const Site& site, int i) const {
    const Site next = beside(site, i, 1);
    int at[3] = {next.x, next.y, next.z};
    const int n[3] = {grid_.nx, grid_.ny, grid_.nz};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (at[axis] >= 0 && at[axis] < n[axis]) continue;
        if (!wraps_[axis]) return std::nullopt;
        at[axis] = at[axis] < 0 ? n[axis] - 1 : 0;
    }
    return grid_.at(at[0], at[1], at[2]);
}

/// From each cell of a hull into every cell beside it that is not solid; which of them hold water
/// changes from step to step.
template <class S>
void HullCoupler<S>::find_links() {
    for (std::size_t k = 0; k < hulls_here_.size(); ++k) {
        Hull& hull = hulls_here_[k];
        hull.links.clear();
        hull.contacts.clear();
        for (const SpaceCover::Near& near : owners_[k].cover.near) {
            if (!near.is_inside) continue;
            const std::ptrdiff_t source = grid_.at(near.x, near.y, near.z);
            if (owners_.at(std::size_t(source)) != k + 1) continue;
            for (int i = 1; i < L::q; ++i) {
                const Site to = beside({near.x, near.y, near.z}, i, 1);
                const std::ptrdiff_t place = source + offset(grid_, i);
                const Vec3 middle = {to.x + 0.5, to.y + 0.5, to.z + 0.5};
                const Vec3 arm = middle - 0.5 * direction(i) - owners_[k].place.centre;
                const std::uint16_t other = owners_.at(std::size_t(place));
                if (is_inside_grid(to) && !owners_.is_still(std::size_t(place)) && other == 0)
                    hull.links.push_back({place, i, arm});
                else if (other != k + 1)
                    hull.contacts.push_back({i, arm});
            }
        }
    }
}

/// Share of a cell near a hull that would be wet; of one inside, as the cells around it.
template <class S>
double HullCoupler<S>::wetness(const View<S>& v, const Site& site) const {
    const std::ptrdiff_t place = grid_.at(site.x, site.y, site.z);
    if (v.type_at(place) != kSolid) return share_of(v, place);
    double sum = 0.0, seen = 0.0;
    for (int i = 1; i < L::q; ++i) {
        const std::ptrdiff_t at = place + offset(grid_, i);
        if (!is_inside_grid(beside(site, i, 1)) || v.type_at(at) == kSolid) continue;
        sum += share_of(v, at);
        seen += 1.0;
    }
    return seen > 0.0 ? sum / seen : 0.0;
}

/// Cells are inside or outside as wholes: what the hull really displaces differs by the shares of
/// the cells near its surface. Their buoyancy is added, and the account holds their water.
template <class S>
void HullCoupler<S>::measure(const View<S>& v, std::size_t number) {
    Hull& hull = hulls_here_[number];
    const HullOwners::Hull& cells = owners_[number];
    const double gravity = -double(v.constants.gravity[2]);
    hull.pull = {};
    hull.target = 0.0;
    for (const SpaceCover::Near& near : cells.cover.near) {
        const double off = near.share - (near.is_inside ? 1.0 : 0.0);
        if (off == 0.0) continue;
        const std::ptrdiff_t place = grid_.at(near.x, near.y, near.z);
        if (owners_.is_still(std::size_t(place))) continue;
        const double more = off * wetness(v, {near.x, near.y, near.z});
        if (more == 0.0) continue;
        hull.target -= more;
        const Vec3 arm = Vec3{near.x + 0.5, near.y + 0.5, near.z + 0.5} - cells.place.centre;
        add_force({0.0, 0.0, gravity * more}, arm, hull.pull);
    }
}

/// The air presses on the outer face of an interface cell, however full the cell is: below it water
/// weighs as if it reached there, too much by what the cell lacks. Of that the mean around the
/// hull, as a density.
template <class S>
double HullCoupler<S>::excess_weight(const View<S>& v, const Hull& hull) const {
    double sum = 0.0, seen = 0.0;
    for (const Link& link : hull.links) {
        const bool is_level = v.type_at(link.place) == kInterface &&
                              v.type_at(link.place + grid_.layer) == kEmpty &&
                              v.type_at(link.place - grid_.layer) == kFluid;
        if (!is_level) continue;
        sum += 1.0 - double(v.fill[link.place]);
        seen += 1.0;
    }
    return seen > 0.0 ? -3.0 * double(v.constants.gravity[2]) * sum / seen : 0.0;
}

/// What the water hands over while the hull stands still, and how that changes with its motion.
/// Populations count from those of still water at the pressure of the air, so that air weighs
/// nothing. A surface that moves takes its own momentum along with what it pushes [wen2014].
template <class S>
void HullCoupler<S>::add_links(const View<S>& v, Hull& hull) const {
    hull.drag = {};
    hull.wet = hull.submerged = 0.0;
    const double excess = excess_weight(v, hull);
    const double slope = -3.0 * double(v.constants.gravity[2]);
    double level_delta = 0.0;
    const Six motion = in_steps(hull.state.motion, units_);
    for (const Link& link : hull.links) {
        const double share = pressing_share(v, link.place);
        if (!(share > 0.0)) continue;
        const int i = link.direction;
        const Vec3 e = direction(i);
        const double weight = 6.0 * L::weight(i) * share;
        const double out = double(load_direction(v.from, opposite(i), link.place));
        const Vec3 u = limited(velocity_of(motion, link.arm));
        const double pressure = out - L::weight(i) * excess;
        add_force((-2.0 * share * pressure) * e + (weight * dot(e, u)) * u, link.arm, hull.pull);
        const Vec3 turn = cross(link.arm, e);
        const Six row = {e.x, e.y, e.z, turn.x, turn.y, turn.z};
        for (std::size_t r = 0; r < 6; ++r)
            for (std::size_t c = 0; c < 6; ++c) hull.drag[r][c] += weight * row[r] * row[c];
        hull.wet += weight;
        level_delta += weight * (pressure / L::weight(i) + slope * link.arm.z);
        // The volume below the water line is the integral of x over the wet surface along x.
        hull.submerged += 0.5 * weight * (e.x * link.arm.x + e.y * link.arm.y);
    }
    if (hull.wet > 0.0) add_contacts(v, level_delta / hull.wet, hull);
    hull.submerged -= hull.target;
}

/// Water creeps under what touches a wall: in the film the pressure goes on as it does with height
/// beside the hull, in that part of it to which water reaches all around.
template <class S>
void HullCoupler<S>::add_contacts(const View<S>& v, double level_delta, Hull& hull) const {
    const double slope = -3.0 * double(v.constants.gravity[2]);
    double wet = 0.0, all = 0.0;
    for (const Link& link : hull.links) {
        if (!(level_delta - slope * link.arm.z > 0.0)) continue;
        wet += L::weight(link.direction) * share_of(v, link.place);
        all += L::weight(link.direction);
    }
    if (!(wet > 0.0)) return;
    for (const Contact& contact : hull.contacts) {
        const double delta = level_delta - slope * contact.arm.z;
        if (!(delta > 0.0)) continue;
        const Vec3 e = direction(contact.direction);
        const double weight = L::weight(contact.direction) * wet / all;
        add_force((-2.0 * weight * delta) * e, contact.arm, hull.pull);
        hull.submerged += 3.0 * weight * (e.x * contact.arm.x + e.y * contact.arm.y);
    }
}

/// The motion at the end of the step without contacts, implicit in what the surface pushes: light
/// hulls would be thrown to and fro by their own push otherwise.
template <class S>
void HullCoupler<S>::guess_motion(Hull& hull) const {
    const double force_n = units_.mass_kg() * units_.cell_m / (units_.step_s * units_.step_s);
    const double drag = units_.mass_kg() / units_.step_s, cell_m = units_.cell_m;
    for (std::size_t r = 0; r < 6; ++r) {
        hull.pull[r] *= force_n * (r < 3 ? 1.0 : cell_m);
        for (std::size_t c = 0; c < 6; ++c)
            hull.drag[r][c] *= drag * (r < 3 ? 1.0 : cell_m) * (c < 3 ? 1.0 : cell_m);
    }
    const exchange::HullState& state = hull.state;
    hull.guess = state.motion;
    if (!state.is_free) return;
    SixBySix m = {};
    for (std::size_t r = 0; r < 3; ++r) {
        m[r][r] = state.mass_kg / units_.step_s;
        for (std::size_t c = 0; c < 3; ++c)
            m[r + 3][c + 3] = state.inertia_kg_m2[3 * r + c] / units_.step_s;
    }
    Six right = times(m, state.motion);
    for (std::size_t r = 0; r < 6; ++r) {
        right[r] += hull.pull[r] + hull.extra[r] + hull.carried[r];
        for (std::size_t c = 0; c < 6; ++c) m[r][c] += hull.drag[r][c];
    }
    hull.guess = solved(m, right);
}

template <class S>
void HullCoupler<S>::push(const View<S>& v) {
    undo_.clear();
    hulls_->look(exchange::NoLook());
    for (std::size_t k = 0; k < hulls_here_.size(); ++k) {
        Hull& hull = hulls_here_[k];
        hull.state = hulls_->state(int(k));
        hull.extra = hulls_->outside(int(k));
        measure(v, k);
        add_links(v, hull);
        guess_motion(hull);
        const Six back = times(hull.drag, hull.guess);
        for (std::size_t r = 0; r < 6; ++r)
            forces_[k][r] = hull.pull[r] - back[r] + hull.carried[r];
    }
    hulls_->move(units_.step_s, forces_, motions_);
    for (std::size_t k = 0; k < hulls_here_.size(); ++k) lay(v, hulls_here_[k], motions_[k]);
}

/// Half-way bounce-back at a surface that moves. What it pushes into the water, and draws from
/// there, is on the account.
template <class S>
void HullCoupler<S>::lay(const View<S>& v, Hull& hull, const Six& motion_si) {
    const Six motion = in_steps(motion_si, units_);
    const double off = kReturnPart * (hull.mass - hull.target) / larger(hull.wet, 1.0);
    const double back = smaller(larger(off, -kMostReturn), kMostReturn);
    hull.gained = 0.0;
    for (const Link& link : hull.links) {
        const int i = link.direction, type = v.type_at(link.place);
        if (type == kEmpty) continue;
        const double along = dot(direction(i), limited(velocity_of(motion, link.arm))) + back;
        double push = 6.0 * L::weight(i) * along;
        const T out = load_direction(v.from, opposite(i), link.place);
        if (is_squeezed(v, link.place, double(out) / L::weight(i), push)) push = 0.0;
        auto* const to = v.from.moving + (i - 1) * grid_.plane + link.place - offset(grid_, i);
        tarn::store(T(out + T(push)), to);
        const double more = double(tarn::load<T>(to)) - double(out);
        if (type == kFluid) {
            hull.gained -= more;
            continue;
        }
        const T before = v.mass[link.place];
        const T after = before + T(more * double(v.fill[link.place]));
        undo_.push_back({link.place, before});
        v.mass[link.place] = after;
        hull.gained -= double(after) - double(before);
    }
}

template <class S>
void HullCoupler<S>::keep() {
    std::vector<exchange::HullReport> reports(hulls_here_.size());
    const double cell_m3 = units_.cell_m * units_.cell_m * units_.cell_m;
    for (std::size_t k = 0; k < hulls_here_.size(); ++k) {
        Hull& hull = hulls_here_[k];
        hull.mass += hull.gained;
        const Six real = times(hull.drag, motions_[k]), guessed = times(hull.drag, hull.guess);
        for (std::size_t r = 0; r < 6; ++r) {
            reports[k].force[r] = hull.pull[r] - real[r];
            hull.carried[r] = hull.state.is_free ? guessed[r] - real[r] : 0.0;
        }
        reports[k].submerged_m3 = hull.submerged * cell_m3;
    }
    hulls_->keep(reports);
}

template <class S>
void HullCoupler<S>::undo(const View<S>& v) {
    // A cell may stand there several times; its first value is that of before.
    for (std::size_t n = undo_.size(); n-- > 0;) v.mass[undo_[n].place] = undo_[n].mass;
    hulls_->undo();
}

template <class S>
double HullCoupler<S>::mass() const {
    double sum = 0.0;
    for (const Hull& hull : hulls_here_) sum += hull.mass;
    return sum;
}

template <class S>
std::uint64_t HullCoupler<S>::checksum() const {
    std::string bytes;
    for (const Hull& hull : hulls_here_) {
        bytes.append(reinterpret_cast<const char*>(&hull.mass), sizeof hull.mass);
        bytes.append(reinterpret_cast<const char*>(&hull.carried), sizeof hull.carried);
    }
    return hash_bytes(bytes);
}

template <class S>
void HullCoupler<S>::save(std::string& bytes) const {
    for (std::size_t k = 0; k < hulls_here_.size(); ++k) {
        const Saved saved = {owners_[k].place, hulls_here_[k].mass, hulls_here_[k].target,
                             hulls_here_[k].carried};
        bytes.append(reinterpret_cast<const char*>(&saved), sizeof saved);
    }
}

template <class S>
std::size_t HullCoupler<S>::saved_bytes() const {
    return hulls_here_.size() * sizeof(Saved);
}

/// Numbers that hulls can have, and cells of the water that are solid where solids and hulls are.
template <class S>
bool HullCoupler<S>::is_sound(std::string_view bytes, const std::uint8_t* stored_types) const {
    if (bytes.size() != saved_bytes()) return false;
    constexpr double kMost = 1e12;
    ByteReader reader(bytes);
    std::vector<HullPlace> places;
    for (std::size_t k = 0; k < hulls_here_.size(); ++k) {
        const auto saved = reader.get<Saved>();
        bool is_bounded = volume::is_sound(saved.place) && magnitude(saved.mass) < kMost &&
                          magnitude(saved.target) < kMost;
        for (const double part : saved.carried) is_bounded &= magnitude(part) < kMost * kMost;
        if (!is_bounded) return false;
        places.push_back(saved.place);
    }
    const std::vector<std::uint8_t> is_hull =
        owners_.filled([&](std::size_t k) { return places[k]; });
    std::size_t n = 0;
    for (int z = 0; z < grid_.nz; ++z)
        for (int y = 0; y < grid_.ny; ++y)
            for (int x = 0; x < grid_.nx; ++x, ++n) {
                const bool is_still = owners_.is_still(std::size_t(grid_.at(x, y, z)));
                if ((stored_types[n] == kSolid) != (is_still || is_hull[n] != 0)) return false;
            }
    return true;
}

template <class S>
void HullCoupler<S>::restore(std::string_view bytes) {
    ByteReader reader(bytes);
    owners_.put([&](std::size_t k) {
        const auto saved = reader.get<Saved>();
        hulls_here_[k].mass = saved.mass;
        hulls_here_[k].target = saved.target;
        hulls_here_[k].carried = saved.carried;
        return saved.place;
    });
    find_links();
}

template <class S>
std::size_t HullCoupler<S>::bytes() const {
    std::size_t sum = owners_.bytes();
    for (const Hull& hull : hulls_here_) sum += hull.links.capacity() * sizeof(Link);
    return sum;
}

template class HullCoupler<Full<float>>;
template class HullCoupler<Full<double>>;
template class HullCoupler<Halved>;

}  // namespace tarn::volume
