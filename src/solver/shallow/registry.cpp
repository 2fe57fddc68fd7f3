// Names of collisions and sizes of numbers, for scenes and messages.
#include "lattice/collisions.hpp"
#include "solver/shallow/d2q9/precision.hpp"

#include <array>
#include <utility>

namespace tarn::shallow {
namespace {

template <std::size_t... I>
constexpr std::array<const char*, sizeof...(I)> names_of(std::index_sequence<I...>) {
    return {std::tuple_element_t<I, lattice::Collisions>::name...};
}

constexpr auto kNames = names_of(std::make_index_sequence<lattice::kCollisionCount>{});

}  // namespace

int find_collision(const std::string& name) {
    if (name == "auto") return 0;
    for (std::size_t k = 0; k < kNames.size(); ++k)
        if (name == kNames[k]) return int(k);
    return -1;
}

std::span<const char* const> collision_names() {
    return kNames;
}

double bytes_per_update(Precision precision) {
    return d2q9::with_storage(precision, []<class S>(S) { return d2q9::kBytesPerUpdate<S>; });
}

std::size_t expected_bytes(int nx, int ny, Precision precision, LatticeMemory memory) {
    const auto grid = d2q9::Grid::of({{nx, ny}}, precision == Precision::Half ? 32 : 16);
    const double populations = double(grid.plane) * bytes_per_update(precision);
    // A bed and two planes of depths, and the bed that readers see.
    const double number = precision == Precision::Double ? 8.0 : 4.0;
    const double bed = memory.has_bed ? double(grid.plane) * (3.0 * number + 4.0) : 0.0;
    return std::size_t((memory.is_in_place ? 0.5 * populations : populations) + bed) +
           std::size_t(nx) * std::size_t(ny);
}

std::size_t expected_fv_bytes(int nx, int ny, Precision precision) {
    // Three copies of depth and velocity, and the bed.
    constexpr std::size_t kNumbers = 10;
    const std::size_t number_bytes = precision == Precision::Double ? 8 : 4;
    return kNumbers * number_bytes * std::size_t(nx + 32) * std::size_t(ny);
}

std::size_t expected_hull_bytes(int nx, int ny, Precision precision) {
    const std::size_t number_bytes = precision == Precision::Double ? 8 : 4;
    const std::size_t cell_bytes = number_bytes + sizeof(double) + sizeof(int) + 1;
    return cell_bytes * std::size_t(nx + 32) * std::size_t(ny);
}

}  // namespace tarn::shallow
