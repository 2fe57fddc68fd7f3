#include "bump_flow.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tarn::cli::validate {
namespace {

constexpr double kBegin_m = 8.0, kCrest_m = 10.0, kEnd_m = 12.0, kHeight_m = 0.2;

enum class Branch { Slow, Fast };

double critical_depth_m(const BumpFlow& flow) {
    const double q = flow.discharge_m2_per_s;
    return std::cbrt(q * q / flow.gravity_m_per_s2);
}

/// Head of flow that is critical on the crest.
double crest_head_m(const BumpFlow& flow) {
    return 1.5 * critical_depth_m(flow) + kHeight_m;
}

double downstream_head_m(const BumpFlow& flow) {
    const double q = flow.discharge_m2_per_s, h = flow.downstream_m;
    return h + q * q / (2.0 * flow.gravity_m_per_s2 * h * h);
}

/// Depth h with q^2/(2 g h^2) + h + z = head: the cubic h^3 - e h^2 + q^2/(2 g) = 0, e = head - z,
/// by Viete's formula. Where no root exists the flow is critical.
double depth_m(const BumpFlow& flow, double head_m, double x_m, Branch branch) {
    const double e = head_m - bump_bed_m(x_m), q = flow.discharge_m2_per_s;
    const double cosine = 1.0 - 27.0 * q * q / (4.0 * flow.gravity_m_per_s2 * e * e * e);
    const double angle = std::acos(std::clamp(cosine, -1.0, 1.0));
    const double turn = branch == Branch::Slow ? 0.0 : 2.0 * std::numbers::pi;
    return e / 3.0 * (1.0 + 2.0 * std::cos((angle - turn) / 3.0));
}

double momentum(const BumpFlow& flow, double depth_m) {
    const double q = flow.discharge_m2_per_s;
    return q * q / depth_m + 0.5 * flow.gravity_m_per_s2 * depth_m * depth_m;
}

}  // namespace

double bump_bed_m(double x_m) {
    const double from_crest = x_m - kCrest_m;
    return x_m > kBegin_m && x_m < kEnd_m ? kHeight_m - 0.05 * from_crest * from_crest : 0.0;
}

double BumpFlow::shock_m() const {
    // Where the slow branch begins to exist it carries the least momentum, less than the fast one;
    // where the bump ends it carries more. The jump stands where they are equal.
    const double up = crest_head_m(*this), down = downstream_head_m(*this);
    double low = kCrest_m, high = kEnd_m;
    for (int k = 0; k < 100; ++k) {
        const double x = 0.5 * (low + high);
        const bool has_slow_branch = down - bump_bed_m(x) > 1.5 * critical_depth_m(*this);
        const bool is_before =
            !has_slow_branch || momentum(*this, depth_m(*this, up, x, Branch::Fast)) >
                                    momentum(*this, depth_m(*this, down, x, Branch::Slow));
        (is_before ? low : high) = x;
    }
    return 0.5 * (low + high);
}

DepthAndSpeed BumpFlow::at(double x_m) const {
    return at(x_m, regime == BumpRegime::Shock ? shock_m() : 2.0 * kEnd_m);
}

DepthAndSpeed BumpFlow::at(double x_m, double shock_m) const {
    const bool is_subcritical = regime == BumpRegime::Subcritical;
    const bool is_behind = regime == BumpRegime::Shock && x_m >= shock_m;
    const double head =
        is_subcritical || is_behind ? downstream_head_m(*this) : crest_head_m(*this);
    const Branch branch =
        is_subcritical || is_behind || x_m <= kCrest_m ? Branch::Slow : Branch::Fast;
    const double h = depth_m(*this, head, x_m, branch);
    return {h, discharge_m2_per_s / h};
}

}  // namespace tarn::cli::validate
