// Water cut into blocks, each a solver of its own, all in one process: what several machines would
// do, with their messages in memory.
#pragma once

#include "exec/halo.hpp"
#include "solver/shallow/solver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

namespace tarn::shallow {

class BlocksOfWater {
public:
    using Make = std::function<Result<std::unique_ptr<Solver>>(const SolverDesc&)>;

    struct Cuts {
        int along_x = 1, along_y = 1;
        int ghosts = 1;              ///< at least the cells that a step looks around, times
        int steps_per_exchange = 1;  ///< this
    };

    BlocksOfWater(const SolverDesc& whole, const Cuts& cuts, const Make& make)
        : whole_(whole), cuts_(cuts), cut_(cut_of(whole, cuts)) {
        for (int k = 0; k < cut_.count(); ++k) {
            auto made = make_block(cut_.block(k), make);
            if (!made) ADD_FAILURE() << made.error().message;
            blocks_.push_back(std::move(made.value()));
        }
        halo_ = std::make_unique<exec::LocalHaloExchange<2>>(cut_, [&](const Message& m) {
            return blocks_[std::size_t(m.block)]->packed_bytes(area_of(m));
        });
    }

    /// Ghost cells are right before the first step and after the last. `drives` are what edges are
    /// given, by step, or empty.
    void step(int count, std::span<const std::array<DriveValue, 4>> drives = {}) {
        for (int done = 0; done < count;) {
            const int steps = std::min(count - done, cuts_.steps_per_exchange);
            const RunDesc run = {
                .steps = steps,
                .drives = drives.subspan(std::min(std::size_t(done), drives.size()))};
            for (auto& block : blocks_) ASSERT_EQ(block->run(run).steps, steps);
            exchange();
            done += steps;
        }
    }
    void set_step(double step_s) {
        for (auto& block : blocks_) block->set_step(step_s);
    }
    /// Of all blocks together.
    double max_step_s() const {
        double least = HUGE_VAL;
        for (const auto& block : blocks_) least = std::min(least, block->max_step_s().value());
        return least;
    }

    /// That all blocks have taken.
    std::size_t bytes() const {
        std::size_t sum = 0;
        for (const auto& block : blocks_) {
            const MemoryReport memory = block->memory();
            sum += memory.state_bytes + memory.mask_bytes + memory.other_bytes;
        }
        return sum;
    }

    std::uint64_t checksum() const {
        std::uint64_t sum = 0;
        for (int k = 0; k < cut_.count(); ++k)
            sum += blocks_[std::size_t(k)]->checksum_of(cut_.block(k));
        return sum;
    }
    Totals totals() const {
        std::vector<WaterTotals> all(std::size_t(exec::Tiles<2>{extent()}.count()));
        for (int k = 0; k < cut_.count(); ++k) {
            const std::vector<WaterTotals> own =
                blocks_[std::size_t(k)]->tile_totals(cut_.block(k));
            exec::place_tiles<WaterTotals>(cut_.block(k), own, all);
        }
        return exec::join_list<WaterTotals>(all).of_cells(whole_.cell_m);
    }
    std::vector<float> field(Field field) const {
        std::vector<float> all(extent().count());
        for (int k = 0; k < cut_.count(); ++k) {
            const exec::Block2 block = cut_.block(k);
            blocks_[std::size_t(k)]->start_fields(0, bit_of(field));
            const float* const own = blocks_[std::size_t(k)]->field(0, field);
            for (int y = 0; y < block.cells.n[1]; ++y)
                std::copy_n(own + local_index(block, 0, y), block.cells.n[0],
                            all.begin() + (block.first[1] + y) * whole_.nx + block.first[0]);
        }
        return all;
    }

private:
    using Message = exec::LocalHaloExchange<2>::Message;

    exec::Extent2 extent() const { return {{whole_.nx, whole_.ny}}; }

