// Compiled once per instruction set, with TARN_ISA naming it.
#include "exec/pack.hpp"

namespace tarn::exec {
inline namespace TARN_ISA {

void triad(float* a, const float* b, const float* c, std::size_t first, std::size_t last) {
    using Line = Pack<float, 16>;
    const Line scale(1.1f);
    for (std::size_t k = first; k < last; k += 16) {
        alignas(64) float line[16];
        (Line::load(b + k) + scale * Line::load(c + k)).store(line);
        stream_line(line, a + k);
    }
    stream_fence();
}

}  // namespace TARN_ISA
}  // namespace tarn::exec
