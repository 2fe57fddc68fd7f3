#include "support/random_scene.hpp"

#include "base/file.hpp"
#include "base/hash.hpp"
#include "io/json_text.hpp"
#include "support/npy_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace tarn {
namespace {

constexpr double kGravity_m_per_s2 = 9.81;
constexpr int kSteps = 2000;

class Dice {
public:
    explicit Dice(std::uint64_t seed) : seed_(seed) {}
    double between(double low, double high) {
        return low + (high - low) * uniform01(seed_, counter_++);
    }
    int below(int count) { return int(between(0.0, count)); }
    bool chance(double share) { return between(0.0, 1.0) < share; }

private:
    std::uint64_t seed_, counter_ = 0;
};

/// What the scene is for: any scheme and all that fv can do, a pond that `auto` gives to d2q9, or
/// anything that d2q9 takes over a bed.
enum class Kind { Any, Pond, Lattice };

/// One scene in the making.
class RandomScene {
public:
    RandomScene(std::uint64_t seed, const std::filesystem::path& folder, Kind kind)
        : dice_(seed),
          folder_(folder),
          kind_(kind),
          nx_(12 + dice_.below(29)),
          ny_(12 + dice_.below(29)),
          cell_m_(std::pow(10.0, dice_.between(-2.0, 1.5))),
          depth_m_(cell_m_ * dice_.between(0.2, 4.0)),
          wave_m_per_s_(std::sqrt(kGravity_m_per_s2 * depth_m_)),
          // Steps shorten where the water is deeper or faster than that.
          length_s_(0.3 * kSteps * cell_m_ / wave_m_per_s_) {}

    std::string text() {
        json_.begin_object().member("duration", length_s_).key("water").begin_object();
        pair("size", nx_ * cell_m_, ny_ * cell_m_);
        json_.key("cells").begin_array().value(nx_).value(ny_).end_array();
        if (kind_ == Kind::Any && dice_.chance(0.15)) kind_ = Kind::Pond;
        if (kind_ == Kind::Pond)
            json_.member("level", depth_m_);
        else
            write_ground_and_level();
        if (kind_ == Kind::Lattice)
            write_lattice();
        else
            json_.member("precision", dice_.chance(0.25) ? "double" : "float");
        write_edges();
        write_forces();
        write_solids();
        json_.end_object();
        write_rain();
        write_events();
        if (dice_.chance(0.2)) json_.key("maps").begin_object().end_object();
        return json_.end_object().text();
    }

private:
    bool is_for_d2q9() const { return kind_ != Kind::Any; }
    void pair(const char* name, double x, double y) {
        json_.key(name).begin_array().value(x).value(y).end_array();
    }
    void place(const char* name) {
        pair(name, dice_.between(0.05, 0.95) * nx_ * cell_m_,
             dice_.between(0.05, 0.95) * ny_ * cell_m_);
    }

    template <class Height>
    void write_field(const char* name, Height height_m) {
        std::vector<double> values;
        for (int j = 0; j < ny_; ++j)
            for (int i = 0; i < nx_; ++i) values.push_back(height_m(i, j));
        const std::string file = std::string(name) + ".npy";
        ASSERT_TRUE(write_file(folder_ / file,
                               npy_file<double>({std::size_t(ny_), std::size_t(nx_)}, values)));
        json_.key(name).begin_object().member("npy", file).end_object();
    }

    /// A plane, waves, hills, cliffs and single stones over each other; then lakes at several
    /// levels, some of them dry.
    void write_ground_and_level() {
        const double slope_x = dice_.between(-1.0, 1.0), slope_y = dice_.between(-1.0, 1.0);
        const double wave = dice_.chance(0.5) ? dice_.between(0.0, 0.6) : 0.0;
        const double kx = dice_.between(0.1, 1.5), ky = dice_.between(0.1, 1.5);
        const double rough = dice_.chance(0.4) ? dice_.between(0.0, 0.8) : 0.0;
        const double cliff = dice_.chance(0.4) ? dice_.between(-2.0, 2.0) : 0.0;
        const int cliff_at = dice_.below(nx_), stones = dice_.below(4);
        Dice noise(std::uint64_t(dice_.below(1 << 30)));
        std::vector<double> bed_m;
        for (int j = 0; j < ny_; ++j)
            for (int i = 0; i < nx_; ++i) {
                double h = slope_x * i / nx_ + slope_y * j / ny_;
                h += wave * std::sin(kx * i) * std::cos(ky * j) + rough * noise.between(-1.0, 1.0);
                if (i >= cliff_at) h += cliff;
                bed_m.push_back(h * depth_m_);
            }
        for (int k = 0; k < stones; ++k)
            bed_m[std::size_t(dice_.below(nx_ * ny_))] += dice_.between(-3.0, 3.0) * depth_m_;
        const auto at = [&](int i, int j) {
            return bed_m[std::size_t(j) * std::size_t(nx_) + std::size_t(i)];
        };
        write_field("bed", at);
        // The lowest cell is wet.
        const double lowest_m = std::ranges::min(bed_m);
        const double high_m = lowest_m + dice_.between(0.1, 3.0) * depth_m_;
        const double low_m = dice_.chance(0.5) ? high_m : dice_.between(lowest_m, high_m);
        const auto lowest = int(std::ranges::min_element(bed_m) - bed_m.begin());
        const int dam = dice_.below(nx_);
        const bool is_west_high = lowest % nx_ < dam;
        write_field("level",
                    [&](int i, int) { return (i < dam) == is_west_high ? high_m : low_m; });
        // The lattice step is that of the deepest place, which drops must not exceed too far.
        if (kind_ == Kind::Lattice) depth_m_ = high_m - lowest_m;
        if (dice_.chance(0.2))
            pair("velocity", dice_.between(-1.5, 1.5) * wave_m_per_s_,
                 dice_.between(-1.5, 1.5) * wave_m_per_s_);
    }

