#include "half_loop.hpp"

#include "exec/pack.hpp"

namespace tarn::exec {
inline namespace TARN_ISA {

constexpr int kWidth = kRegisterBytes / int(sizeof(float));
using Wide = Pack<float, kWidth>;

static void to_floats(const Half* from, float* to, std::size_t count) {
    for (std::size_t k = 0; k < count; k += kWidth) Wide::load(from + k).store(to + k);
}

static void to_halves(const float* from, Half* to, std::size_t count) {
    for (std::size_t k = 0; k < count; k += kWidth) Wide::load(from + k).store(to + k);
}

static void as_halves(const float* from, float* to, std::size_t count) {
    for (std::size_t k = 0; k < count; k += kWidth)
        Wide::as_halves(Wide::load(from + k)).store(to + k);
}

HalfLoops half_loops() {
    return {kWidth, to_floats, to_halves, as_halves};
}

}  // namespace TARN_ISA
}  // namespace tarn::exec
