// Steps all cells on the threads of a pool. Its counterpart for GPUs is cuda/stepper.cuh, with the
// same members.
#pragma once

#include "exec/cpu_device.hpp"
#include "solver/volume/cpu/surface_rows.hpp"
#include "solver/volume/hull/coupler.hpp"
#include "solver/volume/taps.hpp"
#include "solver/volume/tasks.hpp"

#include <optional>
#include <vector>

namespace tarn::volume::cpu {

template <class S>
class Stepper {
public:
    static constexpr bool kIsOnGpu = false;
    static constexpr int kLineBytes = 64;
    using Device = exec::CpuDevice;
    using Number = typename S::Number;

    struct Desc {
        Isa isa;
        Grid grid;
        bool has_surface, has_images;
        const Site* images;  ///< ghost cells that show others
        int image_count;
        const Site* ports;  ///< cells beside inflows and outflows
        int port_count;
        Sides<Number> sides;
    };

    /// `pool` must outlive the stepper.
    Stepper(const exec::ThreadPool& pool, exec::Extent3 cells);

    const Device& device() const { return device_; }
    Result<void> prepare(const Desc& desc, const std::uint8_t* types);
    /// A place where a tap may act.
    void keep_near(const TapCell& cell) {
        segments_->keep_listed(cell.z * desc_.grid.ny + cell.y, cell.x / Segments::kCells);
    }

    /// Bodies float in the water from now on; `types` are those without them.
    void add_hulls(exchange::Hulls& hulls, const Units& units, const std::uint8_t* types,
                   const View<S>& view);
    /// More of them at the end of the list.
    void add_more_hulls(const View<S>& view, const Sides<Number>& sides);
    HullCoupler<S>* hulls() { return hulls_ ? &*hulls_ : nullptr; }
    const HullCoupler<S>* hulls() const { return hulls_ ? &*hulls_ : nullptr; }

    /// Cells were changed by something that is not a step.
    void all_changed() {
        if (segments_) segments_->reset();
    }
    void begin();
    /// One step; false if a cell is not well after it: then the state before it is still there.
    bool step(const View<S>& view, const Sides<Number>& sides, const Taps<Number>& taps);
    /// How many of `steps` were good.
    int finish(int steps) const { return steps; }
    Through through() const { return through_; }
    std::int64_t limited_cells() const { return limited_cells_; }
    std::size_t bytes() const {
        return links_.capacity() * sizeof(SolidLinks::Link) +
               row_begin_.capacity() * sizeof(std::int64_t) + (segments_ ? segments_->bytes() : 0) +
               (hulls_ ? hulls_->bytes() : 0);
    }

private:
    template <class Body>
    void for_pieces(Body&& body) const;
    template <class Task>
    void for_images(const Task& task) const;
    void collect_links(const std::uint8_t* types);
    void cover_hulls(const View<S>& view, const Sides<Number>& sides);

    Device device_;
    const exec::ThreadPool* pool_;
    Desc desc_ = {};
    Loops<S> loops_ = {};
    std::optional<Segments> segments_;
    std::optional<HullCoupler<S>> hulls_;
    int rows_ = 0, pieces_ = 1;
    std::vector<RowReport> reports_;
    std::vector<SolidLinks::Link> links_;
    std::vector<std::int64_t> row_begin_;
    std::vector<double> port_mass_;
    Through through_;
    std::int64_t limited_cells_ = 0;
};

}  // namespace tarn::volume::cpu
