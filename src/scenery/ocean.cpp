#include "scenery/ocean.hpp"

#include "base/background.hpp"
#include "base/hash.hpp"
#include "base/platform.hpp"

#include <kissfft/kissfft.hh>

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <cstddef>
#include <future>
#include <numbers>
#include <system_error>

namespace tarn::scenery {

namespace {

using Complex = std::complex<float>;
constexpr double kTau = 2.0 * std::numbers::pi;

// The frequency spectrum of a fully developed sea [pierson1964] is
//     S(omega) = alpha g^2 omega^-5 exp(-beta (g / (U omega))^4).
// With omega^2 = g k and L = U^2/g, S(omega) domega = E(k) dk becomes
//     E(k) = alpha/2 k^-3 exp(-beta / (k L)^2),
// which is the Phillips spectrum of [tessendorf2001] with its two constants settled. Its integral,
// alpha L^2 / (4 beta), gives a significant height 4 sqrt(m0) = 0.21 U^2/g.
constexpr double kAlpha = 0.0081;
constexpr double kBeta = 0.74;

// Energy of waves against the wind, as a share of those with it; chosen by eye.
constexpr double kAgainstWind = 0.05;

// Surface tension over density of clean water at 20 C, m^3/s^2.
constexpr double kTension = 7.29e-5;

/// Variance of height per area of the (kx, ky) plane, m^4: E(k)/k times a spread over directions
/// whose integral over the circle is 1.
double variance_density(const OceanDesc& desc, double kx, double ky) {
    const Vec2 wind = desc.wind_m_per_s;
    const double wind2 = wind.x * wind.x + wind.y * wind.y;
    const double k2 = kx * kx + ky * ky;
    if (wind2 == 0.0 || k2 == 0.0) return 0.0;

    const double length_m = wind2 / desc.gravity_m_per_s2;  // L above
    const double k_l = std::sqrt(k2) * length_m;
    const double along = kx * wind.x + ky * wind.y;
    const double cos2 = along * along / (k2 * wind2);
    const double spread =
        2.0 / std::numbers::pi * cos2 * (along > 0.0 ? 1.0 : kAgainstWind) / (1.0 + kAgainstWind);
    // Below the capillary length surface tension rules, and the waves of this file end.
    const double capillary2 = kTension / desc.gravity_m_per_s2;
    return 0.5 * kAlpha / (k2 * k2) * std::exp(-kBeta / (k_l * k_l) - k2 * capillary2) * spread;
}

/// Two independent normal numbers for the wave (nx, ny), whatever the number of cells (Box-Muller).
std::complex<double> normal_pair(std::uint64_t seed, int nx, int ny) {
    const auto place = std::uint64_t(nx + 0x8000) << 16 | std::uint64_t(ny + 0x8000);
    const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform01(seed, 2 * place)));
    return std::polar(radius, kTau * uniform01(seed, 2 * place + 1));
}

/// Share of the wave (nx, ny) in the sea at time 0. A height with the transform
///     a(k) exp(-i omega t) + conj(a(-k)) exp(i omega t)
/// has the variance sum of 2 |a|^2, and a normal pair has the mean square 2; hence the half.
std::complex<double> amplitude(const OceanDesc& desc, int nx, int ny) {
    const double dk = kTau / desc.tile_m;
    const double variance = variance_density(desc, nx * dk, ny * dk) * dk * dk;
    return 0.5 * std::sqrt(variance) * normal_pair(desc.seed, nx, ny);
}

/// A wave and the one in the opposite direction; their transforms are conjugate.
struct Mode {
    Complex forth, back;  ///< factors of exp(-i omega t) and exp(i omega t)
    float kx, ky, k;      ///< rad/m
    double omega;         ///< rad/s
    std::size_t place, opposite;
};

/// True for waves that the desc wants and the cells hold. Shorter than two cells along any
/// direction is left out, and with it the Nyquist row and column, whose slopes would not be real.
bool is_held(const OceanDesc& desc, double k) {
    const double length_m = kTau / k;
    return length_m > 2.0 * desc.tile_m / desc.cells && length_m >= desc.shortest_m &&
           (desc.longest_m == 0.0 || length_m <= desc.longest_m);
}

/// Where the wave (nx, ny) stands in a transform: columns first, ky fastest.
std::size_t place_of(int cells, int nx, int ny) {
    const auto wrapped = [cells](int n) { return std::size_t(n & (cells - 1)); };
    return wrapped(nx) * std::size_t(cells) + wrapped(ny);
}

