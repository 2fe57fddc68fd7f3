// Picks the loops of an instruction set. Which sets are in the build is CMake's choice.
#include "solver/shallow/d2q9/cpu/rows.hpp"

namespace tarn::shallow::d2q9::cpu {

// clang-format off
#define TARN_DECLARE_LOOPS(isa)                      \
    namespace isa {                                  \
    template <class S>                               \
    Loops<S> choose_loops(const LoopsChoice&);       \
    template <class S>                               \
    Loops<S> choose_bed_loops(const LoopsChoice&);   \
    }
// clang-format on

TARN_DECLARE_LOOPS(isa_base)
#if defined(TARN_X86)
TARN_DECLARE_LOOPS(isa_avx2)
TARN_DECLARE_LOOPS(isa_avx512)
#endif

template <class S>
Loops<S> loops_for(Isa isa, const LoopsChoice& choice) {
#if defined(TARN_X86)
    if (isa == Isa::Avx512)
        return choice.has_bed ? isa_avx512::choose_bed_loops<S>(choice)
                              : isa_avx512::choose_loops<S>(choice);
    if (isa == Isa::Avx2)
        return choice.has_bed ? isa_avx2::choose_bed_loops<S>(choice)
                              : isa_avx2::choose_loops<S>(choice);
#endif
    (void)isa;
    return choice.has_bed ? isa_base::choose_bed_loops<S>(choice)
                          : isa_base::choose_loops<S>(choice);
}

template Loops<Full<float>> loops_for(Isa, const LoopsChoice&);
template Loops<Full<double>> loops_for(Isa, const LoopsChoice&);
template Loops<Halved> loops_for(Isa, const LoopsChoice&);

}  // namespace tarn::shallow::d2q9::cpu
