#include "solver/shallow/fv/cpu/stepper.hpp"

#include "exec/isa.hpp"

#include <algorithm>
#include <atomic>

namespace tarn::shallow::fv::cpu {
namespace {

// Below this a second thread costs more than it brings.
constexpr std::size_t kSmallGridCells = 4096;

/// Pieces that a loop over rows is cut into.
int parts_for(const SolverDesc& desc, const exec::ThreadPool& pool) {
    const std::size_t cells = std::size_t(desc.nx) * std::size_t(desc.ny);
    return cells < kSmallGridCells ? 1 : std::min(pool.thread_count(), desc.ny);
}

}  // namespace

template <class T>
Stepper<T>::Stepper(Device&& device, const SolverDesc& desc, const Layout& layout)
    : device_(std::move(device)),
      layout_(layout),
      activity_(layout.nx, layout.ny),
      loops_(loops_for<T>(desc.isa == Isa::Auto ? exec::best_isa() : desc.isa)) {}

template <class T>
Result<void> Stepper<T>::prepare() {
    for (int part = 0; part < device_.parts(); ++part) {
        auto lines = device_.allocate<T>(std::size_t(scratch_elements(layout_.nx)));
        if (!lines) return lines.error();
        scratch_.push_back(std::move(lines.value()));
    }
    inflow_.resize(2 * std::size_t(layout_.nx + layout_.ny));
    return {};
}

template <class T>
void Stepper<T>::begin() {
    // An edge that was open in the last run may be closed now.
    std::fill(inflow_.begin(), inflow_.end(), 0.0);
    is_open_ = false;
    report_ = {};
}

template <class T>
void Stepper<T>::add_water(const AddWater<T>& water, std::span<const PatchView> patches, int first,
                           int last) {
    for (int k = first; k < last; ++k) {
        const PatchView& p = patches[std::size_t(k)];
        activity_.wake({p.x0, p.y0, p.nx, p.ny});
        for (int y = p.y0; y < p.y0 + p.ny; ++y)
            for (int x = p.x0; x < p.x0 + p.nx; ++x) water.add(k, x, y);
    }
}

template <class T>
double* Stepper<T>::inflow(Edge edge) {
    const int starts[4] = {0, layout_.ny, 2 * layout_.ny, 2 * layout_.ny + layout_.nx};
    is_open_ = true;
    return inflow_.data() + starts[int(edge)];
}

template <class T>
bool Stepper<T>::step(const Step<T>& step, int) {
    device_.for_row_ranges(layout_.ny,
                           [&](int first, int last) { loops_.lay_columns(step, first, last); });
    activity_.plan(step);
    std::atomic<bool> is_well{true};
    const int parts = device_.parts();
    device_.for_parts(parts, [&](int part, int, int) {
        const exec::RowRange rows = activity_.rows_of(part, parts);
        if (!loops_.step(step, activity_.view(), scratch_[std::size_t(part)].data(), rows.first,
                         rows.last))
            is_well.store(false);
    });
    if (!is_well.load()) return false;
    activity_.commit();
    ++report_.steps;
    for (const Edge edge : {Edge::West, Edge::East, Edge::South, Edge::North})
        if (step.zones[int(edge)].cells > 0)
            device_.for_row_ranges(step.cells_along(edge), [&](int first, int last) {
                for (int k = first; k < last; ++k) step.draw_zone(edge)(k);
            });
    if (is_open_) book_inflow();
    return true;
}

template <class T>
void Stepper<T>::book_inflow() {
    Through lanes[exec::kLanes];
    const Through all = exec::join_in_order(
        int(inflow_.size()), lanes, [&](int k) { return Through::of(inflow_[std::size_t(k)]); });
    report_.came_in_m3 += all.came_in;
    report_.went_out_m3 += all.went_out;
}

template <class T>
RunReport Stepper<T>::finish(int) {
    return report_;
}

template <class T>
void Stepper<T>::start_fields(int slot, unsigned wanted, ReadFields<T> task) {
    for (int k = 0; k < kFieldCount; ++k) {
        if (!(wanted & bit_of(Field(k)))) continue;
        fields_[slot][k].resize(layout_.cell_count());
        task.to[k] = fields_[slot][k].data();
    }
    device_.for_cells(layout_.nx, layout_.ny, task);
}

template <class T>
std::size_t Stepper<T>::bytes() const {
    std::size_t sum = inflow_.size() * sizeof(double) + activity_.bytes();
    for (const auto& lines : scratch_) sum += lines.bytes();
    return sum;
}

template <class T>
std::size_t Stepper<T>::field_bytes() const {
    std::size_t count = 0;
    for (const auto& slot : fields_)
        for (const std::vector<float>& field : slot) count += field.capacity();
    return count * sizeof(float);
}

template class Stepper<float>;
template class Stepper<double>;

}  // namespace tarn::shallow::fv::cpu

namespace tarn::shallow {

Result<std::unique_ptr<Solver>> make_fv(const SolverDesc& desc, const exec::ThreadPool& pool) {
    exec::CpuDevice device(pool, fv::cpu::parts_for(desc, pool));
    if (desc.precision == Precision::Double)
        return fv::Fv<double, fv::cpu::Stepper<double>>::create(desc, std::move(device));
    return fv::Fv<float, fv::cpu::Stepper<float>>::create(desc, std::move(device));
}

}  // namespace tarn::shallow
