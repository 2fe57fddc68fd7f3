#include "solver/shallow/d2q9.hpp"

#include "base/system.hpp"
#include "exec/isa.hpp"
#include "solver/shallow/forces.hpp"

#include <atomic>

namespace tarn::shallow {
namespace {

// Below this a second thread costs more than it brings.
constexpr std::size_t kSmallGridCells = 4096;

}  // namespace

template <class T>
D2q9<T>::D2q9(const SolverDesc& desc, const exec::ThreadPool& pool)
    : pool_(pool),
      grid_(Grid::of(desc.nx, desc.ny)),
      units_{desc.cell_m, desc.reference_depth_m, desc.step_s},
      viscosity_(desc.viscosity),
      gravity_m_per_s2_(desc.gravity_m_per_s2),
      manning_s_per_m13_(desc.manning_s_per_m13),
      wind_m_per_s_(desc.wind_m_per_s),
      collision_(desc.collision),
      isa_(desc.isa == Isa::Auto ? exec::best_isa() : desc.isa),
      parts_(grid_.cell_count() < kSmallGridCells ? 1 : std::min(pool.thread_count(), desc.ny)),
      edges_(desc.edges),
      row_inflow_(std::size_t(desc.ny)) {}

template <class T>
Result<std::unique_ptr<Solver>> D2q9<T>::create(const SolverDesc& desc,
                                                const exec::ThreadPool& pool) {
    std::unique_ptr<D2q9> solver(new D2q9(desc, pool));
    if (const Result<void> got = solver->allocate(desc); !got) return got.error();
    solver->update_constants();
    solver->list_solid_links();
    solver->choose_rows();
    solver->set_far_fields(desc);
    solver->fill(desc);
    return std::unique_ptr<Solver>(std::move(solver));
}

template <class T>
Result<void> D2q9<T>::allocate(const SolverDesc& desc) {
    for (exec::Array<T>& copy : populations_) {
        auto array = exec::Array<T>::create(std::size_t(grid_.plane) * D2Q9::q + kCopyShift);
        if (!array) return array.error();
        copy = std::move(array.value());
    }
    const bool has_forces =
        manning_s_per_m13_ > 0.0 || wind_m_per_s_.x != 0.0 || wind_m_per_s_.y != 0.0;
    if (desc.solid.empty() && !has_forces) return {};
    auto mask = exec::Array<std::uint8_t>::create(grid_.cell_count());
    if (!mask) return mask.error();
    solid_ = std::move(mask.value());
    std::copy(desc.solid.begin(), desc.solid.end(), solid_.data());
    return {};
}

template <class T>
void D2q9<T>::list_solid_links() {
    if (!solid_.data()) return;
    link_rows_.assign(std::size_t(grid_.ny) + 1, 0);
    for (int y = 0; y < grid_.ny; ++y) {
        for (int x = 0; x < grid_.nx; ++x)
            for (int i = 1; i < D2Q9::q && !is_solid(x, y); ++i) {
                const int sx = x - D2Q9::c(i, 0), sy = y - D2Q9::c(i, 1);
                const Beyond edge = beyond_edges(grid_, sx, sy);
                if (edge.edge_x < 0 && edge.edge_y < 0 && is_solid(sx, sy))
                    links_.push_back({x, i});
            }
        link_rows_[std::size_t(y) + 1] = std::int64_t(links_.size());
    }
}

template <class T>
void D2q9<T>::choose_rows() {
    step_rows_ = cpu::step_rows_for<T>(
        isa_,
        {.collision = collision_,
         .streams = populations_[0].bytes() + populations_[1].bytes() > last_level_cache_bytes(),
         .has_solids_or_forces = solid_.data() != nullptr});
}

template <class T>
void D2q9<T>::update_constants() {
    constants_.gravity = T(units_.gravity_lu(gravity_m_per_s2_));
    constants_.tau = viscosity_.tau_for(units_);
    constants_.forces =
        lattice_forces<T>(units_, {gravity_m_per_s2_, manning_s_per_m13_, wind_m_per_s_});
}

/// The far field beyond an edge is the mean of what stood along it at the start.
template <class T>
void D2q9<T>::set_far_fields(const SolverDesc& desc) {
    for (int e = 0; e < 4; ++e) {
        const bool is_x = e < 2;
        const bool is_high = e == int(Edge::East) || e == int(Edge::North);
        const int length = is_x ? grid_.ny : grid_.nx;
        double depth = 0.0, normal = 0.0, along = 0.0;
        int wet = 0;
        for (int k = 0; k < length; ++k) {
            const int x = is_x ? (is_high ? grid_.nx - 1 : 0) : k;
            const int y = is_x ? k : (is_high ? grid_.ny - 1 : 0);
            if (is_solid(x, y)) continue;
            const std::size_t n = std::size_t(y) * std::size_t(grid_.nx) + std::size_t(x);
            ++wet;
            depth += double(desc.depth_m[n]);
            if (desc.velocity_m_per_s.empty()) continue;
            normal += double(desc.velocity_m_per_s[2 * n + (is_x ? 0 : 1)]);
            along += double(desc.velocity_m_per_s[2 * n + (is_x ? 1 : 0)]);
        }
        if (wet == 0) continue;
        far_[std::size_t(e)] = {depth / wet / units_.depth_m - 1.0,
                                (is_high ? 1.0 : -1.0) * normal / wet, along / wet};
    }
}

template <class T>
void D2q9<T>::fill(const SolverDesc& desc) {
    const double to_lattice = 1.0 / units_.speed_m_per_s();
    for_rows([&](int y) {
        for (int x = 0; x < grid_.nx; ++x) {
            if (is_solid(x, y)) continue;
            const std::size_t n = std::size_t(y) * std::size_t(grid_.nx) + std::size_t(x);
            const T deviation = T(double(desc.depth_m[n]) / units_.depth_m - 1.0);
            T u = 0, v = 0;
            if (!desc.velocity_m_per_s.empty()) {
                u = T(double(desc.velocity_m_per_s[2 * n]) * to_lattice);
                v = T(double(desc.velocity_m_per_s[2 * n + 1]) * to_lattice);
            }
            const ShallowMoments<T> m = lattice::moments_of<T>(deviation, u, v);
            store_cell(x, y,
                       lattice::to_populations<T>(lattice::equilibrium<T>(m, constants_.gravity)));
        }
    });
}

template <class T>
EdgeView<T> D2q9<T>::edge_view() const {
    EdgeView<T> view = {};
    // The step writes the halo of the copy it reads from, never its cells.
    view.populations = copy(current_);
    view.solid = solid_.data();
    view.grid = grid_;
    view.gravity = constants_.gravity;
    for (std::size_t e = 0; e < 4; ++e) {
        view.kind[e] = edges_[e];
        view.far[e] = {T(far_[e].depth_deviation),
                       T(far_[e].normal_m_per_s / units_.speed_m_per_s()),
                       T(far_[e].along_m_per_s / units_.speed_m_per_s())};
    }
    return view;
}

template <class T>
std::optional<Trouble> D2q9<T>::step() {
    const cpu::StepArgs<T> args = {
        .edges = edge_view(),
        .next = copy(1 - current_),
        .constants = constants_,
        .solid_links = {links_.empty() ? nullptr : links_.data(), link_rows_.data()},
        .row_inflow = row_inflow_.data()};
    std::atomic<bool> healthy{true};
    pool_.run(parts_, [&](int part) {
        const exec::RowRange rows = exec::split_rows(grid_.ny, part, parts_);
        if (!step_rows_(args, rows.first, rows.last)) healthy.store(false);
    });
    if (!healthy.load()) return find_trouble();
    current_ = 1 - current_;
    double inflow = 0.0;
    for (const double row : row_inflow_) inflow += row;
    last_inflow_m3_ = inflow * units_.depth_m * units_.cell_m * units_.cell_m;
    return std::nullopt;
}

template <class T>
Trouble D2q9<T>::find_trouble() const {
    const T* const from = copy(current_);
    for (int y = 0; y < grid_.ny; ++y)
        for (int x = 0; x < grid_.nx; ++x) {
            if (is_solid(x, y)) continue;
            ShallowCell<T> cell;
            for (int i = 0; i < D2Q9::q; ++i)
                cell.f[i] = from[i * grid_.plane + grid_.at(x - D2Q9::c(i, 0), y - D2Q9::c(i, 1))];
            const ShallowMoments<T> m = lattice::moments<T>(lattice::to_pairs(cell));
            if (is_healthy<T>(m)) continue;
            const char* const cause = !std::isfinite(double(m.mass)) ? "the depth is not finite"
                                      : m.mass <= T(0)               ? "the cell ran dry"
                                      : !(m.mass < T(1e6))
                                          ? "the depth grew without bound"
                                          : "the water moves faster than the lattice";
            return {x, y, cause};
        }
    return {0, 0, "a cell is not physical"};
}

template <class T>
void D2q9<T>::set_boundary(Edge edge, Boundary boundary) {
    edges_[std::size_t(edge)] = boundary;
}

template <class T>
void D2q9<T>::set_step(double step_s) {
    if (step_s == units_.step_s) return;
    const StepConstants<T> before = constants_;
    const double ratio = step_s / units_.step_s;
    units_.step_s = step_s;
    update_constants();
    // Stored stress is what a collision left over: tau - 1 times the strain, in lattice units.
    const double left_before = before.tau - 1.0, left_now = constants_.tau - 1.0;
    const bool has_stress = std::abs(left_before) > 1e-3;
    const double stress_ratio =
        has_stress ? std::clamp(ratio * left_now / left_before, -4.0, 4.0) : 0.0;
    for_rows([&](int y) {
        for (int x = 0; x < grid_.nx; ++x) {
            if (is_solid(x, y)) continue;
            ShallowCell<T> cell = load_cell(x, y);
            change_step(cell, before.gravity, constants_.gravity, T(ratio), T(stress_ratio));
            store_cell(x, y, cell);
        }
    });
}

template <class T>
void D2q9<T>::add_depth(DepthPatch& patch) {
    const double to_depth = units_.depth_m;
    for (int y = patch.y0; y < patch.y0 + patch.ny; ++y)
        for (int x = patch.x0; x < patch.x0 + patch.nx; ++x) {
            double& amount_m = patch.at(x, y);
            if (amount_m == 0.0) continue;
            if (x < 0 || y < 0 || x >= grid_.nx || y >= grid_.ny || is_solid(x, y)) {
                amount_m = 0.0;
                continue;
            }
            ShallowCell<T> cell = load_cell(x, y);
            const auto depth = [&] {
                double sum = 0.0;
                for (const T f : cell.f) sum += double(f);
                return sum;
            };
            const double before = depth();
            const double spare = std::max(0.0, 1.0 + before - kThinnest);
            const double room = std::max(0.0, kDeepest - (1.0 + before));
            shallow::add_depth(cell, T(std::clamp(amount_m / to_depth, -spare, room)),
                               constants_.gravity);
            store_cell(x, y, cell);
            amount_m = (depth() - before) * to_depth;
        }
}

template <class T>
ShallowCell<T> D2q9<T>::load_cell(int x, int y) const {
    ShallowCell<T> cell;
    const T* const from = copy(current_) + grid_.at(x, y);
    for (int i = 0; i < D2Q9::q; ++i) cell.f[i] = from[i * grid_.plane];
    return cell;
}

template <class T>
void D2q9<T>::store_cell(int x, int y, const ShallowCell<T>& cell) {
    T* const to = copy(current_) + grid_.at(x, y);
    for (int i = 0; i < D2Q9::q; ++i) to[i * grid_.plane] = cell.f[i];
}

template <class T>
bool D2q9<T>::is_solid(int i, int j) const {
    return solid_.data() && solid_.data()[std::ptrdiff_t(j) * grid_.nx + i] != 0;
}

template <class T>
CellState D2q9<T>::cell(int i, int j) const {
    if (is_solid(i, j)) return {};
    const ShallowMoments<T> m = lattice::moments<T>(lattice::to_pairs(load_cell(i, j)));
    const double speed = units_.speed_m_per_s();
    return {(1.0 + double(m.mass_deviation)) * units_.depth_m, double(m.u) * speed,
            double(m.v) * speed};
}

template class D2q9<float>;
template class D2q9<double>;

template <class T>
Result<std::unique_ptr<Solver>> make_d2q9(const SolverDesc& desc, const exec::ThreadPool& pool) {
    return D2q9<T>::create(desc, pool);
}
template Result<std::unique_ptr<Solver>> make_d2q9<float>(const SolverDesc&,
                                                          const exec::ThreadPool&);
template Result<std::unique_ptr<Solver>> make_d2q9<double>(const SolverDesc&,
                                                           const exec::ThreadPool&);

}  // namespace tarn::shallow
