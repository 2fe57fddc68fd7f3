// One thread at a time: the turnstile that every call of a world goes through. Who finds it taken
// is told so at once and does not wait.
#pragma once

#include <atomic>
#include <thread>

namespace tarn::world {

class Turnstile {
public:
    /// Inside until it ends. The thread that is inside may come in again: a replay calls what it
    /// repeats, and a log hook may ask for the time.
    class Visit {
    public:
        explicit Visit(Turnstile& turnstile) {
            const std::thread::id me = std::this_thread::get_id();
            std::thread::id nobody;
            const bool is_first = turnstile.inside_.compare_exchange_strong(
                nobody, me, std::memory_order_acquire, std::memory_order_relaxed);
            if (is_first) turnstile_ = &turnstile;
            is_inside_ = is_first || nobody == me;
        }
        ~Visit() {
            if (turnstile_) turnstile_->inside_.store({}, std::memory_order_release);
        }
        Visit(const Visit&) = delete;
        Visit& operator=(const Visit&) = delete;

        explicit operator bool() const { return is_inside_; }

    private:
        Turnstile* turnstile_ = nullptr;  ///< to be left at the end
        bool is_inside_ = false;
    };

private:
    std::atomic<std::thread::id> inside_ = {};
};

}  // namespace tarn::world
