#include "solver/shallow/fv/hull/groups.hpp"

#include <algorithm>
#include <utility>

namespace tarn::shallow::fv::hull {

void Groups::clear(const Layout& layout, int hulls) {
    layout_ = layout;
    if (owner_.size() != layout.elements()) {
        owner_.assign(layout.elements(), -1);
        slot_.assign(layout.elements(), -1);
    }
    for (std::vector<CellPlace>& cells : claimed_) {
        for (const CellPlace& cell : cells) owner_[std::size_t(layout_.at(cell.x, cell.y))] = -1;
        cells.clear();
    }
    claimed_.resize(std::size_t(hulls));
    parent_.resize(std::size_t(hulls));
    for (int k = 0; k < hulls; ++k) parent_[std::size_t(k)] = k;
    count_ = 0;
}

/// Of the hulls that are together with it the one with the smallest number.
int Groups::root_of(int hull) {
    int root = hull;
    while (parent_[std::size_t(root)] != root) root = parent_[std::size_t(root)];
    while (parent_[std::size_t(hull)] != root)
        hull = std::exchange(parent_[std::size_t(hull)], root);
    return root;
}

void Groups::claim_one(int hull, int x, int y) {
    if (x < 0 || y < 0 || x >= layout_.nx || y >= layout_.ny) return;
    int& owner = owner_[std::size_t(layout_.at(x, y))];
    if (owner == hull) return;
    if (owner < 0) {
        owner = hull;
        claimed_[std::size_t(hull)].push_back({x, y});
        return;
    }
    const int a = root_of(owner), b = root_of(hull);
    parent_[std::size_t(std::max(a, b))] = std::min(a, b);
}

void Groups::claim(int hull, int x, int y) {
    claim_one(hull, x, y);
    claim_one(hull, x - 1, y);
    claim_one(hull, x + 1, y);
    claim_one(hull, x, y - 1);
    claim_one(hull, x, y + 1);
}

void Groups::finish() {
    group_of_.assign(claimed_.size(), -1);
    for (int k = 0; k < int(claimed_.size()); ++k) {
        const std::size_t hull = std::size_t(k);
        const int root = root_of(k);
        // A hull may have claimed nothing but cells of others.
        if (claimed_[hull].empty() && root == k) continue;
        if (root == k) {
            if (count_ == int(groups_.size())) groups_.emplace_back();
            group_of_[hull] = count_++;
            groups_[std::size_t(group_of_[hull])].hulls.clear();
            groups_[std::size_t(group_of_[hull])].cells.clear();
        } else {
            group_of_[hull] = group_of_[std::size_t(root)];
        }
        Group& group = groups_[std::size_t(group_of_[hull])];
        group.hulls.push_back(k);
        for (const CellPlace& cell : claimed_[hull]) {
            slot_[std::size_t(layout_.at(cell.x, cell.y))] = int(group.cells.size());
            group.cells.push_back(cell);
        }
    }
}

int Groups::slot(int group, int x, int y) const {
    if (x < 0 || y < 0 || x >= layout_.nx || y >= layout_.ny) return -1;
    const std::size_t at = std::size_t(layout_.at(x, y));
    const int owner = owner_[at];
    return owner < 0 || group_of_[std::size_t(owner)] != group ? -1 : slot_[at];
}

}  // namespace tarn::shallow::fv::hull
