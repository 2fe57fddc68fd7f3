// Groups of hulls that share no cell with others: the water under each group can be solved for on
// its own, at the same time as that of the others.
#pragma once

#include "solver/shallow/fv/hull/tile_sweep.hpp"

#include <span>
#include <vector>

namespace tarn::shallow::fv::hull {

struct CellPlace {
    int x = 0, y = 0;
};

/// Hulls claim the cells that they hold or may hold; with each its neighbours are claimed, which
/// its water flows to.
class Groups {
public:
    struct Group {
        std::vector<int> hulls;        ///< in rising order
        std::vector<CellPlace> cells;  ///< by the hull that claimed them first
    };

    /// Forgets all claims, of a grid of this layout and so many hulls.
    void clear(const Layout& layout, int hulls);
    void claim(int hull, int x, int y);
    /// After all claims: the groups, in the order of their first hulls.
    void finish();

    int count() const { return count_; }
    const Group& group(int number) const { return groups_[std::size_t(number)]; }
    /// Number of a cell within a group; -1: it is not in it. Outside the grid there is none.
    int slot(int group, int x, int y) const;
    /// The cells that a hull was the first to claim.
    std::span<const CellPlace> claimed(int hull) const { return claimed_[std::size_t(hull)]; }
    std::size_t bytes() const { return (owner_.capacity() + slot_.capacity()) * sizeof(int); }

private:
    int root_of(int hull);
    void claim_one(int hull, int x, int y);

    Layout layout_;
    std::vector<int> owner_;  ///< by cell: the hull that claimed it first, or -1
    std::vector<int> slot_;   ///< by cell: its number within its group
    std::vector<int> parent_;
    std::vector<int> group_of_;  ///< by hull; -1: it claimed nothing
    std::vector<std::vector<CellPlace>> claimed_;
    std::vector<Group> groups_;  ///< kept for their memory: the first `count_` are in use
    int count_ = 0;
};

}  // namespace tarn::shallow::fv::hull
