// The linear system of the heads under lids: symmetric and positive definite, solved by conjugate
// gradients. One unknown per cell under a lid; a five-point stencil between neighbouring lids, and
// for each hull a term of rank six that couples all of its lids. Double, in a fixed order.
#pragma once

#include "solver/six.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace tarn::shallow::fv::hull {

using exchange::add;
using exchange::dot;
using exchange::inverse;
using exchange::mass_matrix;
using exchange::Six;
using exchange::SixBySix;
using exchange::times;

class LidSystem {
public:
    /// Numbers of the lids beside a lid; none() where there is none.
    using Beside = std::array<int, 4>;
    /// A hull over a lid: the room that it takes there as it moves.
    struct Part {
        int lid = 0, hull = 0;
        Six way = {};
    };

    /// Forgets all lids; `most` is how many will follow, at most.
    void clear(std::size_t most, std::size_t hulls);
    int none() const { return none_; }
    /// The diagonal entry without hulls, and what the heads of the neighbours count for, negative.
    void add_lid(double diagonal, const Beside& beside, const std::array<double, 4>& weights);
    void add_part(const Part& part) { parts_.push_back(part); }
    /// How a hull yields to heads: motion per head, times what its way takes.
    void set_yield(std::size_t hull, const SixBySix& yield) { yields_[hull] = yield; }

    std::size_t count() const { return diagonal_.size(); }
    /// Finds x from the right-hand side of each lid; returns the number of iterations.
    int solve(std::span<const double> wanted, bool hulls_yield, std::vector<double>& x);

private:
    void apply(bool hulls_yield);

    int none_ = 0;
    std::vector<double> diagonal_, inverse_;
    std::vector<Beside> beside_;
    std::vector<std::array<double, 4>> weights_;
    std::vector<Part> parts_;
    std::vector<SixBySix> yields_;
    std::vector<Six> pressed_;
    std::vector<double> residual_, way_, product_;
};

}  // namespace tarn::shallow::fv::hull
