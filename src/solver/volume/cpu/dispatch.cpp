// Picks the loops of an instruction set.
#include "exec/isa_dispatch.hpp"
#include "solver/volume/cpu/rows.hpp"

namespace tarn::volume::cpu {

TARN_PER_ISA(template <class S> Loops<S> choose_loops(bool);)

template <class S>
Loops<S> loops_for(Isa isa, bool has_surface) {
    return TARN_PICK(isa, choose_loops<S>)(has_surface);
}

template Loops<Full<float>> loops_for(Isa, bool);
template Loops<Full<double>> loops_for(Isa, bool);
template Loops<Halved> loops_for(Isa, bool);

}  // namespace tarn::volume::cpu
