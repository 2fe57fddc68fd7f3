// Which cell belongs to which hull, and what changes when hulls move. Knows no water.
#pragma once

#include "solver/volume/hull/cover.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace tarn::volume {

/// Where the cells of a grid lie in arrays, which may have ghost cells.
struct CellLayout {
    exec::Extent3 cells;
    std::ptrdiff_t first = 0, row = 0, layer = 0;  ///< cell (0, 0, 0); one on along y, along z
    std::size_t size = 0;                          ///< of the arrays

    std::size_t at(int x, int y, int z) const {
        return std::size_t(first + x + y * row + z * layer);
    }
};

class HullOwners {
public:
    struct Hull {
        HullDistance distance;
        HullPlace place = {};  ///< of its cells
        SpaceCover cover = {};
        bool is_covering = false;
        bool has_jumped = false;  ///< by more than a cell since they were found before
    };
    /// A cell that another hull has now; 0: none, else number of the hull + 1.
    struct Change {
        int x, y, z;
        std::size_t place;
        std::uint16_t was, now;
    };

    /// `hulls` must outlive it. `is_still` is not 0 for cells of solids that never move, and has a
    /// value for all of the layout.
    HullOwners(exchange::Hulls& hulls, const CellLayout& layout, double cell_m,
               std::vector<std::uint8_t> is_still);

    std::size_t count() const { return hulls_.size(); }
    /// Takes hulls that were added to the end of the list; they have no cells before find().
    void grow();
    const Hull& operator[](std::size_t hull) const { return hulls_[hull]; }
    std::uint16_t at(std::size_t place) const { return owner_[place]; }
    bool is_still(std::size_t place) const { return is_still_[place] != 0; }
    /// Cells that have an owner.
    std::int64_t owned() const;
    HullPlace place_of(const exchange::HullState& state) const;

    /// Whether a hull is elsewhere than its cells.
    bool must_find() const;
    /// Finds the cells of hulls that have moved. Of two hulls in one cell the first has it.
    void find();
    const std::vector<Change>& changes() const { return changes_; }

    /// Puts all hulls where a checkpoint had them; `place(hull)` says where.
    template <class PlaceOf>
    void put(PlaceOf&& place) {
        std::fill(next_.begin(), next_.end(), std::uint16_t(0));
        for (std::size_t k = 0; k < hulls_.size(); ++k) put_one(k, place(k));
        owner_ = next_;
    }
    /// Which cells of the grid hulls at these places would fill, x fastest.
    template <class PlaceOf>
    std::vector<std::uint8_t> filled(PlaceOf&& place) const {
        std::vector<std::uint8_t> out(layout_.cells.count(), 0);
        for (std::size_t k = 0; k < hulls_.size(); ++k) add_filled(k, place(k), out);
        return out;
    }
    std::size_t bytes() const;

private:
    HullDistance distance_of(const exchange::HullShape& shape);
    void stamp(std::size_t hull);
    void put_one(std::size_t hull, const HullPlace& place);
    void add_filled(std::size_t hull, const HullPlace& place, std::vector<std::uint8_t>& out) const;

    exchange::Hulls* bodies_;
    CellLayout layout_;
    double cell_m_;
    std::vector<Hull> hulls_;
    /// Of meshes, with nodes of half a cell; hulls of one mesh share it.
    std::map<const TriangleMesh*, std::shared_ptr<const MeshDistance>> tables_;
    std::vector<std::uint8_t> is_still_;
    std::vector<std::uint16_t> owner_, next_;
    std::vector<Change> changes_;
};

/// Numbers that the place of a hull can be.
bool is_sound(const HullPlace& place);

}  // namespace tarn::volume
