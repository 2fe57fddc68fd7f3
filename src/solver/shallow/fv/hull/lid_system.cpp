#include "solver/shallow/fv/hull/lid_system.hpp"

#include <algorithm>

namespace tarn::shallow::fv::hull {
namespace {

/// Conjugate gradients stop at this part of the first residual; what is left comes again in the
/// next step.
constexpr double kTolerance = 0.01;
/// What is smaller than this (m) is rounding.
constexpr double kLeast = 1e-13;
constexpr int kMostIterations = 1000;

}  // namespace

void LidSystem::clear(std::size_t most, std::size_t hulls) {
    none_ = int(most);
    diagonal_.clear();
    beside_.clear();
    weights_.clear();
    parts_.clear();
    yields_.assign(hulls, SixBySix{});
    pressed_.resize(hulls);
}

void LidSystem::add_lid(double diagonal, const Beside& beside,
                        const std::array<double, 4>& weights) {
    diagonal_.push_back(std::max(diagonal, 1e-12));
    beside_.push_back(beside);
    weights_.push_back(weights);
}

/// The matrix times `way_`.
void LidSystem::apply(bool hulls_yield) {
    const std::size_t n = count();
    for (std::size_t l = 0; l < n; ++l) {
        const Beside& beside = beside_[l];
        const std::array<double, 4>& weight = weights_[l];
        product_[l] =
            diagonal_[l] * way_[l] +
            (weight[0] * way_[std::size_t(beside[0])] + weight[1] * way_[std::size_t(beside[1])]) +
            (weight[2] * way_[std::size_t(beside[2])] + weight[3] * way_[std::size_t(beside[3])]);
    }
    if (!hulls_yield) return;
    std::fill(pressed_.begin(), pressed_.end(), Six{});
    for (const Part& part : parts_)
        add(pressed_[std::size_t(part.hull)], way_[std::size_t(part.lid)], part.way);
    for (std::size_t h = 0; h < pressed_.size(); ++h) pressed_[h] = times(yields_[h], pressed_[h]);
    for (const Part& part : parts_)
        product_[std::size_t(part.lid)] += dot(part.way, pressed_[std::size_t(part.hull)]);
}

int LidSystem::solve(std::span<const double> wanted, bool hulls_yield, std::vector<double>& x) {
    const std::size_t n = count();
    x.assign(n, 0.0);
    residual_.assign(wanted.begin(), wanted.end());
    way_.assign(std::size_t(none_) + 1, 0.0);
    product_.resize(n);
    inverse_.resize(n);
    double now = 0.0, before = 1.0;
    for (std::size_t l = 0; l < n; ++l) {
        inverse_[l] = 1.0 / diagonal_[l];
        now += residual_[l] * residual_[l] * inverse_[l];
    }
    const double goal = std::max(kTolerance * kTolerance * now, kLeast * kLeast);
    int iterations = 0;
    while (iterations < kMostIterations && now > goal) {
        const double keep = now / before;
        for (std::size_t l = 0; l < n; ++l) way_[l] = residual_[l] * inverse_[l] + keep * way_[l];
        apply(hulls_yield);
        double along = 0.0;
        for (std::size_t l = 0; l < n; ++l) along += way_[l] * product_[l];
        if (!(along > 0.0)) break;
        const double far = now / along;
        before = now;
        now = 0.0;
        for (std::size_t l = 0; l < n; ++l) {
            x[l] += far * way_[l];
            residual_[l] -= far * product_[l];
            now += residual_[l] * residual_[l] * inverse_[l];
        }
        ++iterations;
    }
    return iterations;
}

}  // namespace tarn::shallow::fv::hull
