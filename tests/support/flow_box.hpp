// Flow in a box of three dimensions, in blocks: D3Q19 with a plain BGK collision, the shortest
// scheme on Planes and halos. Edges that do not wrap are walls with half-way bounce-back.
#pragma once

#include "base/hash.hpp"
#include "exec/cpu_device.hpp"
#include "exec/halo.hpp"
#include "lattice/d3q19.hpp"
#include "lattice/planes.hpp"

#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace tarn {

template <class S>
class FlowBox {
    using L = lattice::D3Q19;
    using T = typename S::Number;
    using Planes = lattice::Planes<L, S>;
    using Cell = lattice::Populations<L, T>;
    using Message = typename exec::LocalHaloExchange<3>::Message;

public:
    /// Ghost cells are those of the planes: one layer.
    explicit FlowBox(const exec::Cut<3>::Desc& desc)
        : cut_(exec::Cut<3>::of(desc).value()), halo_(cut_, [](const Message& m) {
              std::size_t count = 0;
              for (int i = 1; i < L::q; ++i)
                  if (lattice::crosses<L>(i, m.direction.along)) count += m.box.count();
              return count * sizeof(typename S::Moving);
          }) {
        for (int k = 0; k < cut_.count(); ++k) {
            Piece piece = {cut_.block(k), {}, {}};
            const auto grid = Planes::Grid::of(piece.block.cells, 16);
            for (int copy = 0; copy < 2; ++copy) {
                auto memory = exec::Array<std::byte>::create(Planes::bytes(grid));
                piece.memory[copy] = std::move(memory.value());
                piece.planes[copy] = Planes::over(piece.memory[copy].data(), grid);
            }
            pieces_.push_back(std::move(piece));
            fill(pieces_.back());
        }
    }

    void step(int count) {
        for (int k = 0; k < count; ++k) {
            exchange();
            for (Piece& piece : pieces_) {
                device_.for_cells(piece.block.cells,
                                  Step{piece.block, piece.planes[0], piece.planes[1], T(1.6)});
                std::swap(piece.planes[0], piece.planes[1]);
            }
        }
    }

    std::uint64_t checksum() const {
        std::uint64_t sum = 0;
        for (const Piece& piece : pieces_)
            for_own(piece, [&](int place, const Cell& cell) {
                for (int i = 0; i < L::q; ++i)
                    sum += hashed_word(std::uint64_t(place) * L::q + std::uint64_t(i),
                                       __builtin_bit_cast(Word, cell.f[i]));
            });
        return sum;
    }
    double mass() const {
        std::vector<exec::Sum> all(std::size_t(exec::Tiles<3>{pieces_[0].block.whole}.count()));
        for (const Piece& piece : pieces_) {
            const auto tiles =
                device_.template join_tiles<exec::Sum>(piece.block.cells, Mass{piece.planes[0]});
            exec::place_tiles<exec::Sum>(piece.block, tiles, all);
        }
        return exec::join_list<exec::Sum>(all).value;
    }
    /// Populations of all cells of the whole grid.
    std::vector<Cell> cells() const {
        std::vector<Cell> all(pieces_[0].block.whole.count());
        for (const Piece& piece : pieces_)
            for_own(piece, [&](int place, const Cell& cell) { all[std::size_t(place)] = cell; });
        return all;
    }

private:
    using Word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    struct Piece {
        exec::Block<3> block;
        exec::Array<std::byte> memory[2];
        Planes planes[2];  ///< the first is the state
    };

    static Cell equilibrium(T rho, const T (&u)[3]) {
        Cell eq;
        unrolled<L::q>([&](auto index) {
            constexpr int i = decltype(index)::value;
            const T cu = T(L::c(i, 0)) * u[0] + T(L::c(i, 1)) * u[1] + T(L::c(i, 2)) * u[2];
            const T uu = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
            eq.f[i] = T(L::weight(i)) * rho * (T(1) + T(3) * cu + T(4.5) * cu * cu - T(1.5) * uu);
        });
        return eq;
    }

