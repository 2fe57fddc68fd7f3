// Picks the loops of an instruction set. Which sets are in the build is CMake's choice.
#include "solver/shallow/fv/cpu/rows.hpp"

namespace tarn::shallow::fv::cpu {

// clang-format off
#define TARN_DECLARE_LOOPS(isa)     \
    namespace isa {                 \
    template <class T>              \
    Loops<T> choose_loops();        \
    }
// clang-format on

TARN_DECLARE_LOOPS(isa_base)
#if defined(TARN_X86)
TARN_DECLARE_LOOPS(isa_avx2)
TARN_DECLARE_LOOPS(isa_avx512)
#endif

template <class T>
Loops<T> loops_for(Isa isa) {
#if defined(TARN_X86)
    if (isa == Isa::Avx512) return isa_avx512::choose_loops<T>();
    if (isa == Isa::Avx2) return isa_avx2::choose_loops<T>();
#endif
    (void)isa;
    return isa_base::choose_loops<T>();
}

template Loops<float> loops_for(Isa);
template Loops<double> loops_for(Isa);

}  // namespace tarn::shallow::fv::cpu
