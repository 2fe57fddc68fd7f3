// Bodies that float in stable water, on any device. Their cells are solid and their faces move;
// pressure moves them in the same system that makes the water free of divergence (hull_rows.hpp).
// Water in cells that become covered or free goes over an account of each hull.
#pragma once

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/rotation.hpp"
#include "solver/stable/hull_rows.hpp"
#include "solver/stable/region.hpp"
#include "solver/volume/hull/owners.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::stable {

template <class Device>
class HullCoupler {
    template <class E>
    using List = DeviceList<Device, E>;

public:
    using Six = exchange::Six;

    /// `hulls` must outlive it; `is_still` is not 0 where solids are that never move.
    HullCoupler(exchange::Hulls& hulls, const Grid& grid, double cell_m, double density_kg_per_m3,
                std::vector<std::uint8_t> is_still)
        : bodies_(&hulls),
          grid_(grid),
          cell_m_(cell_m),
          cell_kg_(density_kg_per_m3 * cell_m * cell_m * cell_m),
          owners_(hulls,
                  {{{grid.n[0], grid.n[1], grid.n[2]}},
                   0,
                   grid.n[0],
                   grid.stride(2),
                   std::size_t(grid.count())},
                  cell_m, std::move(is_still)),
          here_(owners_.count()),
          forces_(owners_.count()),
          motions_(owners_.count()) {}

    /// The hulls are where they start: the water in their place is not there.
    void start(const Device& device, const View& v, std::uint8_t* solid);
    /// Hulls that were added to the end of the list. Water in their place goes over their accounts.
    void add_hulls(const Device& device, const View& v, std::uint8_t* solid);
    /// Cells become covered or free, where hulls have moved.
    void cover(const Device& device, const View& v, std::uint8_t* solid);

    /// How the hulls would move in the coming part of a step without the water around them.
    void begin_part(const Device& device, const View& v, double part_s, double gravity_m_per_s2);
    const HullMotion* motions() const { return seen_.data(); }
    const HullRows<Device>& rows() const { return rows_; }
    /// The fastest of their surfaces, as they move now.
    double fastest_m_per_s() const;

    /// After the pressure is known: the bodies move.
    void move(const Device& device, const Level& system, const float* pressure, double part_s);
    /// Other things than water moved them too: `more` is the pressure that this has caused. The
    /// hulls get its push in the next part.
    void take_more(const Device& device, const Level& system, const float* more);
    /// The part is over: what faces brought to cells of hulls is on their accounts.
    void finish_part(const Device& device, const View& v, double part_s, double gravity_m_per_s2);

    /// Cells that are theirs.
    std::int64_t cell_count() const { return cell_count_; }
    /// On the accounts of all hulls, in cells.
    double volume() const {
        double sum = 0.0;
        for (const Here& here : here_) sum += here.account;
        return sum;
    }
    std::uint64_t checksum() const;
    void save(std::string& bytes) const;
    std::size_t saved_bytes() const { return here_.size() * sizeof(Saved); }
    bool is_sound(std::string_view bytes) const;
    void restore(const Device& device, std::uint8_t* solid, std::string_view bytes);
    std::size_t bytes() const {
        return owners_.bytes() + rows_.bytes() + seen_.bytes() + places_.bytes() +
               gathered_.bytes() + new_cells_.bytes();
    }

private:
    /// Of what an account is off, this part goes into the water in a part of a step, or comes out,
    /// through all wet faces and not faster than so many cells.
    static constexpr double kReturnPart = 0.1, kMostReturn = 0.2;

