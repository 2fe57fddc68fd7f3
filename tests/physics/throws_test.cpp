// Random bodies thrown into a basin: nothing becomes no number, no water is lost, momentum is kept
// where nothing else takes it, and energy does not grow.
#include "support/throws.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

namespace tarn::test {
namespace {

TEST(Throws, Probe) {
    const char* const first = std::getenv("FIRST");
    const char* const count = std::getenv("COUNT");
    const int begin = first ? std::atoi(first) : 0, n = count ? std::atoi(count) : 30;
    int bad = 0, bad_volume = 0, bad_momentum = 0, bad_energy = 0;
    for (int seed = begin; seed < begin + n; ++seed) {
        const ThrowReport r = throw_bodies(std::uint64_t(seed), 2.0);
        const bool v = r.volume > 1e-6, m = r.momentum > 1e-5, e = r.energy > 1.05;
        bad_volume += v, bad_momentum += m, bad_energy += e;
        bad += v || m || e || !r.trouble.empty();
        std::printf("%d volume %.1e momentum %.1e energy %.3f at %.2f steps %ld %s%s%s %s\n", seed, r.volume, r.momentum,
                    r.energy, r.energy_at_s, long(r.steps), v ? "VOLUME " : "", m ? "MOMENTUM " : "", e ? "ENERGY" : "", r.trouble.c_str());
        if (n == 1) std::printf("%s\n", r.scene.c_str());
        std::fflush(stdout);
    }
    std::printf("bad %d of %d: volume %d momentum %d energy %d\n", bad, n, bad_volume, bad_momentum, bad_energy);
}

}  // namespace
}  // namespace tarn::test
