// Work beside the caller's own, for callers that are below the thread pool of exec/.
#pragma once

#include <future>
#include <utility>

namespace tarn {

// A page in a browser has threads only where it was built with them.
#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
inline constexpr bool kHasThreads = false;
#else
inline constexpr bool kHasThreads = true;
#endif

/// Starts `work()` on a thread of its own; on a platform without threads it runs inside get() of
/// the future instead, and what the work returned or threw is there. Throws std::system_error where
/// the system has no thread left.
template <class Work>
auto in_background(Work&& work) {
    return std::async(kHasThreads ? std::launch::async : std::launch::deferred,
                      std::forward<Work>(work));
}

}  // namespace tarn
