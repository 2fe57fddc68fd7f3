// Functions that are compiled once per instruction set (tarn_isa_sources in cmake/options.cmake),
// each set in a namespace of its own: how to declare all of them and to pick one.
#pragma once

#include <tarn/types.hpp>

// TARN_PER_ISA(declaration): declares it for every set of this build.
// TARN_PICK(isa, name): the function or template instance of that name for an instruction set.
#if defined(TARN_X86)
#define TARN_PER_ISA(...)  \
    namespace isa_base {   \
    __VA_ARGS__            \
    }                      \
    namespace isa_avx2 {   \
    __VA_ARGS__            \
    }                      \
    namespace isa_avx512 { \
    __VA_ARGS__            \
    }
#define TARN_PICK(isa, ...)                                \
    ((isa) == tarn::Isa::Avx512 ? &isa_avx512::__VA_ARGS__ \
     : (isa) == tarn::Isa::Avx2 ? &isa_avx2::__VA_ARGS__   \
                                : &isa_base::__VA_ARGS__)
#else
// One set alone. The two branches are alike: a conditional expression tells which overload is
// meant.
#define TARN_PER_ISA(...) \
    namespace isa_base {  \
    __VA_ARGS__           \
    }
#define TARN_PICK(isa, ...) \
    ((isa) == tarn::Isa::Base ? &isa_base::__VA_ARGS__ : &isa_base::__VA_ARGS__)
#endif
