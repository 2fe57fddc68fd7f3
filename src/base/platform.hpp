// The only place that asks which compiler this is. TARN_HD marks per-cell functions, which run on
// the host and on a GPU and are always inlined: their callers decide registers and instruction set.
#pragma once

#if defined(__CUDACC__)
#define TARN_HD __host__ __device__ __forceinline__
#else
#define TARN_HD inline __attribute__((always_inline))
#endif

// Caller's bugs: checked in debug and test builds, free in release.
#include <cassert>
#define TARN_ASSERT(condition) assert(condition)
