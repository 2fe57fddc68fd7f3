#include "signal_watch.hpp"

#include "base/standard_streams.hpp"
#include "signals.hpp"

#include <chrono>
#include <unistd.h>

namespace tarn::cli {
namespace {

using std::chrono::milliseconds;

// A signal is obeyed within a second: this to see it, to let a short measurement come to its end,
// and the rest to write small files.
constexpr milliseconds kLookEvery(50);
constexpr milliseconds kGrace(300);

}  // namespace

SignalWatch::SignalWatch(std::function<int()> leave)
    : leave_(std::move(leave)), thread_([this] { watch(); }) {}

SignalWatch::~SignalWatch() {
    {
        const auto held = lock();
        has_ended_ = true;
    }
    ended_.notify_one();
    thread_.join();
}

void SignalWatch::watch() {
    auto held = lock();
    const auto has_ended = [this] { return has_ended_; };
    while (!was_interrupted())
        if (ended_.wait_for(held, kLookEvery, has_ended)) return;
    if (ended_.wait_for(held, kGrace, has_ended)) return;
    const int code = leave_();
    flush_standard_output();
    // Threads that still measure, and what they use, are left as they are.
    _exit(code);
}

}  // namespace tarn::cli