    struct Saved {
        volume::HullPlace place;
        double account, target, wet;
        Six owed, creep;
    };
    /// A cell near the surface of a hull: what its shape displaces beyond whole cells.
    struct Share {
        double off;
        Vec3 arm;
        int first, count;  ///< of the places whose mean says how wet it is
    };
    /// Between a hull and a cell that may hold water: the face moves by this row of a motion.
    struct Face {
        Six row;
        bool is_level;  ///< lies along z: gravity acts on the water at it
        int gathered;   ///< of the places, its cell
    };
    /// Where a hull touches a solid, a side of the box or another hull.
    struct Contact {
        Vec3 normal, arm;
    };
    struct Here {
        double account = 0.0;  ///< cells
        double target = 0.0;   ///< what should be on it, when the hull was last measured
        double wet = 0.0;      ///< faces, when they were last looked at
        /// Of the part before, acts in the next, which may be of another length: what the second
        /// solution gave, N s and N m s, and the film below what touches a wall, N and N m.
        Six owed = {}, creep = {};
        std::vector<Share> shares = {};
        std::vector<Face> faces = {};
        std::vector<Contact> contacts = {};
        // Of a part.
        exchange::HullState state = {};
        Six given = {};     ///< N, N m: besides the pressure around it
        Six foreseen = {};  ///< its motion, as solved for
        exchange::SixBySix mobility = {}, layer = {};
    };
    struct Freed {
        std::size_t change;
        std::size_t hull;
        double fill;
        bool is_known;
    };

    Vec3 arm_of(std::size_t hull, double x, double y, double z) const {
        return Vec3{x, y, z} - owners_[hull].place.centre;
    }
    Six in_newtons(const Six& push, double part_s) const;
    void gather(const Device& device, const View& v, const std::vector<std::int64_t>& places);
    double filled(std::size_t k) const { return double(larger(smaller(values_[k], 1.0f), 0.0f)); }
    void change_cells(const Device& device, const View& v, std::uint8_t* solid, bool is_start);
    std::vector<Freed> fill_freed() const;
    void find_lists(const Device& device);
    void find_rows(std::size_t hull, std::vector<HullRow>& rows);
    void find_shares(std::size_t hull);
    void measure(double gravity_m_per_s2);
    void weigh_layer(double gravity_m_per_s2, Here& here) const;
    void show(const Device& device, double part_s);
    Six film(const Device& device, const View& v, std::size_t hull, const Besides& beside,
             double per_cell_m_per_s, double part_s) const;

    exchange::Hulls* bodies_;
    Grid grid_;
    double cell_m_, cell_kg_;
    volume::HullOwners owners_;
    std::vector<Here> here_;
    std::vector<Six> forces_, motions_;
    std::int64_t cell_count_ = 0;
    std::vector<std::int64_t> share_places_;
    std::vector<float> values_;  ///< gathered
    HullRows<Device> rows_;
    List<HullMotion> seen_;
    List<std::int64_t> places_;
    List<float> gathered_;
    List<NewCell> new_cells_;
};

template <class Device>
exchange::Six HullCoupler<Device>::in_newtons(const Six& push, double part_s) const {
    Six out = {};
    for (std::size_t c = 0; c < 6; ++c)
        out[c] = push[c] * cell_kg_ / part_s * (c < 3 ? 1.0 : cell_m_);
    return out;
}

/// The fill of cells, on the host.
template <class Device>
void HullCoupler<Device>::gather(const Device& device, const View& v,
                                 const std::vector<std::int64_t>& places) {
    values_.resize(places.size());
    if (places.empty()) return;
    places_.put(device, places);
    gathered_.make_room(device, places.size());
    device.for_many(int(places.size()), GatherFill{v.fill, places_.data(), gathered_.data()});
    device.download(static_cast<const float*>(gathered_.data()), values_.size(), values_.data());
}

template <class Device>
void HullCoupler<Device>::start(const Device& device, const View& v, std::uint8_t* solid) {
    seen_.put(device, std::vector<HullMotion>(here_.size()));
    owners_.find();
    change_cells(device, v, solid, true);
    find_lists(device);
    gather(device, v, share_places_);
    measure(0.0);
    for (Here& here : here_) here.account = here.target;
}

template <class Device>
void HullCoupler<Device>::add_hulls(const Device& device, const View& v, std::uint8_t* solid) {
    owners_.grow();
    here_.resize(owners_.count());
    forces_.resize(owners_.count());
    motions_.resize(owners_.count());
    seen_.put(device, std::vector<HullMotion>(here_.size()));
    cover(device, v, solid);
}

