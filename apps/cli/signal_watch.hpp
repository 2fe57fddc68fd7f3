// Ends a program that was asked to while it measures something long.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace tarn::cli {

/// Watches for signals on a thread of its own. Who measures gets a moment to notice one by
/// was_interrupted(); if it does not, the watch writes what is owed and ends the program there,
/// without waiting for the measurement.
class SignalWatch {
public:
    /// `leave` writes what is owed and returns the exit code. It runs on the thread of the watch,
    /// which holds the lock below.
    explicit SignalWatch(std::function<int()> leave);
    ~SignalWatch();
    SignalWatch(const SignalWatch&) = delete;
    SignalWatch& operator=(const SignalWatch&) = delete;

    /// To be held while changing what `leave` reads, and while printing.
    std::unique_lock<std::mutex> lock() { return std::unique_lock(mutex_); }

private:
    void watch();

    std::function<int()> leave_;
    std::mutex mutex_;
    std::condition_variable ended_;
    bool has_ended_ = false;
    std::thread thread_;  // last: it uses all of the above
};

}  // namespace tarn::cli
