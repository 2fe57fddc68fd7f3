// Picks the loops of an instruction set.
#include "exec/isa_dispatch.hpp"
#include "solver/shallow/d2q9/cpu/rows.hpp"

namespace tarn::shallow::d2q9::cpu {

TARN_PER_ISA(template <class S> Loops<S> choose_loops(const LoopsChoice&);
             template <class S> Loops<S> choose_bed_loops(const LoopsChoice&);)

template <class S>
Loops<S> loops_for(Isa isa, const LoopsChoice& choice) {
    constexpr int kWidestRegisterBytes = 64;
    if (choice.nx < kWidestRegisterBytes / int(sizeof(typename S::Number))) isa = Isa::Base;
    return choice.has_bed ? TARN_PICK(isa, choose_bed_loops<S>)(choice)
                          : TARN_PICK(isa, choose_loops<S>)(choice);
}

template Loops<Full<float>> loops_for(Isa, const LoopsChoice&);
template Loops<Full<double>> loops_for(Isa, const LoopsChoice&);
template Loops<Halved> loops_for(Isa, const LoopsChoice&);

}  // namespace tarn::shallow::d2q9::cpu
