// What the blocks of a grid tell each other (blocks.hpp): own cells along a border become ghost
// cells of the block beyond it, across sides, edges and corners alike. Cells travel as bytes: a
// block packs a message for each of its neighbours, someone carries them, and the neighbours unpack
// them. Within one process LocalHaloExchange carries; a network would do the same between machines.
#pragma once

#include "exec/blocks.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace tarn::exec {

/// A box of cells: `size` of them along each axis, from `low` on.
template <int Dim>
struct Box {
    int low[Dim] = {};
    Extent<Dim> size;

    std::size_t count() const { return size.count(); }
};

/// The own cells that the neighbour in a direction wants to see, `ghosts` deep.
template <int Dim>
Box<Dim> sent(const Block<Dim>& block, const Direction<Dim>& direction, int ghosts) {
    Box<Dim> box = {.size = block.cells};
    for (int axis = 0; axis < Dim; ++axis) {
        if (direction.along[axis] == 0) continue;
        if (direction.along[axis] > 0) box.low[axis] = block.cells.n[axis] - ghosts;
        box.size.n[axis] = ghosts;
    }
    return box;
}

/// The ghost cells that show what the neighbour in a direction has sent.
template <int Dim>
Box<Dim> received(const Block<Dim>& block, const Direction<Dim>& direction, int ghosts) {
    Box<Dim> box = {.size = block.cells};
    for (int axis = 0; axis < Dim; ++axis) {
        if (direction.along[axis] == 0) continue;
        box.low[axis] = direction.along[axis] > 0 ? block.cells.n[axis] : -ghosts;
        box.size.n[axis] = ghosts;
    }
    return box;
}

/// A task over the cells of a box: copies one plane of numbers to `packed`, row by row without
/// padding, or back. `Plane` gives `at(x, y)` or `at(x, y, z)`, the number of a cell in the memory
/// of its scheme.
template <class Plane, int Dim>
struct PackBox {
    Plane plane;
    Box<Dim> box;
    typename Plane::Element* packed;
    bool is_unpacking;

    TARN_HD void operator()(int x, int y) const requires(Dim == 2) {
        move(*plane.at(box.low[0] + x, box.low[1] + y), packed[y * pitch() + x]);
    }
    TARN_HD void operator()(int x, int y, int z) const requires(Dim == 3) {
        move(*plane.at(box.low[0] + x, box.low[1] + y, box.low[2] + z),
             packed[(std::ptrdiff_t(z) * box.size.n[1] + y) * pitch() + x]);
    }

private:
    using Element = typename Plane::Element;
    TARN_HD std::ptrdiff_t pitch() const { return box.size.n[0]; }
    TARN_HD void move(Element& cell, Element& number) const {
        if (is_unpacking)
            cell = number;
        else
            number = cell;
    }
};

/// Carries messages between the blocks of one process. Memory is made once, at the start.
template <int Dim>
class LocalHaloExchange {
public:
    /// One message, seen from the block that packs or unpacks it.
    struct Message {
        int block;                 ///< its number
        Direction<Dim> direction;  ///< to where the message goes
        Box<Dim> box;              ///< cells of this block
    };

    /// `bytes_of(message)`: how many bytes pack it.
    template <class BytesOf>
    LocalHaloExchange(const Cut<Dim>& cut, BytesOf&& bytes_of) {
        using Way = Direction<Dim>;
        const int ghosts = cut.ghosts();
        for (int from = 0; from < cut.count(); ++from)
            for (int k = 0; k < Way::kCount; ++k) {
                const Way way = Way::of(k), back = Way::of(Way::opposite(k));
                const int to = k == Way::kCount / 2 ? -1 : cut.neighbour(from, way);
                if (to < 0) continue;
                const Message out = {from, way, sent(cut.block(from), way, ghosts)};
                const std::size_t bytes = bytes_of(out);
                if (bytes == 0) continue;
                const Message in = {to, way, received(cut.block(to), back, ghosts)};
                letters_.push_back({out, in, std::vector<std::byte>(bytes)});
            }
    }

    /// `pack(message, bytes)` for all of them, then `unpack(message, bytes)`.
    template <class Pack, class Unpack>
    void run(Pack&& pack, Unpack&& unpack) {
        for (Letter& letter : letters_) pack(letter.out, std::span<std::byte>(letter.bytes));
        for (const Letter& letter : letters_)
            unpack(letter.in, std::span<const std::byte>(letter.bytes));
    }

private:
    struct Letter {
        Message out, in;
        std::vector<std::byte> bytes;
    };
    std::vector<Letter> letters_;
};

}  // namespace tarn::exec
