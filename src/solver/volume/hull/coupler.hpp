// Bodies that float in water in space: their cells are solid, populations bounce back from them
// with the velocity of the surface [ladd1994, aidun1998], and what those hand over moves them.
// Cells that become covered or free give and take their mass from an account of each hull, which is
// part of the water.
#pragma once

#include "base/bytes.hpp"
#include "solver/volume/edges.hpp"
#include "solver/volume/hull/owners.hpp"
#include "solver/volume/units.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace tarn::volume {

template <class S>
class HullCoupler {
public:
    using T = typename S::Number;
    using Six = exchange::Six;

    /// `hulls` must outlive it. `types` are those of the solids that never move.
    HullCoupler(exchange::Hulls& hulls, const Grid& grid, const Units& units,
                const std::array<bool, 3>& wraps, const std::uint8_t* types);

    /// The hulls are where they start: the water in their place is not there.
    void start(const View<S>& v);
    /// What a run needs to know of the step.
    void set_units(const Units& units) { units_ = units; }

    /// Takes hulls that were added to the end of the list; cover() gives them their cells.
    void grow();
    /// Whether a hull is elsewhere than its cells.
    bool must_cover() const { return owners_.must_find(); }
    /// Cells become covered or free. Excess finds its takers in share_again(), after ghost cells
    /// have seen the new types.
    void cover(const View<S>& v);
    const std::vector<HullOwners::Change>& changed() const { return owners_.changes(); }
    void share_again(const View<S>& v) const;

    /// Moves the hulls by what the water hands over, and lays what arrives from them.
    void push(const View<S>& v);
    /// The step holds, or it is undone.
    void keep();
    void undo(const View<S>& v);

    /// On the accounts of all hulls, in masses of full cells.
    double mass() const;
    std::uint64_t checksum() const;
    void save(std::string& bytes) const;
    std::size_t saved_bytes() const;
    bool is_sound(std::string_view bytes, const std::uint8_t* stored_types) const;
    void restore(std::string_view bytes);
    std::size_t bytes() const;

private:
    struct Saved {
        HullPlace place;
        double mass, target;
        Six carried;
    };
    /// A population that arrives at a cell from a hull.
    struct Link {
        std::ptrdiff_t place;
        int direction;
        Vec3 arm;  ///< from the centre of mass to where it bounces, in cells
    };
    /// Where it touches a solid, a side of the box or another hull, so that no cell lies between.
    struct Contact {
        int direction;
        Vec3 arm;
    };
    struct Hull {
        std::vector<Link> links = {};
        std::vector<Contact> contacts = {};
        double mass = 0.0;    ///< its account
        double target = 0.0;  ///< what should be on it, when the hull was last measured
        Six carried = {};     ///< momentum that it got otherwise than the water gave it, N and N m
        // Of a step.
        double wet = 0.0, gained = 0.0;
        double submerged = 0.0;
        exchange::HullState state = {};
        Six pull = {}, guess = {}, extra = {};
        exchange::SixBySix drag = {};
    };
    struct Freed {
        std::size_t changed;
        int hull;
        Moments<T> m;
        double fill;
        bool is_sealed;  ///< solids and hulls all around when it became free
    };
    struct Undo {
        std::ptrdiff_t place;
        T mass;
    };

    std::ptrdiff_t place_of(const Freed& freed) const {
        return std::ptrdiff_t(changed()[freed.changed].place);
    }
    std::optional<std::ptrdiff_t> neighbour(const Site& site, int i) const;
    void gather_freed(const View<S>& v);
    void spread_freed();
    void take_covered(const View<S>& v, bool is_start);
    void give_freed(const View<S>& v);
    void find_links();
    double wetness(const View<S>& v, const Site& site) const;
    void measure(const View<S>& v, std::size_t number);
    double excess_weight(const View<S>& v, const Hull& hull) const;
    void add_links(const View<S>& v, Hull& hull) const;
    void add_contacts(const View<S>& v, double level_delta, Hull& hull) const;
    void guess_motion(Hull& hull) const;
    void lay(const View<S>& v, Hull& hull, const Six& motion);
    bool is_inside_grid(const Site& site) const { return is_inside(grid_, site.x, site.y, site.z); }

    exchange::Hulls* hulls_;
    Grid grid_;
    Units units_;
    std::array<bool, 3> wraps_;
    HullOwners owners_;
    std::vector<Hull> hulls_here_;
    std::vector<Freed> freed_;
    std::vector<Undo> undo_;
    std::vector<Six> forces_, motions_;
};

}  // namespace tarn::volume
