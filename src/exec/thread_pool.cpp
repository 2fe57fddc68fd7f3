#include "exec/thread_pool.hpp"

#include <algorithm>
#include <atomic>
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

    Task task = {};
    int task_count = 0;
    std::atomic<std::uint32_t> round{0};  ///< changes when work, or the end, arrives
    std::atomic<int> busy_workers{0};
    std::atomic<bool> stopping{false};

    // The same thread gets the same tasks each time, so its rows stay in its own cache.
    void do_share(int worker) const {
        for (int k = worker; k < task_count; k += thread_count) task.call(task.context, k);
    }

    template <class Value>
    void wait_while(std::atomic<Value>& place, std::type_identity_t<Value> value) const {
        for (int spin = 0; spin < spins; ++spin) {
            if (place.load() != value) return;
            pause_briefly();
        }
        place.wait(value);
    }

    void work(int worker) {
        std::uint32_t seen = 0;
        while (true) {
            wait_while(round, seen);
            seen = round.load();
            if (stopping.load()) return;
            do_share(worker);
            if (busy_workers.fetch_sub(1) == 1) busy_workers.notify_all();
        }
    }
};

ThreadPool::ThreadPool(int threads, JobSystem jobs) : state_(std::make_unique<State>()) {
    const int cores = std::max(1, int(std::thread::hardware_concurrency()));
    state_->jobs = jobs;
    state_->thread_count = threads > 0 ? threads : cores;
    if (jobs.run) return;
    // Watching pays only while every thread has a core of its own.
    state_->spins = state_->thread_count <= cores ? kSpins : 0;
    for (int k = 1; k < state_->thread_count; ++k)
        state_->workers.emplace_back([state = state_.get(), k] { state->work(k); });
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
    s.task = task;
    s.task_count = count;
    s.busy_workers.store(int(s.workers.size()));
    s.round.fetch_add(1);
    s.round.notify_all();
    s.do_share(0);
    for (int left = s.busy_workers.load(); left != 0; left = s.busy_workers.load())
        s.wait_while(s.busy_workers, left);
}

}  // namespace tarn::exec