/// One of each pair of opposite waves.
std::vector<Mode> held_modes(const OceanDesc& desc) {
    std::vector<Mode> modes;
    const int half = desc.cells / 2;
    for (int nx = 0; nx < half; ++nx)
        for (int ny = nx == 0 ? 1 : 1 - half; ny < half; ++ny) {
            const double kx = nx * kTau / desc.tile_m, ky = ny * kTau / desc.tile_m;
            const double k = std::hypot(kx, ky);
            const auto forth = amplitude(desc, nx, ny);
            const auto back = std::conj(amplitude(desc, -nx, -ny));
            if (!is_held(desc, k) || (forth == 0.0 && back == 0.0)) continue;
            modes.push_back({.forth = Complex(forth),
                             .back = Complex(back),
                             .kx = float(kx),
                             .ky = float(ky),
                             .k = float(k),
                             .omega = std::sqrt(desc.gravity_m_per_s2 * k),
                             .place = place_of(desc.cells, nx, ny),
                             .opposite = place_of(desc.cells, -nx, -ny)});
        }
    return modes;
}

/// Product without the rescue of infinities that the operator's rules ask for.
Complex times(Complex a, Complex b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

}  // namespace

struct Ocean::Impl {
    // Two real fields share a complex one, as real and imaginary part.
    enum Pair { HeightSlopeX, SlopeYShiftX, ShiftYConvergence, kPairs };
    static constexpr std::size_t kBatch = 8;  ///< columns turned at once: one cache line of a row

    explicit Impl(const OceanDesc& d);
    void write_spectra(double time_s);
    /// All transforms of one pair of fields; pairs do not touch each other.
    void transform(Pair pair);
    void transform_all();
    void gather(OceanTile& out) const;

    OceanDesc desc;
    std::size_t cells;
    std::vector<Mode> modes;
    double mean_square_height_m2 = 0.0;
    double slope_variance = 0.0;
    struct Transform {
        kissfft<float> inverse;
        std::vector<Complex> spectrum;  ///< ky fastest; zero where no mode is
        std::vector<Complex> columns;   ///< by kx and y, kx fastest
        std::vector<Complex> fields;    ///< by x and y, x fastest
        std::vector<Complex> batch;
    };
    std::vector<Transform> transforms;  ///< by Pair
};

Ocean::Impl::Impl(const OceanDesc& d) : desc(d), cells(std::size_t(d.cells)), modes(held_modes(d)) {
    const std::vector<Complex> empty(cells * cells);
    for (int pair = 0; pair < kPairs; ++pair)
        transforms.push_back({kissfft<float>(cells, true), empty, empty, empty,
                              std::vector<Complex>(kBatch * cells)});
    for (const Mode& mode : modes) {
        // Twice for the two amplitudes' variance, as in amplitude(); opposite waves are both here.
        const double square = 2.0 * (double(std::norm(mode.forth)) + double(std::norm(mode.back)));
        mean_square_height_m2 += square;
        slope_variance += square * double(mode.k) * double(mode.k);
    }
}

/// Of a wave h exp(i k.x) the slope is i k h; the shift, as in Gerstner's wave, is i k/|k| h, and
/// its convergence (minus divergence) is |k| h.
void Ocean::Impl::write_spectra(double time_s) {
    for (const Mode& mode : modes) {
        const double phase = mode.omega * time_s;
        const Complex turn(float(std::cos(phase)), float(std::sin(phase)));
        const Complex h = times(mode.forth, std::conj(turn)) + times(mode.back, turn);
        const auto write = [&](Pair pair, Complex first, Complex second) {
            // first + i second; the opposite wave has the conjugates of both.
            auto& spectrum = transforms[pair].spectrum;
            spectrum[mode.place] = {first.real() - second.imag(), first.imag() + second.real()};
            spectrum[mode.opposite] = {first.real() + second.imag(), second.real() - first.imag()};
        };
        const Complex ih(-h.imag(), h.real());
        write(HeightSlopeX, h, mode.kx * ih);
        write(SlopeYShiftX, mode.ky * ih, mode.kx / mode.k * ih);
        write(ShiftYConvergence, mode.ky / mode.k * ih, mode.k * h);
    }
}

