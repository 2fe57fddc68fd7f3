// Threads that live as long as the pool and split one loop at a time between them. The caller works
// too. The host may lend its own job system instead; results do not depend on who does the work.
#pragma once

#include <tarn/types.hpp>

#include <cstdint>
#include <memory>

namespace tarn::exec {

class ThreadPool {
public:
    /// `threads` counts the caller; 0 takes one per core. With `jobs` no thread is started.
    explicit ThreadPool(int threads, JobSystem jobs = {});
    ThreadPool(ThreadPool&&) noexcept;
    ~ThreadPool();

    int thread_count() const;

    /// Calls `body(0) ... body(count - 1)`, in any order, and returns when all are done. One loop
    /// at a time; the body must not throw and must not start another loop on this pool.
    template <class Body>
    void run(int count, Body&& body) const {
        const Task task = {[](void* context, int index) { (*static_cast<Body*>(context))(index); },
                           &body};
        run(count, task);
    }

private:
    struct Task {
        void (*call)(void* context, int index);
        void* context;
    };
    struct State;

    void run(int count, Task task) const;

    std::unique_ptr<State> state_;
};

/// Rows [first, last) of `rows` that part `part` of `parts` works on.
struct RowRange {
    int first, last;
};
constexpr RowRange split_rows(int rows, int part, int parts) {
    const auto edge = [&](int k) { return int(std::int64_t(rows) * k / parts); };
    return {edge(part), edge(part + 1)};
}

}  // namespace tarn::exec
