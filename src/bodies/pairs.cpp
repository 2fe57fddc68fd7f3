#include "bodies/pairs.hpp"

#include <algorithm>

namespace tarn::bodies {
namespace {

bool overlap_across_x(const AxisBox& a, const AxisBox& b) {
    return a.low_m.y <= b.high_m.y && b.low_m.y <= a.high_m.y && a.low_m.z <= b.high_m.z &&
           b.low_m.z <= a.high_m.z;
}

}  // namespace

std::span<const std::pair<int, int>> Pairs::find(std::span<const AxisBox> boxes) {
    const auto box = [&](int k) -> const AxisBox& { return boxes[std::size_t(k)]; };
    order_.resize(boxes.size());
    for (std::size_t k = 0; k < boxes.size(); ++k) order_[k] = int(k);
    std::sort(order_.begin(), order_.end(), [&](int a, int b) {
        return box(a).low_m.x != box(b).low_m.x ? box(a).low_m.x < box(b).low_m.x : a < b;
    });
    pairs_.clear();
    open_.clear();
    for (const int next : order_) {
        std::erase_if(open_, [&](int k) { return box(k).high_m.x < box(next).low_m.x; });
        for (const int k : open_)
            if (overlap_across_x(box(k), box(next))) pairs_.push_back(std::minmax(k, next));
        open_.push_back(next);
    }
    std::sort(pairs_.begin(), pairs_.end());
    return pairs_;
}

}  // namespace tarn::bodies
