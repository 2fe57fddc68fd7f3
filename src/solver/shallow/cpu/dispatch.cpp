// Picks the row loop of an instruction set. Which sets are in the build is CMake's choice.
#include "solver/shallow/cpu/rows.hpp"

#include <type_traits>

namespace tarn::shallow::cpu {

// clang-format off
#define TARN_DECLARE_ROWS(isa)                            \
    namespace isa {                                       \
    StepRows<float> choose_float(const RowsChoice&);      \
    StepRows<double> choose_double(const RowsChoice&);    \
    }
// clang-format on

TARN_DECLARE_ROWS(isa_base)
#if defined(TARN_X86)
TARN_DECLARE_ROWS(isa_avx2)
TARN_DECLARE_ROWS(isa_avx512)
#endif

namespace {

template <class T, class Float, class Double>
StepRows<T> pick(Float choose_float, Double choose_double, const RowsChoice& choice) {
    if constexpr (std::is_same_v<T, float>)
        return choose_float(choice);
    else
        return choose_double(choice);
}

}  // namespace

template <class T>
StepRows<T> step_rows_for(Isa isa, const RowsChoice& choice) {
#if defined(TARN_X86)
    if (isa == Isa::Avx512)
        return pick<T>(isa_avx512::choose_float, isa_avx512::choose_double, choice);
    if (isa == Isa::Avx2) return pick<T>(isa_avx2::choose_float, isa_avx2::choose_double, choice);
#endif
    (void)isa;
    return pick<T>(isa_base::choose_float, isa_base::choose_double, choice);
}

template StepRows<float> step_rows_for<float>(Isa, const RowsChoice&);
template StepRows<double> step_rows_for<double>(Isa, const RowsChoice&);

}  // namespace tarn::shallow::cpu
