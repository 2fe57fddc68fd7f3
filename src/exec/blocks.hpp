// A grid cut into blocks along any of its axes, so that several can share the work. A block is a
// grid of its own: its own cells, and ghost cells where another block goes on (halo.hpp says what
// is sent to whom). Blocks end at borders of the tiles that sums go by (ordered.hpp), so the sums
// of all blocks join to the bits of one piece.
#pragma once

#include "exec/extent.hpp"
#include "exec/ordered.hpp"
#include <tarn/result.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tarn::exec {

/// From a block to one of those around it: -1, 0 or 1 along each axis. Number kCount / 2 is none.
template <int Dim>
struct Direction {
    static constexpr int kCount = Dim == 2 ? 9 : 27;
    int along[Dim] = {};

    static Direction of(int number) {
        Direction d;
        for (int axis = 0; axis < Dim; ++axis, number /= 3) d.along[axis] = number % 3 - 1;
        return d;
    }
    static int opposite(int number) { return kCount - 1 - number; }
};

/// One block. Its cells count from its first own one: ghost cells have coordinates below zero, or
/// from the number of its own cells on.
template <int Dim>
struct Block {
    Extent<Dim> whole;     ///< the grid that it is a block of
    int first[Dim] = {};   ///< its first own cell there
    Extent<Dim> cells;     ///< its own
    int before[Dim] = {};  ///< ghost cells along each axis; none where the grid ends
    int after[Dim] = {};

    /// The whole grid in one piece.
    static Block all(const Extent<Dim>& cells) { return {.whole = cells, .cells = cells}; }

    /// With its ghost cells.
    Extent<Dim> with_ghosts() const {
        Extent<Dim> sum = cells;
        for (int axis = 0; axis < Dim; ++axis) sum.n[axis] += before[axis] + after[axis];
        return sum;
    }
};

using Block2 = Block<2>;

/// How a grid is cut.
template <int Dim>
class Cut {
public:
    struct Desc {
        Extent<Dim> cells;
        int parts[Dim] = {};   ///< along each axis
        bool wraps[Dim] = {};  ///< the last block has the first one beyond it
        int ghosts = 1;        ///< how many cells deep a block looks into its neighbours
    };

    /// Fails where a block would have fewer cells than its neighbours want to see.
    static Result<Cut> of(const Desc& desc) {
        Cut cut(desc);
        for (int axis = 0; axis < Dim; ++axis)
            for (int part = 0; part < desc.parts[axis]; ++part)
                if (cut.border(axis, part + 1) - cut.border(axis, part) < desc.ghosts)
                    return Error{ErrorCode::InvalidArgument,
                                 std::to_string(desc.cells.n[axis]) + " cells along axis " +
                                     std::to_string(axis) + " are too few for " +
                                     std::to_string(desc.parts[axis]) +
                                     " blocks, which end at multiples of " +
                                     std::to_string(tile_size(axis)) + "; use fewer"};
        return cut;
    }

    int count() const {
        int product = 1;
        for (const int parts : desc_.parts) product *= parts;
        return product;
    }

    Block<Dim> block(int number) const {
        Block<Dim> block;
        block.whole = desc_.cells;
        for (int axis = 0; axis < Dim; number /= desc_.parts[axis++]) {
            const int part = number % desc_.parts[axis];
            block.first[axis] = border(axis, part);
            block.cells.n[axis] = border(axis, part + 1) - block.first[axis];
            block.before[axis] = beyond(axis, part - 1) < 0 ? 0 : desc_.ghosts;
            block.after[axis] = beyond(axis, part + 1) < 0 ? 0 : desc_.ghosts;
        }
        return block;
    }

    /// The block that lies in a direction from another; -1: the grid ends there. With edges that
    /// wrap it may be the same one.
    int neighbour(int number, const Direction<Dim>& direction) const {
        int found = 0;
        for (int axis = 0, stride = 1; axis < Dim; stride *= desc_.parts[axis++]) {
            const int part = number % desc_.parts[axis];
            number /= desc_.parts[axis];
            const int there = beyond(axis, part + direction.along[axis]);
            if (there < 0) return -1;
            found += there * stride;
        }
        return found;
    }

    int ghosts() const { return desc_.ghosts; }

private:
    explicit Cut(const Desc& desc) : desc_(desc) {}

    /// Where part number `part` begins.
    int border(int axis, int part) const {
        const int length = desc_.cells.n[axis], parts = desc_.parts[axis];
        if (part == parts) return length;
        return int(std::int64_t(length) * part / parts) / tile_size(axis) * tile_size(axis);
    }
    int beyond(int axis, int part) const {
        const int parts = desc_.parts[axis];
        if (part >= 0 && part < parts) return part;
        return desc_.wraps[axis] ? (part + parts) % parts : -1;
    }

    Desc desc_;
};

/// A task over a block's own cells, in a grid whose first cells are ghost cells.
template <int Dim, class Task>
struct OwnCells {
    Block<Dim> block;
    Task task;

    TARN_HD auto operator()(int x, int y) const requires(Dim == 2) {
        return task(block.before[0] + x, block.before[1] + y);
    }
    TARN_HD auto operator()(int x, int y, int z) const requires(Dim == 3) {
        return task(block.before[0] + x, block.before[1] + y, block.before[2] + z);
    }
};

/// Puts the sums of a block's own tiles where they belong among those of the whole grid.
template <Joinable R, int Dim>
void place_tiles(const Block<Dim>& block, std::span<const R> tiles, std::span<R> whole) {
    const Tiles<Dim> own = {block.cells}, all = {block.whole};
    for (std::size_t k = 0; k < tiles.size(); ++k) {
        int rest = int(k), number = 0;
        for (int axis = 0, stride = 1; axis < Dim; stride *= all.along(axis++)) {
            number += (block.first[axis] / tile_size(axis) + rest % own.along(axis)) * stride;
            rest /= own.along(axis);
        }
        whole[std::size_t(number)] = tiles[k];
    }
}

}  // namespace tarn::exec
