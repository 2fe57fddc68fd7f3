// Picks the loops of an instruction set.
#include "exec/isa_dispatch.hpp"
#include "solver/shallow/fv/cpu/rows.hpp"
#include "solver/shallow/fv/hull/tile_sweep.hpp"

namespace tarn::shallow::fv::cpu {

TARN_PER_ISA(template <class T> Loops<T> choose_loops();)

template <class T>
Loops<T> loops_for(Isa isa) {
    return TARN_PICK(isa, choose_loops<T>)();
}

template Loops<float> loops_for(Isa);
template Loops<double> loops_for(Isa);

}  // namespace tarn::shallow::fv::cpu

namespace tarn::shallow::fv::hull {

TARN_PER_ISA(template <class T> TileSweep<T> choose_tile_sweep();)

template <class T>
TileSweep<T> tile_sweep_for(Isa isa) {
    return TARN_PICK(isa, choose_tile_sweep<T>)();
}

template TileSweep<float> tile_sweep_for(Isa);
template TileSweep<double> tile_sweep_for(Isa);

}  // namespace tarn::shallow::fv::hull
