#include "exec/thread_pool.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>
#include <type_traits>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace tarn::exec {
namespace {

// A step of a small pond takes some ten microseconds: a worker that slept between two steps would
// wake too late, so it watches for a while first. About 50 microseconds.
constexpr int kSpins = 2000;

void pause_briefly() {
#if defined(__x86_64__)
    _mm_pause();
#endif
}

}  // namespace

struct ThreadPool::State {
    JobSystem jobs;
    int thread_count = 1;
    int spins = 0;
    std::vector<std::thread> workers;

    // A loop is cut into one share per thread. Each thread begins with its own, so that its rows
    // stay in its cache, and then takes shares nobody has begun: a thread that the system lets
    // wait holds nobody up.
    Task task = {};
    int task_count = 0;
    std::unique_ptr<std::atomic<bool>[]> taken;  ///< by share
    std::atomic<int> shares_left{0};

    std::atomic<std::uint32_t> round{0};  ///< changes when work, or the end, arrives
    std::atomic<bool> is_open{false};     ///< the loop above may be worked on
    std::atomic<int> inside{0};           ///< workers that may be looking at it
    std::atomic<bool> stopping{false};

    void do_share(int share) const {
        for (int k = share; k < task_count; k += thread_count) task.call(task.context, k);
    }

    void work_from(int first_share) {
        for (int n = 0; n < thread_count; ++n) {
            const int share = (first_share + n) % thread_count;
            if (taken[std::size_t(share)].exchange(true)) continue;
            do_share(share);
            if (shares_left.fetch_sub(1) == 1) shares_left.notify_all();
        }
    }

    /// Watches `place` until it is not `value`, then sleeps until it is told.
    template <class Value>
    void wait_while(std::atomic<Value>& place, std::type_identity_t<Value> value) const {
        for (int spin = 0; spin < spins; ++spin) {
            if (place.load() != value) return;
            pause_briefly();
        }
        place.wait(value);
    }

    void wait_for_zero(std::atomic<int>& count) const {
        for (int now = count.load(); now != 0; now = count.load()) wait_while(count, now);
    }

    void work(int worker) {
        std::uint32_t seen = 0;
        while (true) {
            wait_while(round, seen);
            seen = round.load();
            if (stopping.load()) return;
            inside.fetch_add(1);
            if (is_open.load()) work_from(worker);
            if (inside.fetch_sub(1) == 1) inside.notify_all();
        }
    }
};

ThreadPool::ThreadPool(int threads, JobSystem jobs) : state_(std::make_unique<State>()) {
    const int cores = std::max(1, int(std::thread::hardware_concurrency()));
    state_->jobs = jobs;
    state_->thread_count = threads > 0 ? threads : cores;
    if (jobs.run) return;
    state_->taken = std::make_unique<std::atomic<bool>[]>(std::size_t(state_->thread_count));
    // Watching pays only while every thread has a core of its own.
    state_->spins = state_->thread_count <= cores ? kSpins : 0;
    state_->workers.reserve(std::size_t(state_->thread_count) - 1);
    for (int k = 1; k < state_->thread_count; ++k) {
        try {
            state_->workers.emplace_back([state = state_.get(), k] { state->work(k); });
        } catch (const std::exception&) {
            // The system has no thread or no memory for one: work with those that are there.
            state_->thread_count = k;
        }
    }
}

ThreadPool::ThreadPool(ThreadPool&&) noexcept = default;

ThreadPool::~ThreadPool() {
    if (!state_) return;
    state_->stopping.store(true);
    state_->round.fetch_add(1);
    state_->round.notify_all();
    for (std::thread& worker : state_->workers) worker.join();
}

int ThreadPool::thread_count() const {
    return state_->thread_count;
}

void ThreadPool::run(int count, Task task) const {
    State& s = *state_;
    if (s.jobs.run && count > 1) return s.jobs.run(s.jobs.user, count, task.call, task.context);
    if (s.workers.empty() || count <= 1) {
        for (int k = 0; k < count; ++k) task.call(task.context, k);
        return;
    }
    s.wait_for_zero(s.inside);
    s.task = task;
    s.task_count = count;
    for (int share = 0; share < s.thread_count; ++share) s.taken[std::size_t(share)].store(false);
    s.shares_left.store(s.thread_count);
    s.is_open.store(true);
    s.round.fetch_add(1);
    s.round.notify_all();
    s.work_from(0);
    s.wait_for_zero(s.shares_left);
    s.is_open.store(false);
}

}  // namespace tarn::exec
