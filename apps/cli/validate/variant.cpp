#include "variant.hpp"

#include <array>

namespace tarn::cli::validate {

Variant::Cell Variant::cell(int i, int j, int ny) const {
    switch (turn) {
        case Turn::None:
            break;
        case Turn::Rotated:
            return {ny - 1 - j, i};
        case Turn::Swapped:
            return {j, i};
    }
    return {i, j};
}

Vec2 Variant::point(Vec2 at, double height) const {
    const Vec2 p = turned(at);
    return turn == Turn::Rotated ? Vec2{p.x + height, p.y} : p;
}

Vec2 Variant::turned(Vec2 v) const {
    switch (turn) {
        case Turn::None:
            break;
        case Turn::Rotated:
            return {-v.y, v.x};
        case Turn::Swapped:
            return {v.y, v.x};
    }
    return v;
}

Vec2 Variant::turned_back(Vec2 v) const {
    return turn == Turn::Rotated ? Vec2{v.y, -v.x} : turned(v);
}

Edge Variant::edge(Edge edge) const {
    constexpr std::array kRotated = {Edge::South, Edge::North, Edge::East, Edge::West};
    constexpr std::array kSwapped = {Edge::South, Edge::North, Edge::West, Edge::East};
    switch (turn) {
        case Turn::None:
            break;
        case Turn::Rotated:
            return kRotated[std::size_t(edge)];
        case Turn::Swapped:
            return kSwapped[std::size_t(edge)];
    }
    return edge;
}

std::span<const Variant> variants() {
    static constexpr Variant kVariants[] = {
        {.name = "plain"},
        {.name = "rotated", .turn = Turn::Rotated},
        {.name = "swapped", .turn = Turn::Swapped},
        {.name = "100x", .length = 100.0},
        {.name = "g=1", .gravity_m_per_s2 = 1.0},
    };
    return kVariants;
}

}  // namespace tarn::cli::validate
