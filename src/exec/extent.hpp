// How many cells a grid has along each of its two or three axes.
#pragma once

#include "base/platform.hpp"

#include <cstddef>

namespace tarn::exec {

template <int Dim>
struct Extent {
    static_assert(Dim == 2 || Dim == 3);
    int n[Dim] = {};  ///< along x, y and z

    std::size_t count() const {
        std::size_t product = 1;
        for (const int length : n) product *= std::size_t(length);
        return product;
    }
};

using Extent2 = Extent<2>;
using Extent3 = Extent<3>;

}  // namespace tarn::exec
