// Tasks over cells besides the steps: the first state, fields for readers, sums, checksums, another
// step length. Written once for all devices.
#pragma once

#include "base/hash.hpp"
#include "exec/ordered.hpp"
#include "solver/volume/edges.hpp"

namespace tarn::volume {

/// Stores the equilibrium of moments and the stress of their gradients. What is stored has
/// collided: half of gravity's push is in it, and the stress times `stress` = -3 tau (1 - omega).
template <class S>
struct StartCells {
    using T = typename S::Number;
    View<S> view;
    const Moments<T>* moments;
    T stress;

    TARN_HD bool has_water(std::ptrdiff_t place) const {
        const int type = view.type_at(place);
        return type == kFluid || type == kInterface;
    }
    /// d u_a / d x_b; none beside air and walls.
    TARN_HD T slope(std::ptrdiff_t place, int a, int b) const {
        const Grid& g = view.grid();
        const std::ptrdiff_t next = b == 0 ? 1 : b == 1 ? g.pitch : g.layer;
        if (!has_water(place - next) || !has_water(place + next)) return T(0);
        return T(0.5) * (moments[place + next].u[a] - moments[place - next].u[a]);
    }
    TARN_HD void operator()(int x, int y, int z) const {
        const std::ptrdiff_t place = view.grid().at(x, y, z);
        if (!has_water(place)) return;
        Moments<T> m = moments[place];
        for (int axis = 0; axis < 3; ++axis)
            m.u[axis] = m.u[axis] + T(0.5) * view.constants.gravity[axis];
        T f[L::q];
        set_equilibrium<T>(m, f);
        T strain[3][3];
        for (int a = 0; a < 3; ++a)
            for (int b = 0; b < 3; ++b) strain[a][b] = slope(place, a, b);
        const T trace = (strain[0][0] + strain[1][1] + strain[2][2]) * T(1.0 / 3.0);
        T sum = T(0);
        for (int i = 1; i < L::q; ++i) {
            T along_strain = -trace;
            for (int a = 0; a < 3; ++a)
                for (int b = 0; b < 3; ++b)
                    along_strain = along_strain + T(L::c(i, a) * L::c(i, b)) * strain[a][b];
            f[i] = f[i] + T(L::weight(i)) * stress * along_strain;
            sum = sum + f[i];
        }
        f[0] = m.delta - sum;
        store_cell(view.from, place, f);
    }
};

/// Moments of a cell that holds water.
template <class S>
TARN_HD Moments<typename S::Number> read_moments(const View<S>& v, std::ptrdiff_t place) {
    typename S::Number f[L::q];
    load_cell(v.from, place, f);
    return moments_of_stored(f, v.constants);
}

/// From a cell to SI, in one place. `speed` and `pressure` convert from lattice units.
template <class S>
struct ReadField {
    View<S> view;
    Field field;
    float speed, pressure;
    float* out;  ///< x fastest, without ghost cells

    TARN_HD void operator()(int x, int y, int z) const {
        const Grid& g = view.grid();
        out[(std::ptrdiff_t(z) * g.ny + y) * g.nx + x] = value(g.at(x, y, z));
    }
    TARN_HD float value(std::ptrdiff_t place) const {
        const int type = view.type_at(place);
        if (type == kEmpty && field == Field::Fill && view.mass)
            return float(shown_drop(view.mass[place]));
        if (type != kFluid && type != kInterface) return 0.0f;
        if (field == Field::Fill) return type == kFluid ? 1.0f : float(view.fill[place]);
        const auto m = read_moments(view, place);
        if (field == Field::Pressure) return float(m.delta) * pressure;
        return float(m.u[int(field) - int(Field::U)]) * speed;
    }
};

/// Sums in lattice units.
struct WaterTotals {
    double mass = 0.0, carried = 0.0, kinetic = 0.0, height = 0.0;
    double most_speed2 = 0.0;
    std::int64_t cells[4] = {};

    TARN_HD void join(const WaterTotals& other) {
        mass += other.mass;
        carried += other.carried;
        kinetic += other.kinetic;
        height += other.height;
        most_speed2 = larger(most_speed2, other.most_speed2);
        for (int k = 0; k < 4; ++k) cells[k] += other.cells[k];
    }
};

template <class S>
struct SumCells {
    View<S> view;