template <class Device>
void HullCoupler<Device>::cover(const Device& device, const View& v, std::uint8_t* solid) {
    if (!owners_.must_find()) return;
    owners_.find();
    change_cells(device, v, solid, false);
    find_lists(device);
}

/// Covered cells give their water to the account of the hull. Those that become free get what the
/// cells around them have, which the account is to lose then; less where it lacks water already.
template <class Device>
void HullCoupler<Device>::change_cells(const Device& device, const View& v, std::uint8_t* solid,
                                       bool is_start) {
    const auto& changes = owners_.changes();
    if (changes.empty()) return;
    std::vector<std::int64_t> places;
    for (const auto& change : changes) {
        const int i[3] = {change.x, change.y, change.z};
        places.push_back(std::int64_t(change.place));
        for (int axis = 0; axis < 3; ++axis)
            for (const std::ptrdiff_t beside : {grid_.before(axis, i), grid_.after(axis, i)})
                places.push_back(beside < 0 ? std::int64_t(change.place) : beside);
    }
    gather(device, v, places);
    std::vector<NewCell> cells;
    for (std::size_t n = 0; n < changes.size(); ++n) {
        const auto& change = changes[n];
        cells.push_back({std::int64_t(change.place), 0.0f,
                         change.now ? std::uint8_t(kFirstHull + change.now - 1) : kNoSolid});
        if (change.was == 0 && !is_start) here_[change.now - 1u].account += double(values_[7 * n]);
    }
    const std::vector<Freed> freed = fill_freed();
    std::vector<double> wanted(here_.size()), part(here_.size());
    for (const Freed& one : freed) wanted[one.hull] += one.fill;
    for (std::size_t k = 0; k < here_.size(); ++k) {
        const double over = here_[k].account - here_[k].target;
        const double most = std::max(over + 1.5 * wanted[k], 0.0);
        part[k] = wanted[k] > most ? most / wanted[k] : 1.0;
    }
    for (const Freed& one : freed) {
        float& fill = cells[one.change].fill;
        fill = float(part[one.hull] * one.fill);
        here_[one.hull].account -= double(fill);
    }
    new_cells_.put(device, cells);
    device.for_many(new_cells_.count(), SetCells{new_cells_.data(), v, solid});
}

/// Where a hull lifts off a floor, water comes in from the rim: cells that became free together
/// hand on what they got, a layer of cells in each round.
template <class Device>
auto HullCoupler<Device>::fill_freed() const -> std::vector<Freed> {
    const auto& changes = owners_.changes();
    std::vector<Freed> freed;
    std::vector<std::pair<std::size_t, std::size_t>> places;
    for (std::size_t n = 0; n < changes.size(); ++n) {
        if (changes[n].now != 0) continue;
        places.emplace_back(changes[n].place, freed.size());
        freed.push_back({n, changes[n].was - 1u, 0.0, false});
    }
    std::ranges::sort(places);
    const auto find = [&](std::size_t place) -> const Freed* {
        const auto found = std::ranges::lower_bound(places, std::pair(place, std::size_t(0)));
        return found != places.end() && found->first == place ? &freed[found->second] : nullptr;
    };
    std::vector<std::pair<std::size_t, double>> now;
    bool is_first = true;
    do {
        now.clear();
        for (std::size_t k = 0; k < freed.size(); ++k) {
            if (freed[k].is_known || (!is_first && owners_[freed[k].hull].has_jumped)) continue;
            const auto& change = changes[freed[k].change];
            const int i[3] = {change.x, change.y, change.z};
            double sum = 0.0, seen = 0.0;
            for (int side = 0; side < 6; ++side) {
                const std::ptrdiff_t beside =
                    side % 2 ? grid_.after(side / 2, i) : grid_.before(side / 2, i);
                if (beside < 0) continue;
                const auto place = std::size_t(beside);
                if (owners_.at(place) != 0 || owners_.is_still(place)) continue;
                const Freed* const other = find(place);
                if (other && !other->is_known) continue;
                sum += other ? other->fill : filled(7 * freed[k].change + 1 + std::size_t(side));
                seen += 1.0;
            }
            if (seen > 0.0) now.emplace_back(k, sum / seen);
        }
        for (const auto& [k, fill] : now) {
            freed[k].fill = fill;
            freed[k].is_known = true;
        }
        is_first = false;
    } while (!now.empty());
    return freed;
}