    struct Step {
        exec::Block<3> block;
        Planes from, to;
        T omega;

        void operator()(int x, int y, int z) const {
            const int at[3] = {x, y, z};
            for (int i = 1; i < L::q; ++i)
                if (is_from_wall(i, at))
                    *from.arriving_at(i, x, y, z) = *from.at(lattice::opposite(i), x, y, z);
            Cell cell = from.template load_arriving<T>(x, y, z);
            T rho = 0, u[3] = {};
            for (int i = 0; i < L::q; ++i) {
                rho += cell.f[i];
                for (int axis = 0; axis < 3; ++axis) u[axis] += T(L::c(i, axis)) * cell.f[i];
            }
            for (T& component : u) component /= rho;
            const Cell eq = equilibrium(rho, u);
            for (int i = 0; i < L::q; ++i) cell.f[i] += omega * (eq.f[i] - cell.f[i]);
            to.store_cell(cell, x, y, z);
        }
        /// Beyond an edge of the block that is no border between blocks.
        bool is_from_wall(int i, const int (&at)[3]) const {
            for (int axis = 0; axis < 3; ++axis) {
                const int source = at[axis] - L::c(i, axis);
                if ((source < 0 && block.before[axis] == 0) ||
                    (source == block.cells.n[axis] && block.after[axis] == 0))
                    return true;
            }
            return false;
        }
    };
    struct Mass {
        Planes planes;
        exec::Sum operator()(int x, int y, int z) const {
            const Cell cell = planes.template load_cell<T>(x, y, z);
            exec::Sum sum;
            for (const T f : cell.f) sum.value += double(f);
            return sum;
        }
    };

    /// Waves and a current that know no symmetry.
    void fill(const Piece& piece) const {
        const exec::Block<3>& b = piece.block;
        device_.for_cells(b.cells, [&](int x, int y, int z) {
            const double i = b.first[0] + x, j = b.first[1] + y, k = b.first[2] + z;
            const T u[3] = {T(0.05 * std::sin(0.1 * i + j)), T(0.04 * std::cos(0.7 * k - 0.2 * i)),
                            T(0.03 * std::sin(j + 0.3 * k))};
            piece.planes[0].store_cell(equilibrium(T(1.0 + 0.02 * std::sin(0.3 * i * j)), u), x, y,
                                       z);
        });
    }

    void exchange() {
        halo_.run(
            [&](const Message& m, std::span<std::byte> bytes) { move(m, bytes.data(), false); },
            [&](const Message& m, std::span<const std::byte> bytes) {
                move(m, const_cast<std::byte*>(bytes.data()), true);
            });
    }
    void move(const Message& m, std::byte* bytes, bool is_unpacking) const {
        auto* numbers = reinterpret_cast<typename S::Moving*>(bytes);
        const Planes& planes = pieces_[std::size_t(m.block)].planes[0];
        unrolled<L::q - 1>([&](auto index) {
            constexpr int i = decltype(index)::value + 1;
            if (!lattice::crosses<L>(i, m.direction.along)) return;
            using Plane = lattice::Plane<L, S, i>;
            device_.for_cells(m.box.size,
                              exec::PackBox<Plane, 3>{{planes}, m.box, numbers, is_unpacking});
            numbers += m.box.count();
        });
    }

    template <class Body>
    void for_own(const Piece& piece, Body&& body) const {
        const exec::Block<3>& b = piece.block;
        device_.for_cells(b.cells, [&](int x, int y, int z) {
            const int place =
                ((b.first[2] + z) * b.whole.n[1] + b.first[1] + y) * b.whole.n[0] + b.first[0] + x;
            body(place, piece.planes[0].template load_cell<T>(x, y, z));
        });
    }

    exec::ThreadPool pool_{1};
    exec::CpuDevice device_{pool_, 1};
    exec::Cut<3> cut_;
    std::vector<Piece> pieces_;
    exec::LocalHaloExchange<3> halo_;
};

}  // namespace tarn
