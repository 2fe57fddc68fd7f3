#include "exec/triad.hpp"

#include "exec/array.hpp"
#include "exec/isa.hpp"
#include "exec/isa_dispatch.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

namespace tarn::exec {

TARN_PER_ISA(void triad(float*, const float*, const float*, std::size_t, std::size_t);)

Triad triad_for(Isa isa) {
    return TARN_PICK(isa, triad);
}

double measure_triad(const ThreadPool& pool, std::size_t bytes) {
    constexpr int kPasses = 9;
    const std::size_t count = std::max<std::size_t>(bytes / (3 * sizeof(float)) / 64 * 64, 1 << 16);
    auto a = Array<float>::create(count), b = Array<float>::create(count),
         c = Array<float>::create(count);
    if (!a || !b || !c) return 0.0;
    const Triad triad = triad_for(best_isa());
    const int parts = pool.thread_count();
    const auto part_edge = [&](int part) {
        return count / 16 * std::size_t(part) / std::size_t(parts) * 16;
    };
    pool.run(parts, [&](int part) {
        for (float* array : {a.value().data(), b.value().data(), c.value().data()})
            std::fill(array + part_edge(part), array + part_edge(part + 1), 1.0f);
    });
    std::vector<double> seconds;
    for (int pass = 0; pass < kPasses; ++pass) {
        const auto begin = std::chrono::steady_clock::now();
        pool.run(parts, [&](int part) {
            triad(a.value().data(), b.value().data(), c.value().data(), part_edge(part),
                  part_edge(part + 1));
        });
        seconds.push_back(
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    std::sort(seconds.begin(), seconds.end());
    return 12.0 * double(count) / seconds[kPasses / 2];
}

}  // namespace tarn::exec