/// All that depends on where the cells of hulls are.
template <class Device>
void HullCoupler<Device>::find_lists(const Device& device) {
    std::vector<HullRow> rows;
    std::vector<int> ends;
    share_places_.clear();
    cell_count_ = owners_.owned();
    for (std::size_t k = 0; k < here_.size(); ++k) {
        find_rows(k, rows);
        ends.push_back(int(rows.size()));
        find_shares(k);
    }
    rows_.put(device, rows, std::move(ends));
}

/// Faces between a hull and cells that may hold water, by those cells; and its contacts.
template <class Device>
void HullCoupler<Device>::find_rows(std::size_t hull, std::vector<HullRow>& rows) {
    Here& here = here_[hull];
    here.contacts.clear();
    here.faces.clear();
    std::vector<HullRow> mine;
    for (const volume::SpaceCover::Near& near : owners_[hull].cover.near) {
        const int i[3] = {near.x, near.y, near.z};
        if (!near.is_inside || owners_.at(std::size_t(grid_.at(i))) != hull + 1) continue;
        for (int side = 0; side < 6; ++side) {
            const int axis = side / 2;
            const bool is_high = side % 2 != 0;
            const std::ptrdiff_t beside = is_high ? grid_.after(axis, i) : grid_.before(axis, i);
            double normal[3] = {}, at[3] = {i[0] + 0.5, i[1] + 0.5, i[2] + 0.5};
            normal[axis] = is_high ? -1.0 : 1.0;
            at[axis] += is_high ? 0.5 : -0.5;
            const Vec3 n = {normal[0], normal[1], normal[2]};
            const Vec3 arm = arm_of(hull, at[0], at[1], at[2]);
            const std::uint16_t other = beside < 0 ? 0 : owners_.at(std::size_t(beside));
            if (beside >= 0 && other == 0 && !owners_.is_still(std::size_t(beside))) {
                const Vec3 turn = cross(arm, n), turn_m = cell_m_ * turn;
                here.faces.push_back({{n.x, n.y, n.z, turn_m.x, turn_m.y, turn_m.z},
                                      axis == 2,
                                      int(share_places_.size())});
                share_places_.push_back(beside);
                mine.push_back({beside,
                                {float(n.x), float(n.y), float(n.z), float(turn.x), float(turn.y),
                                 float(turn.z)},
                                1.0f,
                                float(-0.5 * (n.x * arm.x + n.y * arm.y)),
                                float(arm.z + 0.5 * (is_high ? 1.0 : -1.0) * (axis == 2))});
            } else if (other != hull + 1) {
                here.contacts.push_back({n, arm});
            }
        }
    }
    std::ranges::stable_sort(mine, {}, &HullRow::place);
    const std::size_t first = rows.size();
    for (const HullRow& row : mine) {
        if (rows.size() == first || rows.back().place != row.place) {
            rows.push_back(row);
            continue;
        }
        HullRow& sum = rows.back();
        for (int c = 0; c < 6; ++c) sum.row[c] += row.row[c];
        sum.faces += row.faces;
        sum.reach += row.reach;
    }
}

