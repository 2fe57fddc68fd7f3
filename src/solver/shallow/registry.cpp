// Names of collisions, for scenes and messages.
#include "lattice/collisions.hpp"
#include "solver/shallow/grid.hpp"
#include "solver/shallow/solver.hpp"

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

std::size_t expected_bytes(int nx, int ny, std::size_t number_bytes) {
    constexpr std::size_t populations = 2 * 9, fields = 4;
    return std::size_t(Grid::of(nx, ny).plane) * populations * number_bytes +
           std::size_t(nx) * std::size_t(ny) * (fields * sizeof(float) + 1);
}

}  // namespace tarn::shallow
