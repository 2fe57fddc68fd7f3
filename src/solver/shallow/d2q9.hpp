// The D2Q9 scheme on the CPU: two copies of the populations, one step from one to the other. The
// copy a step reads from is left as it was, so a step that goes wrong costs nothing.
#pragma once

#include "exec/array.hpp"
#include "solver/shallow/cpu/rows.hpp"
#include "solver/shallow/solver.hpp"

#include <vector>

namespace tarn::shallow {

template <class T>
class D2q9 final : public Solver {
public:
    static Result<std::unique_ptr<Solver>> create(const SolverDesc& desc,
                                                  const exec::ThreadPool& pool);

    void set_step(double step_s) override;
    const Units& units() const override { return units_; }
    double tau() const override { return constants_.tau; }
    std::optional<Trouble> step() override;
    double last_inflow_m3() const override { return last_inflow_m3_; }
    void add_depth(DepthPatch& patch) override;
    void set_boundary(Edge edge, Boundary boundary) override;
    Boundary boundary(Edge edge) const override { return edges_[std::size_t(edge)]; }
    CellState cell(int i, int j) const override;
    bool is_solid(int i, int j) const override;
    void read_fields(const FieldTargets& targets) const override;
    Totals totals() const override;
    std::uint64_t checksum() const override;
    std::string save() const override;
    bool restore(std::string_view bytes) override;
    MemoryReport memory() const override;

private:
    D2q9(const SolverDesc& desc, const exec::ThreadPool& pool);

    Result<void> allocate(const SolverDesc& desc);
    void list_solid_links();
    void set_far_fields(const SolverDesc& desc);
    void fill(const SolverDesc& desc);
    void update_constants();
    void choose_rows();
    EdgeView<T> edge_view() const;
    Trouble find_trouble() const;
    ShallowCell<T> load_cell(int x, int y) const;
    void store_cell(int x, int y, const ShallowCell<T>& cell);

    /// Calls `body(y)` for every row, split between threads.
    template <class Body>
    void for_rows(Body&& body) const {
        pool_.run(parts_, [&](int part) {
            const exec::RowRange rows = exec::split_rows(grid_.ny, part, parts_);
            for (int y = rows.first; y < rows.last; ++y) body(y);
        });
    }

    /// Equal places in the two copies must not be a multiple of 4 KiB apart: a processor compares
    /// the low address bits only when it asks whether a load depends on an earlier store.
    static constexpr std::size_t kCopyShift = 2048 / sizeof(T);
    T* copy(int k) const { return populations_[k].data() + std::size_t(k) * kCopyShift; }

    const exec::ThreadPool& pool_;
    Grid grid_;
    Units units_;
    Viscosity viscosity_;
    double gravity_m_per_s2_;
    double manning_s_per_m13_;
    Vec2 wind_m_per_s_;
    int collision_;
    Isa isa_;
    int parts_ = 1;  ///< pieces a step is split into
    std::array<Boundary, 4> edges_;
    struct Far {
        double depth_deviation = 0.0, normal_m_per_s = 0.0, along_m_per_s = 0.0;
    };
    std::array<Far, 4> far_;

    StepConstants<T> constants_ = {};
    cpu::StepRows<T> step_rows_ = nullptr;
    mutable exec::Array<T> populations_[2];  ///< mutable: edge values are laid into the halo
    int current_ = 0;
    exec::Array<std::uint8_t> solid_;
    std::vector<cpu::SolidLinks::Link> links_;
    std::vector<std::int64_t> link_rows_;
    std::vector<double> row_inflow_;
    double last_inflow_m3_ = 0.0;
};

}  // namespace tarn::shallow