template <class Device>
void HullCoupler<Device>::find_shares(std::size_t hull) {
    Here& here = here_[hull];
    here.shares.clear();
    for (const volume::SpaceCover::Near& near : owners_[hull].cover.near) {
        const double off = near.share - (near.is_inside ? 1.0 : 0.0);
        const int i[3] = {near.x, near.y, near.z};
        const auto place = std::size_t(grid_.at(i));
        if (off == 0.0 || owners_.is_still(place)) continue;
        const auto first = int(share_places_.size());
        const auto is_water = [&](std::ptrdiff_t n) {
            return n >= 0 && owners_.at(std::size_t(n)) == 0 && !owners_.is_still(std::size_t(n));
        };
        if (is_water(std::ptrdiff_t(place))) {
            share_places_.push_back(std::int64_t(place));
        } else {
            // A cell inside is as wet as those around it.
            for (int axis = 0; axis < 3; ++axis)
                for (const std::ptrdiff_t beside : {grid_.before(axis, i), grid_.after(axis, i)})
                    if (is_water(beside)) share_places_.push_back(beside);
        }
        const int count = int(share_places_.size()) - first;
        if (count == 0) continue;
        here.shares.push_back(
            {off, arm_of(hull, near.x + 0.5, near.y + 0.5, near.z + 0.5), first, count});
    }
}

/// Cells are inside or outside as wholes: what a hull really displaces differs by the shares of the
/// cells near its surface. Their buoyancy is given to it, and its account is to hold their water.
template <class Device>
void HullCoupler<Device>::measure(double gravity_m_per_s2) {
    for (Here& here : here_) {
        here.target = 0.0;
        here.given = {};
        for (const Share& share : here.shares) {
            double sum = 0.0;
            for (int k = share.first; k < share.first + share.count; ++k)
                sum += filled(std::size_t(k));
            const double more = share.off * sum / share.count;
            here.target -= more;
            exchange::add_force({0.0, 0.0, cell_kg_ * gravity_m_per_s2 * more}, cell_m_ * share.arm,
                                here.given);
        }
    }
}

/// A pressure stands in the middle of a cell, half a cell from the face of the hull: the water in
/// between moves with the hull, and its mass and weight are counted with it. Without them a hull
/// would be lifted by a cell too much in each column and feel too little added mass.
template <class Device>
void HullCoupler<Device>::weigh_layer(double gravity_m_per_s2, Here& here) const {
    here.layer = {};
    for (const Face& face : here.faces) {
        const double kg = 0.5 * cell_kg_ * filled(std::size_t(face.gathered));
        if (kg == 0.0) continue;
        for (std::size_t r = 0; r < 6; ++r)
            for (std::size_t c = 0; c < 6; ++c) here.layer[r][c] += kg * face.row[r] * face.row[c];
        // Its normal points up or down, and its weight down.
        if (face.is_level)
            exchange::add(here.given, -kg * gravity_m_per_s2 * face.row[2], face.row);
    }
}

template <class Device>
void HullCoupler<Device>::begin_part(const Device& device, const View& v, double part_s,
                                     double gravity_m_per_s2) {
    gather(device, v, share_places_);
    measure(gravity_m_per_s2);
    bodies_->look(exchange::NoLook());
    for (std::size_t k = 0; k < here_.size(); ++k) {
        Here& here = here_[k];
        here.state = bodies_->state(int(k));
        exchange::add(here.given, 1.0 / part_s, here.owed);
        exchange::add(here.given, 1.0, here.creep);
        weigh_layer(gravity_m_per_s2, here);
        motions_[k] = here.state.motion;
        here.mobility = {};
        exchange::SixBySix yield = {};
        if (here.state.is_free) {
            exchange::SixBySix mass = exchange::mass_matrix(here.state);
            for (std::size_t r = 0; r < 6; ++r) exchange::add(mass[r], 1.0, here.layer[r]);
            here.mobility = exchange::inverse(mass);
            for (std::size_t r = 0; r < 6; ++r)
                for (std::size_t c = 0; c < 6; ++c)
                    yield[r][c] = here.mobility[r][c] * cell_kg_ * (r < 3 ? 1.0 : cell_m_) *
                                  (c < 3 ? 1.0 : cell_m_);
            Six force = bodies_->outside(int(k));
            exchange::add(force, 1.0, here.given);
            exchange::add(motions_[k], part_s, exchange::times(here.mobility, force));
        }
        rows_.set_yield(k, yield);
    }
    show(device, part_s);
}

