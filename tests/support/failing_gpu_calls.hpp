// Calls of the CUDA runtime that fail: the n-th launch, copy, allocation or wait from now on. For
// the whole program that links this with the options of tests/CMakeLists.txt, which lead every call
// of the library by here; the library itself has no hook.
#pragma once

namespace tarn {

/// While it lives, call number `at` of the runtime fails, counted from 1: for want of memory where
/// it asks for some, and else as if the device were lost. One at a time.
class FailingGpuCall {
public:
    explicit FailingGpuCall(int at);
    ~FailingGpuCall();
    FailingGpuCall(const FailingGpuCall&) = delete;
    FailingGpuCall& operator=(const FailingGpuCall&) = delete;

    /// Ends it before its time: whether a call has failed.
    static bool stop();
};

}  // namespace tarn