/// Along y with transposition, a batch of columns at a time so that whole cache lines are written;
/// then along x.
void Ocean::Impl::transform(Pair pair) {
    Transform& t = transforms[pair];
    const std::size_t count = std::min(kBatch, cells);
    for (std::size_t first = 0; first < cells; first += count) {
        for (std::size_t c = 0; c < count; ++c)
            t.inverse.transform(&t.spectrum[(first + c) * cells], &t.batch[c * cells]);
        for (std::size_t y = 0; y < cells; ++y)
            for (std::size_t c = 0; c < count; ++c)
                t.columns[y * cells + first + c] = t.batch[c * cells + y];
    }
    for (std::size_t y = 0; y < cells; ++y)
        t.inverse.transform(&t.columns[y * cells], &t.fields[y * cells]);
}

/// Each pair on a thread of its own where threads are to be had and the tile is worth it.
void Ocean::Impl::transform_all() {
    constexpr std::size_t kWorthThreads = 128;
    std::array<std::future<void>, kPairs> running;
    for (int pair = 1; pair < kPairs && cells >= kWorthThreads; ++pair) try {
            running[std::size_t(pair)] = in_background([this, pair] { transform(Pair(pair)); });
        } catch (const std::system_error&) {
            break;
        }
    for (int pair = 0; pair < kPairs; ++pair)
        if (!running[std::size_t(pair)].valid()) transform(Pair(pair));
    for (auto& thread : running)
        if (thread.valid()) thread.get();
}

/// Writes all fields; of the fold, its linear part.
void Ocean::Impl::gather(OceanTile& out) const {
    for (std::size_t n = 0; n < cells * cells; ++n) {
        const Complex a = transforms[HeightSlopeX].fields[n];
        const Complex b = transforms[SlopeYShiftX].fields[n];
        const Complex c = transforms[ShiftYConvergence].fields[n];
        out.waves[n] = {a.real(), a.imag(), b.real(), c.imag()};
        out.shift_m[n] = {b.imag(), c.real()};
    }
}

namespace {

/// Takes the determinant of the shift's gradient from the fold, so that it is the whole of
/// 1 - Jacobian. Central differences are enough for this small term and save a transform.
void finish_fold(double cell_m, OceanTile& out) {
    const auto cells = std::size_t(out.cells), last = cells - 1;
    const float scale = float(0.5 / cell_m);
    for (std::size_t y = 0; y < cells; ++y) {
        const auto* row = &out.shift_m[y * cells];
        const auto* north = &out.shift_m[((y + 1) & last) * cells];
        const auto* south = &out.shift_m[((y - 1) & last) * cells];
        for (std::size_t x = 0; x < cells; ++x) {
            const auto& east = row[(x + 1) & last];
            const auto& west = row[(x - 1) & last];
            const float xx = (east[0] - west[0]) * scale, yy = (north[x][1] - south[x][1]) * scale;
            const float xy = (east[1] - west[1]) * scale;
            out.waves[y * cells + x][3] -= xx * yy - xy * xy;
        }
    }
}

}  // namespace

Ocean::Ocean(const OceanDesc& desc) {
    TARN_ASSERT(desc.cells >= 2 && desc.cells <= 0x8000 &&
                std::has_single_bit(unsigned(desc.cells)));
    TARN_ASSERT(desc.tile_m > 0.0 && desc.gravity_m_per_s2 > 0.0);
    TARN_ASSERT(std::isfinite(desc.wind_m_per_s.x) && std::isfinite(desc.wind_m_per_s.y));
    impl_ = std::make_unique<Impl>(desc);
}

Ocean::Ocean(Ocean&&) noexcept = default;
Ocean& Ocean::operator=(Ocean&&) noexcept = default;
Ocean::~Ocean() = default;

void Ocean::at(double time_s, OceanTile& out) {
    TARN_ASSERT(std::isfinite(time_s));
    Impl& impl = *impl_;
    out.cells = impl.desc.cells;
    out.waves.resize(impl.cells * impl.cells);
    out.shift_m.resize(impl.cells * impl.cells);
    out.slope_variance = impl.slope_variance;

    impl.write_spectra(time_s);
    impl.transform_all();
    impl.gather(out);
    finish_fold(impl.desc.tile_m / impl.desc.cells, out);
}

const OceanDesc& Ocean::desc() const {
    return impl_->desc;
}

double Ocean::mean_square_height_m2() const {
    return impl_->mean_square_height_m2;
}

}  // namespace tarn::scenery
