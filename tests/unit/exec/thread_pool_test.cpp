// A pool runs every task once, whoever does the work.
#include "exec/thread_pool.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <set>
#include <thread>
#include <vector>

namespace tarn::exec {
namespace {

// More threads than this machine may have, odd numbers, and one.
constexpr int kThreadCounts[] = {1, 2, 3, 8};

TEST(ThreadPool, RunsEveryIndexExactlyOnceForAnyNumberOfThreads) {
    for (const int threads : kThreadCounts) {
        const ThreadPool pool(threads);
        for (const int count : {0, 1, 2, 7, 8, 100}) {
            std::vector<std::atomic<int>> calls(std::size_t(count) + 1);
            pool.run(count, [&](int index) { ++calls[std::size_t(index)]; });
            for (int k = 0; k < count; ++k)
                EXPECT_EQ(calls[std::size_t(k)].load(), 1) << threads << " threads, index " << k;
            EXPECT_EQ(calls[std::size_t(count)].load(), 0);
        }
    }
}

TEST(ThreadPool, CountsTheCallerAndTakesOnePerCoreForZero) {
    EXPECT_EQ(ThreadPool(3).thread_count(), 3);
    EXPECT_EQ(ThreadPool(0).thread_count(), std::max(1, int(std::thread::hardware_concurrency())));
}

// A thread that is held up in one share keeps no other share waiting: somebody else takes them.
TEST(ThreadPool, SharesNobodyHasBegunAreTakenOver) {
    const ThreadPool pool(4);
    std::atomic<int> others_done{0};
    pool.run(4, [&](int index) {
        if (index != 0) {
            others_done.fetch_add(1);
            return;
        }
        // The caller sits in its own share until all others are done, whoever does them.
        while (others_done.load() < 3) std::this_thread::yield();
    });
    EXPECT_EQ(others_done.load(), 3);
}

// What one run wrote, the next one reads on another thread: a missing barrier shows as a wrong sum
// here and as a race under the thread sanitizer.
TEST(ThreadPool, ThousandsOfRunsSeeWhatTheRunBeforeWrote) {
    for (const int threads : kThreadCounts) {
        const ThreadPool pool(threads);
        constexpr int kCells = 64, kRounds = 3000;
        std::vector<int> a(kCells, 0), b(kCells, 0);
        for (int round = 0; round < kRounds; ++round) {
            pool.run(8, [&](int part) {
                const RowRange cells = split_rows(kCells, part, 8);
                for (int k = cells.first; k < cells.last; ++k)
                    b[std::size_t(k)] = a[std::size_t(kCells - 1 - k)] + 1;
            });
            a.swap(b);
        }
        EXPECT_EQ(a, std::vector<int>(kCells, kRounds)) << threads << " threads";
    }
}

TEST(ThreadPool, IdleAndShortLivedPoolsEndWithoutHanging) {
    for (int k = 0; k < 50; ++k) {
        const ThreadPool idle(4);
        const ThreadPool used(4);
        std::atomic<int> sum{0};
        used.run(4, [&](int index) { sum += index; });
        EXPECT_EQ(sum.load(), 6);
    }
}

TEST(ThreadPool, MovesWithItsThreads) {
    ThreadPool first(3);
    const ThreadPool second(std::move(first));
    std::atomic<int> sum{0};
    second.run(10, [&](int index) { sum += index; });
    EXPECT_EQ(sum.load(), 45);
}

TEST(ThreadPool, HandsItsTasksToTheHostsJobSystem) {
    struct Host {
        int calls = 0, tasks = 0;
    } host;
    const JobSystem jobs = {[](void* user, int count, void (*task)(void*, int), void* context) {
                                auto& me = *static_cast<Host*>(user);
                                ++me.calls;
                                me.tasks += count;
                                std::vector<std::thread> threads;
                                for (int k = 0; k < count; ++k)
                                    threads.emplace_back(task, context, k);
                                for (std::thread& thread : threads) thread.join();
                            },
                            &host};
    const ThreadPool pool(4, jobs);
    EXPECT_EQ(pool.thread_count(), 4);
    std::atomic<int> sum{0};
    pool.run(5, [&](int index) { sum += index + 1; });
    EXPECT_EQ(sum.load(), 15);
    EXPECT_EQ(host.calls, 1);
    EXPECT_EQ(host.tasks, 5);
}

TEST(ThreadPool, SplitsRowsIntoPiecesThatCoverAllOfThem) {
    for (const int rows : {1, 2, 3, 7, 64, 65536})
        for (const int parts : {1, 2, 3, 8, 64}) {
            int next = 0, smallest = rows, largest = 0;
            for (int part = 0; part < parts; ++part) {
                const RowRange range = split_rows(rows, part, parts);
                EXPECT_EQ(range.first, next);
                EXPECT_LE(range.first, range.last);
                smallest = std::min(smallest, range.last - range.first);
                largest = std::max(largest, range.last - range.first);
                next = range.last;
            }
            EXPECT_EQ(next, rows);
            EXPECT_LE(largest - smallest, 1) << rows << " rows in " << parts << " parts";
        }
}

}  // namespace
}  // namespace tarn::exec