    /// An axis in one piece keeps its periodic edges; of one that is cut, blocks see each other.
    static exec::Cut<2> cut_of(const SolverDesc& d, const Cuts& cuts) {
        auto cut = exec::Cut<2>::of(
            {.cells = {{d.nx, d.ny}},
             .parts = {cuts.along_x, cuts.along_y},
             .wraps = {cuts.along_x > 1 && d.edges[int(Edge::West)] == Boundary::Periodic,
                       cuts.along_y > 1 && d.edges[int(Edge::South)] == Boundary::Periodic},
             .ghosts = cuts.ghosts});
        if (!cut) ADD_FAILURE() << cut.error().message;
        return cut.value();
    }

    /// The start of a block's cells, ghost cells too. Beyond those stands a wall: what it does to
    /// them is forgotten with the next exchange.
    Result<std::unique_ptr<Solver>> make_block(const exec::Block2& block, const Make& make) const {
        SolverDesc d = whole_;
        d.whole = &whole_;
        d.nx = block.with_ghosts().n[0];
        d.ny = block.with_ghosts().n[1];
        for (int axis = 0; axis < 2; ++axis) {
            if (block.before[axis] > 0) put_wall(d, std::size_t(2 * axis));
            if (block.after[axis] > 0) put_wall(d, std::size_t(2 * axis + 1));
            // Parts of the edges across the axis count from the first cell of the block.
            for (const int side : {0, 1}) {
                EdgeSpan& span = d.spans[std::size_t(2 * (1 - axis) + side)];
                span.begin -= block.first[axis] - block.before[axis];
                span.end -= block.first[axis] - block.before[axis];
            }
        }
        std::vector<double> depth = part_of(block, whole_.depth_m, 1);
        std::vector<double> bed = part_of(block, whole_.bed_m, 1);
        std::vector<float> velocity = part_of(block, whole_.velocity_m_per_s, 2);
        std::vector<std::uint8_t> solid = part_of(block, whole_.solid, 1);
        d.depth_m = depth;
        d.bed_m = bed;
        d.velocity_m_per_s = velocity;
        d.solid = solid;
        return make(d);
    }
    static void put_wall(SolverDesc& d, std::size_t edge) {
        d.edges[edge] = Boundary::Wall;
        d.drives[edge] = Drive::None;
        d.zone_cells[edge] = 0;
        d.outfalls[edge] = {};
    }
    template <class T>
    std::vector<T> part_of(const exec::Block2& block, std::span<const T> all, int numbers) const {
        std::vector<T> part;
        if (all.empty()) return part;
        const exec::Extent2 size = block.with_ghosts();
        for (int y = 0; y < size.n[1]; ++y)
            for (int x = 0; x < size.n[0]; ++x) {
                const int i = (block.first[0] - block.before[0] + x + whole_.nx) % whole_.nx;
                const int j = (block.first[1] - block.before[1] + y + whole_.ny) % whole_.ny;
                const auto cell = all.begin() + (std::ptrdiff_t(j) * whole_.nx + i) * numbers;
                part.insert(part.end(), cell, cell + numbers);
            }
        return part;
    }

    static std::ptrdiff_t local_index(const exec::Block2& block, int x, int y) {
        return std::ptrdiff_t(block.before[1] + y) * block.with_ghosts().n[0] + block.before[0] + x;
    }
    /// In the cells of the block's solver.
    CellArea area_of(const Message& m) const {
        const exec::Block2 block = cut_.block(m.block);
        return {block.before[0] + m.box.low[0], block.before[1] + m.box.low[1], m.box.size.n[0],
                m.box.size.n[1]};
    }
    void exchange() {
        halo_->run(
            [&](const Message& m, std::span<std::byte> bytes) {
                blocks_[std::size_t(m.block)]->pack(area_of(m), bytes);
            },
            [&](const Message& m, std::span<const std::byte> bytes) {
                blocks_[std::size_t(m.block)]->unpack(area_of(m), bytes);
            });
    }

    SolverDesc whole_;
    Cuts cuts_;
    exec::Cut<2> cut_;
    std::vector<std::unique_ptr<Solver>> blocks_;
    std::unique_ptr<exec::LocalHaloExchange<2>> halo_;
};

}  // namespace tarn::shallow
