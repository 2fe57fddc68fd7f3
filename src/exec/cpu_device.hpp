// The CPU as a device: tasks over cells, written once for all backends, run on a thread pool. Its
// counterpart for GPUs is exec/cuda/cuda_device.cuh, with the same members.
#pragma once

#include "exec/array.hpp"
#include "exec/ordered.hpp"
#include "exec/prefix_sums.hpp"
#include "exec/thread_pool.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace tarn::exec {

class CpuDevice {
public:
    /// What a task wrote can be read as soon as it is done.
    static constexpr bool kIsHost = true;

    template <class T>
    using Array = exec::Array<T>;

    /// `pool` must outlive the device; loops are cut into `parts`.
    CpuDevice(const ThreadPool& pool, int parts) : pool_(&pool), parts_(parts) {}

    template <class T>
    Result<Array<T>> allocate(std::size_t size) const {
        return Array<T>::create(size);
    }

    template <class T>
    void upload(const T* from, std::size_t size, T* to) const {
        std::copy(from, from + size, to);
    }
    template <class T>
    void download(const T* from, std::size_t size, T* to) const {
        std::copy(from, from + size, to);
    }
    void finish_uploads() const {}
    std::optional<Error> trouble() const { return std::nullopt; }

    int parts() const { return parts_; }
    const ThreadPool& pool() const { return *pool_; }

    /// Calls `body(part, first, last)` for ranges of rows.
    template <class Body>
    void for_parts(int rows, Body&& body) const {
        pool_->run(parts_, [&](int part) {
            const RowRange range = split_rows(rows, part, parts_);
            body(part, range.first, range.last);
        });
    }
    /// Calls `body(first, last)` for ranges of rows.
    template <class Body>
    void for_row_ranges(int rows, Body&& body) const {
        for_parts(rows, [&](int, int first, int last) { body(first, last); });
    }

    /// The same in pieces that threads take in turn: where some rows have more to do than others,
    /// such as those near the floor of a box with water in it, no thread gets all of them.
    template <class Body>
    void for_pieces(int rows, Body&& body) const {
        constexpr int kPiecesPerThread = 8;
        const int pieces = parts_ > 1 ? std::min(kPiecesPerThread * parts_, rows) : 1;
        pool_->run(pieces, [&](int piece) {
            const RowRange range = split_rows(rows, piece, pieces);
            body(range.first, range.last);
        });
    }

    /// Calls `task(x, y)` for every cell of two dimensions, `task(x, y, z)` of three.
    template <class Task>
    void for_cells(const Extent2& cells, const Task& task) const {
        for_row_ranges(cells.n[1], [&](int first, int last) {
            for (int y = first; y < last; ++y)
                for (int x = 0; x < cells.n[0]; ++x) task(x, y);
        });
    }
    template <class Task>
    void for_cells(const Extent3& cells, const Task& task) const {
        for_row_ranges(cells.n[1] * cells.n[2], [&](int first, int last) {
            for (int row = first; row < last; ++row)
                for (int x = 0; x < cells.n[0]; ++x) task(x, row % cells.n[1], row / cells.n[1]);
        });
    }

    /// The same for a part of each row: `span(y, z)` has its `begin` and `end`.
    template <class Span, class Task>
    void for_spans(const Extent3& cells, const Span& span, const Task& task) const {
        const auto run = [&](int first, int last) {
            for (int row = first; row < last; ++row) {
                const int y = row % cells.n[1], z = row / cells.n[1];
                const auto part = span(y, z);
                for (int x = part.begin; x < part.end; ++x) task(x, y, z);
            }
        };
        constexpr std::size_t kFewCells = 512;  // a second thread would cost more than it brings
        const int rows = cells.n[1] * cells.n[2];
        if (cells.count() <= kFewCells)
            run(0, rows);
        else
            for_pieces(rows, run);
    }

    /// Calls `task(k)` for every item of a short list.
    template <class Task>
    void for_items(int count, const Task& task) const {
        for (int k = 0; k < count; ++k) task(k);
    }

    /// The same for a long list, which the threads share.
    template <class Task>
    void for_many(int count, const Task& task) const {
        constexpr int kFewItems = 512;  // a second thread would cost more than it brings
        if (count < kFewItems) return for_items(count, task);
        for_row_ranges(count, [&](int first, int last) {
            for (int k = first; k < last; ++k) task(k);
        });
    }
    /// Prefix sums: `sums[k]` becomes the sum of the first k counts, for k up to and including
    /// `size`. `room` has `block_sums_of(size)` numbers.
    void sum_up(const std::int32_t* counts, int size, std::int64_t* sums,
                std::int64_t* /*room*/) const {
        std::int64_t sum = 0;
        for (int k = 0; k < size; ++k) {
            sums[k] = sum;
            sum += counts[k];
        }
        sums[size] = sum;
    }

    /// The task of all cells joined tile by tile, in the order of exec/ordered.hpp.
    template <Joinable R, int Dim, class Task>
    std::vector<R> join_tiles(const Extent<Dim>& cells, const Task& task) const {
        const Tiles<Dim> tiles = {cells};
        std::vector<R> list(std::size_t(tiles.count()), R{});
        for_pieces(tiles.count(), [&](int first, int last) {
            R lanes[kLanes];
            for (int tile = first; tile < last; ++tile)
                list[std::size_t(tile)] = join_tile(tiles, tile, lanes, task);
        });
        return list;
    }
    /// The same, with all tiles joined too.
    template <Joinable R, int Dim, class Task>
    R join_cells(const Extent<Dim>& cells, const Task& task) const {
        const std::vector<R> tiles = join_tiles<R>(cells, task);
        return join_list(std::span<const R>(tiles));
    }

private:
    const ThreadPool* pool_;
    int parts_;
};

}  // namespace tarn::exec