    /// d2q9 by name, or as what `auto` is left with.
    void write_lattice() {
        constexpr const char* kPrecisions[] = {"float", "float", "half", "half", "double"};
        const bool is_named = dice_.chance(0.7);
        if (is_named) json_.member("scheme", "d2q9");
        const std::string precision = kPrecisions[dice_.below(5)];
        json_.member("precision", precision);
        if (dice_.chance(0.2)) json_.member("streaming", "in_place");
    }

    void write_edges() {
        json_.key("edges").begin_object();
        const bool along_x = dice_.chance(0.2), along_y = dice_.chance(0.2);
        for (const char* name : {"west", "east"}) write_edge(name, along_x, ny_ * cell_m_);
        for (const char* name : {"south", "north"}) write_edge(name, along_y, nx_ * cell_m_);
        json_.end_object();
    }

    void write_edge(const char* name, bool is_periodic, double width_m) {
        constexpr const char* kWords[] = {"wall", "slip", "open"};
        json_.key(name);
        if (is_periodic) {
            json_.value("periodic");
        } else if (is_for_d2q9() || dice_.chance(0.6)) {
            json_.value(kWords[dice_.below(3)]);
        } else if (dice_.chance(0.3)) {
            write_outflow();
        } else if (dice_.chance(0.6)) {
            json_.begin_object().key("inflow").begin_object();
            // Also faster than waves, and out of water that may not be there.
            if (dice_.chance(0.5))
                json_.member("discharge",
                             dice_.between(-0.6, 1.8) * width_m * depth_m_ * wave_m_per_s_);
            else
                json_.member("level", dice_.between(-1.0, 2.0) * depth_m_);
            json_.end_object().end_object();
        } else {
            write_waves();
        }
    }

    /// Kind `normal` would need friction, which a scene may not have.
    void write_outflow() {
        json_.begin_object().key("outflow").begin_object();
        json_.member("kind", dice_.chance(0.5) ? "free" : "critical").end_object().end_object();
    }

    void write_waves() {
        constexpr const char* kKinds[] = {"sine", "piston", "train"};
        json_.begin_object().key("waves").begin_object();
        json_.member("kind", kKinds[dice_.below(3)]);
        json_.member("height", dice_.between(0.05, 0.8) * depth_m_);
        json_.member("period", dice_.between(8.0, 80.0) * cell_m_ / wave_m_per_s_);
        json_.member("ramp", dice_.between(0.0, 0.1) * length_s_);
        json_.end_object().end_object();
    }

    void write_forces() {
        if (dice_.chance(0.4)) json_.member("manning", dice_.between(0.0, 0.06));
        if (dice_.chance(0.2)) json_.member("drag", dice_.between(0.0, 0.02));
        if (dice_.chance(0.3)) pair("wind", dice_.between(-30.0, 30.0), dice_.between(-30.0, 30.0));
        if (dice_.chance(0.2)) json_.member("coriolis", dice_.between(-1e-2, 1e-2));
        if (dice_.chance(0.2)) json_.member("infiltration", mm_per_h(dice_.between(0.0, 0.3)));
    }

    /// A rate that moves so many depths within the run.
    double mm_per_h(double depths) const {
        return std::min(1e6, depths * depth_m_ / length_s_ * 3.6e6);
    }

    void write_solids() {
        const int count = dice_.below(4);
        json_.key("solids").begin_array();
        for (int k = 0; k < count; ++k) {
            const double x = dice_.between(0.1, 0.8) * nx_ * cell_m_;
            const double y = dice_.between(0.1, 0.8) * ny_ * cell_m_;
            const double size = dice_.between(0.5, 5.0) * cell_m_;
            json_.begin_object();
            if (dice_.chance(0.5))
                json_.key("box").begin_array().value(x).value(y).value(x + size).value(
                    y + dice_.between(0.5, 5.0) * cell_m_);
            else
                json_.key("disc").begin_array().value(x).value(y).value(size);
            json_.end_array().end_object();
        }
        json_.end_array();
    }

