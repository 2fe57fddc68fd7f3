// Whether the address sanitizer watches this build. It sees what is on the heap, so memory comes
// from there then, and not from pages of our own.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define TARN_HEAP_IS_WATCHED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TARN_HEAP_IS_WATCHED 1
#endif
#endif

namespace tarn {

#if defined(TARN_HEAP_IS_WATCHED)
inline constexpr bool kIsHeapWatched = true;
#else
inline constexpr bool kIsHeapWatched = false;
#endif

}  // namespace tarn
