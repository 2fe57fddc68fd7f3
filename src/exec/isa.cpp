#include "exec/isa.hpp"

namespace tarn::exec {

bool has_isa(Isa isa) {
#if defined(TARN_X86)
    switch (isa) {
        case Isa::Avx512:
            return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                   __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                   __builtin_cpu_supports("avx512vl");
        case Isa::Avx2:
            return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
                   __builtin_cpu_supports("fma");
        case Isa::Auto:
        case Isa::Base:
            return true;
    }
    return false;
#else
    return isa == Isa::Auto || isa == Isa::Base;
#endif
}

Isa best_isa() {
#if !defined(TARN_TAKES_BASE)
    for (const Isa isa : {Isa::Avx512, Isa::Avx2})
        if (has_isa(isa)) return isa;
#endif
    return Isa::Base;
}

const char* name_of(Isa isa) {
    switch (isa) {
        case Isa::Auto:
            return "auto";
        case Isa::Base:
            return "base";
        case Isa::Avx2:
            return "avx2";
        case Isa::Avx512:
            return "avx512";
    }
    return "auto";
}

}  // namespace tarn::exec
