// TARN_API marks what the shared libraries offer to C++.
#pragma once

#if defined(__GNUC__)
#define TARN_API __attribute__((visibility("default")))
#else
#define TARN_API
#endif