    TARN_HD WaterTotals operator()(int x, int y, int z) const {
        const std::ptrdiff_t place = view.grid().at(x, y, z);
        const int type = view.type_at(place);
        WaterTotals t;
        t.cells[type] = 1;
        if (type == kSolid) return t;
        if (view.mass) {
            t.mass = double(view.mass[place]);
            if (type != kInterface && view.share[place] == 0)
                t.carried = t.mass - (type == kEmpty ? double(shown_drop(view.mass[place])) : 0.0);
        }
        if (type == kFluid || type == kInterface) {
            typename S::Number f[L::q];
            load_cell(view.from, place, f);
            double delta = 0.0;
            for (int i = 0; i < L::q; ++i) delta += double(f[i]);
            if (type == kFluid) t.mass += 1.0 + delta;
            const auto m = moments_of_stored(f, view.constants);
            double u2 = 0.0;
            for (int axis = 0; axis < 3; ++axis) u2 += double(m.u[axis]) * double(m.u[axis]);
            t.kinetic = 0.5 * t.mass * u2;
            t.most_speed2 = u2;
        }
        t.height = t.mass * (z + 0.5);
        return t;
    }
};

struct HashSum {
    std::uint64_t value = 0;
    TARN_HD void join(const HashSum& other) { value += other.value; }
};

template <class T>
TARN_HD std::uint64_t bits_of(T value) {
    if constexpr (sizeof(T) == 4)
        return __builtin_bit_cast(std::uint32_t, value);
    else
        return __builtin_bit_cast(std::uint64_t, value);
}

/// Of everything that makes up the state: what nobody will read again is left out.
template <class S>
struct HashCells {
    View<S> view;

    TARN_HD HashSum operator()(int x, int y, int z) const {
        constexpr std::uint64_t kWords = L::q + 4;
        const Grid& g = view.grid();
        const std::ptrdiff_t place = g.at(x, y, z);
        const int type = view.type_at(place);
        const std::uint64_t first = std::uint64_t((std::int64_t(z) * g.ny + y) * g.nx + x) * kWords;
        HashSum sum = {hashed_word(first, std::uint64_t(type))};
        if (type == kFluid || type == kInterface)
            unrolled<L::q>([&](auto index) {
                constexpr int i = decltype(index)::value;
                sum.value += hashed_word(first + 1 + i,
                                         bits_of(positive_zero<typename S::Number>(
                                             load_at<i, typename S::Number>(view.from, place))));
            });
        if (!view.mass || type == kSolid) return sum;
        sum.value += hashed_word(first + L::q + 1, bits_of(view.mass[place]));
        sum.value += hashed_word(first + L::q + 2, bits_of(view.fill[place]));
        sum.value += hashed_word(first + L::q + 3, bits_of(view.share[place]));
        return sum;
    }
};

/// The first cell that is not well after a step, by its number; x fastest.
struct FirstCell {
    static constexpr std::int64_t kNone = std::int64_t(1) << 62;
    std::int64_t number = kNone;
    TARN_HD void join(const FirstCell& other) {
        if (other.number < number) number = other.number;
    }
};
template <class S>
struct FindBadCells {
    View<S> view;

    TARN_HD FirstCell operator()(int x, int y, int z) const {
        using T = typename S::Number;
        const Grid& g = view.grid();
        if (view.type_at(g.at(x, y, z)) != kFluid) return {};
        T f[L::q];
        load_arriving(view.from, g.at(x, y, z), f);
        if (is_well<T>(moments(f))) return {};
        return {(std::int64_t(z) * g.ny + y) * g.nx + x};
    }
};

/// Carries a cell over to another step: velocities by `speed`, stresses by `stress`.
template <class S>
struct ChangeStep {
    View<S> view;
    typename S::Number speed, stress;
    typename S::Number gravity[3];  ///< of the new step

    TARN_HD void operator()(int x, int y, int z) const {
        using T = typename S::Number;
        const std::ptrdiff_t place = view.grid().at(x, y, z);
        const int type = view.type_at(place);
        if (type != kFluid && type != kInterface) return;
        T f[L::q], rest[L::q];
        load_cell(view.from, place, f);
        const Moments<T> stored = moments(f);
        Moments<T> m = stored;
        for (int axis = 0; axis < 3; ++axis)
            m.u[axis] = (m.u[axis] - T(0.5) * view.constants.gravity[axis]) * speed +
                        T(0.5) * gravity[axis];
        set_equilibrium<T>(stored, rest);
        T now[L::q];
        set_equilibrium<T>(m, now);
        T sum = T(0);
        for (int i = 1; i < L::q; ++i) {
            f[i] = now[i] + stress * (f[i] - rest[i]);
            sum = sum + f[i];
        }
        f[0] = m.delta - sum;
        store_cell(view.from, place, f);
    }
};

/// Mass that came in and went out, by cell.
struct Through {
    double came_in = 0.0, went_out = 0.0;

    TARN_HD static Through of(double net) {
        return net > 0.0 ? Through{net, 0.0} : Through{0.0, -net};
    }
    TARN_HD void join(const Through& other) {
        came_in += other.came_in;
        went_out += other.went_out;
    }
};

}  // namespace tarn::volume
