// What others read from the D2Q9 state: fields, totals, checksum, checkpoints.
#include "base/hash.hpp"
#include "solver/shallow/d2q9.hpp"

#include <algorithm>
#include <cstring>

namespace tarn::shallow {

template <class T>
void D2q9<T>::read_fields(const FieldTargets& to) const {
    const double speed = units_.speed_m_per_s();
    for_rows([&](int y) {
        const std::ptrdiff_t row = std::ptrdiff_t(y) * grid_.nx;
        for (int x = 0; x < grid_.nx; ++x) {
            double depth = 0.0, u = 0.0, v = 0.0;
            if (!is_solid(x, y)) {
                const ShallowMoments<T> m = lattice::moments<T>(lattice::to_pairs(load_cell(x, y)));
                depth = (1.0 + double(m.mass_deviation)) * units_.depth_m;
                u = double(m.u) * speed;
                v = double(m.v) * speed;
            }
            if (to.depth_m) to.depth_m[row + x] = float(depth);
            if (to.level_m) to.level_m[row + x] = float(depth + to.bed_m);
            if (to.u_m_per_s) to.u_m_per_s[row + x] = float(u);
            if (to.v_m_per_s) to.v_m_per_s[row + x] = float(v);
        }
    });
}

template <class T>
Totals D2q9<T>::totals() const {
    struct Row {
        double deviation = 0.0, energy = 0.0, max_speed2 = 0.0;
        double low = 1e300, high = -1e300;
        std::int64_t wet = 0;
    };
    // One entry per row, added up in order: the sum does not depend on the threads.
    std::vector<Row> rows(std::size_t(grid_.ny));
    for_rows([&](int y) {
        Row& row = rows[std::size_t(y)];
        for (int x = 0; x < grid_.nx; ++x) {
            if (is_solid(x, y)) continue;
            const ShallowCell<T> cell = load_cell(x, y);
            double deviation = 0.0;
            for (const T f : cell.f) deviation += double(f);
            const ShallowMoments<T> m = lattice::moments<T>(lattice::to_pairs(cell));
            const double speed2 = double(m.u) * double(m.u) + double(m.v) * double(m.v);
            row.deviation += deviation;
            row.energy += 0.5 * (1.0 + deviation) * speed2 +
                          0.5 * double(constants_.gravity) * deviation * deviation;
            row.max_speed2 = std::max(row.max_speed2, speed2);
            row.low = std::min(row.low, deviation);
            row.high = std::max(row.high, deviation);
            ++row.wet;
        }
    });
    Row sum;
    for (const Row& row : rows) {
        sum.deviation += row.deviation;
        sum.energy += row.energy;
        sum.max_speed2 = std::max(sum.max_speed2, row.max_speed2);
        sum.low = std::min(sum.low, row.low);
        sum.high = std::max(sum.high, row.high);
        sum.wet += row.wet;
    }
    const double area = units_.cell_m * units_.cell_m, speed = units_.speed_m_per_s();
    return {.volume_m3 = (double(sum.wet) + sum.deviation) * units_.depth_m * area,
            .max_speed_m_per_s = std::sqrt(sum.max_speed2) * speed,
            .min_depth_m = sum.wet ? (1.0 + sum.low) * units_.depth_m : 0.0,
            .max_depth_m = sum.wet ? (1.0 + sum.high) * units_.depth_m : 0.0,
            .energy_per_density_m5_per_s2 = sum.energy * units_.depth_m * area * speed * speed};
}

template <class T>
std::uint64_t D2q9<T>::checksum() const {
    std::vector<std::uint64_t> rows(std::size_t(grid_.ny));
    for_rows([&](int y) {
        for (int i = 0; i < D2Q9::q; ++i)
            for (int x = 0; x < grid_.nx; ++x) {
                // Solid cells hold what bounced off them, which is no part of the state.
                const T* const at = copy(current_) + i * grid_.plane;
                const T value = is_solid(x, y) ? T(0) : at[grid_.at(x, y)] + T(0);
                std::uint64_t word = 0;
                std::memcpy(&word, &value, sizeof value);
                const std::uint64_t place =
                    (std::uint64_t(i) * std::uint64_t(grid_.ny) + std::uint64_t(y)) *
                        std::uint64_t(grid_.nx) +
                    std::uint64_t(x);
                rows[std::size_t(y)] += hashed_word(place, word);
            }
    });
    std::uint64_t sum = 0;
    for (const std::uint64_t row : rows) sum += row;
    return sum;
}

template <class T>
std::string D2q9<T>::save() const {
    const std::size_t row_bytes = std::size_t(grid_.nx) * sizeof(T);
    std::string bytes(row_bytes * std::size_t(grid_.ny) * D2Q9::q, '\0');
    char* to = bytes.data();
    for (int i = 0; i < D2Q9::q; ++i)
        for (int y = 0; y < grid_.ny; ++y, to += row_bytes)
            std::memcpy(to, copy(current_) + i * grid_.plane + grid_.at(0, y), row_bytes);
    return bytes;
}

template <class T>
bool D2q9<T>::restore(std::string_view bytes) {
    const std::size_t row_bytes = std::size_t(grid_.nx) * sizeof(T);
    if (bytes.size() != row_bytes * std::size_t(grid_.ny) * D2Q9::q) return false;
    const char* from = bytes.data();
    for (int i = 0; i < D2Q9::q; ++i)
        for (int y = 0; y < grid_.ny; ++y, from += row_bytes)
            std::memcpy(copy(current_) + i * grid_.plane + grid_.at(0, y), from, row_bytes);
    return true;
}

template <class T>
MemoryReport D2q9<T>::memory() const {
    return {.populations_bytes = populations_[0].bytes() + populations_[1].bytes(),
            .mask_bytes = solid_.bytes() + links_.size() * sizeof(links_[0]) +
                          link_rows_.size() * sizeof(link_rows_[0]),
            .other_bytes = row_inflow_.size() * sizeof(double)};
}

// Templates used from d2q9.cpp's instantiation.
template void D2q9<float>::read_fields(const FieldTargets&) const;
template void D2q9<double>::read_fields(const FieldTargets&) const;
template Totals D2q9<float>::totals() const;
template Totals D2q9<double>::totals() const;
template std::uint64_t D2q9<float>::checksum() const;
template std::uint64_t D2q9<double>::checksum() const;
template std::string D2q9<float>::save() const;
template std::string D2q9<double>::save() const;
template bool D2q9<float>::restore(std::string_view);
template bool D2q9<double>::restore(std::string_view);
template MemoryReport D2q9<float>::memory() const;
template MemoryReport D2q9<double>::memory() const;

}  // namespace tarn::shallow
