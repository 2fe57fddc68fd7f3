#include "solver/shallow/fv/cpu/stepper.hpp"

#include "exec/isa.hpp"

#include <algorithm>
#include <atomic>

namespace tarn::shallow::fv::cpu {

template <class T>
Stepper<T>::Stepper(Runner&& runner, const SolverDesc& desc, const Layout& layout)
    : runner_(std::move(runner)),
      layout_(layout),
      activity_(layout.nx, layout.ny),
      loops_(loops_for<T>(desc.isa == Isa::Auto ? exec::best_isa() : desc.isa)) {}

template <class T>
Result<void> Stepper<T>::prepare() {
    const exec::CpuDevice& device = runner_.device();
    for (int part = 0; part < device.parts(); ++part) {
        auto lines = device.allocate<T>(std::size_t(scratch_elements(layout_.nx)));
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
}

template <class T>
double* Stepper<T>::inflow(Edge edge) {
    is_open_ = true;
    return inflow_.data() + edge_begin(layout_, edge);
}

template <class T>
bool Stepper<T>::step(const Step<T>& step, int index, const std::function<bool()>& complete) {
    const exec::CpuDevice& device = runner_.device();
    device.for_row_ranges(layout_.ny,
                          [&](int first, int last) { loops_.lay_columns(step, first, last); });
    activity_.plan(step);
    std::atomic<bool> is_well{true};
    const int parts = device.parts();
    device.for_parts(parts, [&](int part, int, int) {
        const exec::RowRange rows = activity_.rows_of(part, parts);
        if (!loops_.step(step, activity_.view(), scratch_[std::size_t(part)].data(), rows.first,
                         rows.last))
            is_well.store(false);
    });
    if (!is_well.load() || (complete && !complete())) return false;
    activity_.commit();
    for (const Edge edge : {Edge::West, Edge::East, Edge::South, Edge::North})
        if (step.zones[int(edge)].cells > 0)
            runner_.visit_items(step.cells_along(edge), step.draw_zone(edge), index);
    if (is_open_) runner_.book_inflow(inflow_.data(), int(inflow_.size()), index);
    return true;
}

template <class T>
double Stepper<T>::fastest_wave_m_per_s(const CellsView<T>& cells) const {
    const exec::CpuDevice& device = runner_.device();
    std::vector<T> fastest(std::size_t(device.parts()));
    device.for_parts(layout_.ny, [&](int part, int first, int last) {
        fastest[std::size_t(part)] =
            loops_.fastest_wave(layout_, cells.water, T(cells.gravity_m_per_s2), first, last);
    });
    return double(*std::max_element(fastest.begin(), fastest.end()));
}

template <class T>
std::size_t Stepper<T>::bytes() const {
    std::size_t sum = inflow_.size() * sizeof(double) + activity_.bytes();
    for (const auto& lines : scratch_) sum += lines.bytes();
    return sum;
}

template class Stepper<float>;
template class Stepper<double>;

}  // namespace tarn::shallow::fv::cpu

namespace tarn::shallow {

Result<std::unique_ptr<Solver>> make_fv(const SolverDesc& desc, const exec::ThreadPool& pool) {
    cpu::Runner runner = cpu::Runner::on(pool, desc.nx, desc.ny);
    if (desc.precision == Precision::Double)
        return Shell<fv::Scheme<double, fv::cpu::Stepper<double>>>::create(desc, std::move(runner));
    return Shell<fv::Scheme<float, fv::cpu::Stepper<float>>>::create(desc, std::move(runner));
}

}  // namespace tarn::shallow