/// As the faces of cells see them: `motions_`.
template <class Device>
void HullCoupler<Device>::show(const Device& device, double part_s) {
    std::vector<HullMotion> seen(here_.size());
    for (std::size_t k = 0; k < here_.size(); ++k) {
        const Vec3 centre = owners_[k].place.centre;
        const double place[3] = {centre.x, centre.y, centre.z};
        for (std::size_t c = 0; c < 3; ++c) {
            seen[k].centre[c] = float(place[c]);
            seen[k].motion[c] = float(motions_[k][c]);
            seen[k].motion[3 + c] = float(motions_[k][3 + c] * cell_m_);
        }
        const Here& here = here_[k];
        const double off = kReturnPart * (here.account - here.target) / std::max(here.wet, 1.0);
        seen[k].returns_m_per_s =
            float(std::clamp(off, -kMostReturn, kMostReturn) * cell_m_ / part_s);
    }
    seen_.put(device, seen);
}

template <class Device>
double HullCoupler<Device>::fastest_m_per_s() const {
    double most = 0.0;
    for (std::size_t k = 0; k < here_.size(); ++k) {
        const exchange::HullState state = bodies_->state(int(k));
        const Six& m = state.motion;
        const double speed = square_root(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
        const double spin = square_root(m[3] * m[3] + m[4] * m[4] + m[5] * m[5]);
        most = std::max(most, speed + spin * 0.5 * state.height_m);
    }
    return most;
}

template <class Device>
void HullCoupler<Device>::move(const Device& device, const Level& system, const float* pressure,
                               double part_s) {
    for (std::size_t k = 0; k < here_.size(); ++k) {
        Here& here = here_[k];
        const Six push = in_newtons(rows_.push(device, system, pressure, k), part_s);
        here.foreseen = motions_[k];
        exchange::add(here.foreseen, part_s, exchange::times(here.mobility, push));
        Six gain = here.foreseen;
        exchange::add(gain, -1.0, here.state.motion);
        forces_[k] = here.given;
        exchange::add(forces_[k], 1.0, push);
        // What the layer of water beside it took of that.
        exchange::add(forces_[k], -1.0 / part_s, exchange::times(here.layer, gain));
        here.owed = here.creep = {};
    }
    bodies_->move(part_s, forces_, motions_);
    show(device, part_s);
}

template <class Device>
void HullCoupler<Device>::take_more(const Device& device, const Level& system, const float* more) {
    for (std::size_t k = 0; k < here_.size(); ++k) {
        Here& here = here_[k];
        if (!here.state.is_free) continue;
        Six other = motions_[k];
        exchange::add(other, -1.0, here.foreseen);
        here.owed = in_newtons(rows_.push(device, system, more, k), 1.0);
        exchange::add(here.owed, -1.0, exchange::times(here.layer, other));
    }
}

template <class Device>
void HullCoupler<Device>::finish_part(const Device& device, const View& v, double part_s,
                                      double gravity_m_per_s2) {
    const double cell_m3 = cell_m_ * cell_m_ * cell_m_;
    const double per_cell_m_per_s = gravity_m_per_s2 * part_s;
    std::vector<exchange::HullReport> reports(here_.size());
    for (std::size_t k = 0; k < here_.size(); ++k) {
        Here& here = here_[k];
        const volume::SpaceCover& cover = owners_[k].cover;
        Box box;
        for (int b = 0; b < 3; ++b) {
            box.begin[b] = cover.begin[b];
            box.end[b] = cover.end[b];
        }
        const auto solid = std::uint8_t(kFirstHull + k);
        here.account += join_region<VolumeSum>(device, {box}, SumHull{v, solid}).value;
        for_region(device, Region{box}, EmptyHull{v, solid});
        Besides beside;
        if (rows_.count(k) > 0)
            beside = device.template join_cells<Besides>(
                exec::Extent2{{rows_.count(k), 1}},
                LookBeside{v, rows_.rows(k), float(per_cell_m_per_s), 0.0f});
        here.wet = beside.wet;
        reports[k].force = forces_[k];
        reports[k].submerged_m3 = std::max(beside.submerged - here.target, 0.0) * cell_m3;
        // One that is held feels it too: it is part of the force that is reported.
        here.creep = film(device, v, k, beside, per_cell_m_per_s, part_s);
    }
    bodies_->keep(reports);
}

/// Water creeps under what touches a wall: in the film the pressure goes on as it does with height
/// beside the hull, in that part of it to which water reaches all around.
template <class Device>
exchange::Six HullCoupler<Device>::film(const Device& device, const View& v, std::size_t hull,
                                        const Besides& beside, double per_cell_m_per_s,
                                        double part_s) const {
    Six push = {};
    if (here_[hull].contacts.empty() || !(beside.heads > 0.0)) return push;
    const double level = beside.head / beside.heads;
    const auto around = device.template join_cells<Besides>(
        exec::Extent2{{rows_.count(hull), 1}},
        LookBeside{v, rows_.rows(hull), float(per_cell_m_per_s), float(level)});
    if (!(around.below > 0.0)) return push;
    for (const Contact& contact : here_[hull].contacts) {
        const double pressure = level - per_cell_m_per_s * contact.arm.z;
        if (pressure > 0.0)
            exchange::add_force((pressure * around.below_wet / around.below) * contact.normal,
                                contact.arm, push);
    }
    return in_newtons(push, part_s);
}

template <class Device>
std::uint64_t HullCoupler<Device>::checksum() const {
    std::string bytes;
    save(bytes);
    return hash_bytes(bytes);
}

template <class Device>
void HullCoupler<Device>::save(std::string& bytes) const {
    for (std::size_t k = 0; k < here_.size(); ++k) {
        const Here& here = here_[k];
        const Saved saved = {owners_[k].place, here.account, here.target,
                             here.wet,         here.owed,    here.creep};
        bytes.append(reinterpret_cast<const char*>(&saved), sizeof saved);
    }
}

template <class Device>
bool HullCoupler<Device>::is_sound(std::string_view bytes) const {
    constexpr double kMost = 1e12;
    if (bytes.size() != saved_bytes()) return false;
    ByteReader reader(bytes);
    for (std::size_t k = 0; k < here_.size(); ++k) {
        const auto saved = reader.get<Saved>();
        bool is_bounded = volume::is_sound(saved.place) && tarn::magnitude(saved.account) < kMost &&
                          tarn::magnitude(saved.target) < kMost && saved.wet >= 0.0 &&
                          saved.wet < kMost;
        for (std::size_t c = 0; c < 6; ++c)
            is_bounded = is_bounded && tarn::magnitude(saved.owed[c]) < kMost * kMost &&
                         tarn::magnitude(saved.creep[c]) < kMost * kMost;
        if (!is_bounded) return false;
    }
    return true;
}

template <class Device>
void HullCoupler<Device>::restore(const Device& device, std::uint8_t* solid,
                                  std::string_view bytes) {
    ByteReader reader(bytes);
    owners_.put([&](std::size_t k) {
        const auto saved = reader.get<Saved>();
        here_[k].account = saved.account;
        here_[k].target = saved.target;
        here_[k].wet = saved.wet;
        here_[k].owed = saved.owed;
        here_[k].creep = saved.creep;
        return saved.place;
    });
    std::vector<std::uint8_t> solids(std::size_t(grid_.count()));
    for (std::size_t n = 0; n < solids.size(); ++n) {
        const std::uint16_t owner = owners_.at(n);
        solids[n] = owners_.is_still(n) ? kWallSolid
                    : owner             ? std::uint8_t(kFirstHull + owner - 1)
                                        : kNoSolid;
    }
    device.upload(solids.data(), solids.size(), solid);
    device.finish_uploads();
    find_lists(device);
    seen_.put(device, std::vector<HullMotion>(here_.size()));
}

}  // namespace tarn::stable