    void write_rain() {
        if (!dice_.chance(0.3)) return;
        json_.key("rain").begin_object().member("rate", mm_per_h(dice_.between(0.0, 0.5)));
        double drop_m = std::clamp(dice_.between(0.5, 2.0) * cell_m_, 1e-4, 1.0);
        // All of it in one cell is as high as the deepest water.
        if (kind_ == Kind::Lattice)
            drop_m =
                std::min(drop_m, std::cbrt(0.75 / std::numbers::pi * depth_m_ * cell_m_ * cell_m_));
        json_.member("drop", dice_.chance(0.5) ? 0.0 : drop_m).member("seed", dice_.below(1000));
        json_.end_object();
    }

    void write_events() {
        json_.key("events").begin_array();
        const int count = dice_.below(5);
        for (int k = 0; k < count; ++k) {
            json_.begin_object().member("time", dice_.between(0.0, 0.7) * length_s_);
            const int kind = dice_.below(is_for_d2q9() ? 3 : 6);
            if (kind == 0) write_drop();
            if (kind == 1) write_stir();
            if (kind == 2) write_press();
            if (kind == 3) write_dig();
            if (kind > 3) write_box(kind == 4 ? "open" : "close");
            json_.end_object();
        }
        json_.end_array();
    }

    double highest_drop() const {
        return kind_ == Kind::Any ? 4.0 : kind_ == Kind::Pond ? 1.0 : 2.0;
    }
    void write_drop() {
        json_.key("drop").begin_object();
        place("at");
        json_.member("radius", dice_.between(0.5, 6.0) * cell_m_);
        json_.member("height", dice_.between(-1.0, highest_drop()) * depth_m_);
        json_.member("shape", dice_.chance(0.5) ? "tophat" : "smooth").end_object();
    }

    void write_stir() {
        json_.key("stir").begin_object().key("path").begin_array();
        for (int k = 0; k < 3; ++k)
            json_.begin_array()
                .value(dice_.between(0.1, 0.9) * nx_ * cell_m_)
                .value(dice_.between(0.1, 0.9) * ny_ * cell_m_)
                .end_array();
        json_.end_array().member("speed", dice_.between(0.1, 1.0) * wave_m_per_s_);
        json_.member("radius", dice_.between(1.0, 4.0) * cell_m_);
        json_.member("depth", dice_.between(0.1, 0.6) * depth_m_).end_object();
    }

    void write_press() {
        constexpr const char* kShapes[] = {"hand", "disc", "box"};
        json_.key("press").begin_object().member("shape", kShapes[dice_.below(3)]);
        place("at");
        json_.member("size", dice_.between(2.0, 10.0) * cell_m_);
        json_.member("depth", dice_.between(0.1, 0.8) * depth_m_);
        json_.member("fall", dice_.between(0.0, 0.1) * length_s_);
        json_.member("hold", dice_.between(0.0, 0.1) * length_s_).end_object();
    }

    void write_dig() {
        json_.key("dig").begin_object();
        place("at");
        json_.member("radius", dice_.between(1.0, 6.0) * cell_m_);
        json_.member("depth", dice_.between(-2.0, 2.0) * depth_m_);
        json_.member("over", dice_.chance(0.5) ? 0.0 : dice_.between(0.0, 0.3) * length_s_);
        json_.member("shape", dice_.chance(0.5) ? "tophat" : "smooth").end_object();
    }

    void write_box(const char* kind) {
        const double x = dice_.between(0.0, 0.8) * nx_ * cell_m_;
        const double y = dice_.between(0.0, 0.8) * ny_ * cell_m_;
        json_.key(kind).begin_object().key("box").begin_array().value(x).value(y);
        json_.value(x + dice_.between(1.0, 8.0) * cell_m_);
        json_.value(y + dice_.between(1.0, 8.0) * cell_m_).end_array().end_object();
    }

    Dice dice_;
    std::filesystem::path folder_;
    Kind kind_;
    int nx_, ny_;
    double cell_m_, depth_m_, wave_m_per_s_, length_s_;
    io::JsonWriter json_;
};

}  // namespace

std::string random_scene(std::uint64_t seed, const std::filesystem::path& folder) {
    return RandomScene(seed, folder, Kind::Any).text();
}

std::string random_lattice_scene(std::uint64_t seed, const std::filesystem::path& folder) {
    return RandomScene(seed, folder, Kind::Lattice).text();
}

}  // namespace tarn
