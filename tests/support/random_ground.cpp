// Beds, levels and velocities of random scenes, in every form that a scene can give them.
#include "io/number_text.hpp"
#include "support/grey_png.hpp"
#include "support/npy_file.hpp"
#include "support/scene_draft.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tarn {
namespace {

/// Heights of all cells, x fastest, row 0 at the south.
using Heights = std::vector<double>;

double height_at(const SceneDraft& draft, const Heights& heights_m, int i, int j) {
    return heights_m[std::size_t(j) * std::size_t(draft.nx) + std::size_t(i)];
}

void write_npy(SceneDraft& draft, const std::string& file, const Heights& heights_m) {
    draft.write_file_of_scene(
        file, npy_file<double>({std::size_t(draft.ny), std::size_t(draft.nx)}, heights_m));
}

void write_field(SceneDraft& draft, const char* name, const Heights& heights_m) {
    const std::string file = std::string(name) + ".npy";
    write_npy(draft, file, heights_m);
    draft.json.key(name).begin_object().member("npy", file).end_object();
}

/// A plane, waves, hills, cliffs and single stones over each other.
Heights rough_ground(SceneDraft& draft) {
    Dice& dice = draft.dice;
    const double slope_x = dice.between(-1.0, 1.0), slope_y = dice.between(-1.0, 1.0);
    const double wave = dice.chance(0.5) ? dice.between(0.0, 0.6) : 0.0;
    const double kx = dice.between(0.1, 1.5), ky = dice.between(0.1, 1.5);
    const double rough = dice.chance(0.4) ? dice.between(0.0, 0.8) : 0.0;
    const double cliff = dice.chance(0.4) ? dice.between(-2.0, 2.0) : 0.0;
    const int cliff_at = dice.below(draft.nx), stones = dice.below(4);
    Dice noise(std::uint64_t(dice.below(1 << 30)));
    Heights bed_m;
    for (int j = 0; j < draft.ny; ++j)
        for (int i = 0; i < draft.nx; ++i) {
            double h = slope_x * i / draft.nx + slope_y * j / draft.ny;
            h += wave * std::sin(kx * i) * std::cos(ky * j) + rough * noise.between(-1.0, 1.0);
            if (i >= cliff_at) h += cliff;
            bed_m.push_back(h * draft.depth_m);
        }
    for (int k = 0; k < stones; ++k) {
        const double rise_m = dice.between(-3.0, 3.0) * draft.depth_m;
        bed_m[std::size_t(dice.below(draft.nx * draft.ny))] += rise_m;
    }
    return bed_m;
}

/// Grey of 8 or 16 bits, its upper row at the north.
void write_png(SceneDraft& draft, const Heights& heights_m) {
    const bool is_fine = draft.dice.chance(0.5);
    const double low_m = std::ranges::min(heights_m);
    const double high_m = std::max(std::ranges::max(heights_m), low_m + 1e-3 * draft.depth_m);
    const int most = is_fine ? 65535 : 255;
    std::vector<int> greys;
    for (int j = draft.ny - 1; j >= 0; --j)
        for (int i = 0; i < draft.nx; ++i)
            greys.push_back(int(std::lround((height_at(draft, heights_m, i, j) - low_m) /
                                            (high_m - low_m) * most)));
    const auto columns = std::uint32_t(draft.nx);
    draft.write_file_of_scene(
        "bed.png", (is_fine ? grey_png_16(columns, greys) : grey_png_8(columns, greys)).bytes());
    draft.json.member("png", "bed.png");
    draft.pair("range", low_m, high_m);
}

/// An ESRI grid with cells of the water's size, and a hole that `nodata` fills.
void write_asc(SceneDraft& draft, const Heights& heights_m) {
    std::string text = "ncols " + std::to_string(draft.nx) + "\nnrows " + std::to_string(draft.ny) +
                       "\nxllcorner 7\nyllcorner -3\ncellsize " + io::shortest_text(draft.cell_m) +
                       "\nNODATA_value -9999\n";
    const int hole = draft.dice.below(draft.nx * draft.ny);
    for (int j = draft.ny - 1; j >= 0; --j)
        for (int i = 0; i < draft.nx; ++i)
            text +=
                (j * draft.nx + i == hole ? "-9999"
                                          : io::shortest_text(height_at(draft, heights_m, i, j))) +
                (i + 1 < draft.nx ? ' ' : '\n');
    draft.write_file_of_scene("bed.asc", text);
    draft.json.member("asc", "bed.asc").member("nodata", std::ranges::max(heights_m));
}

/// A bed in one of the other forms. What is interpolated may rise where it was lowest: returns by
/// how much at most.
double write_bed_in_any_form(SceneDraft& draft, const Heights& heights_m) {
    Dice& dice = draft.dice;
    const double range_m = std::ranges::max(heights_m) - std::ranges::min(heights_m);
    const int form = dice.below(4);
    if (form == 3) {
        // Hills that are as high as the ground would have been.
        const auto number = [](double value) { return io::shortest_text(value); };
        const std::string text = number(std::ranges::min(heights_m)) + " + " + number(range_m) +
                                 " * (0.5 + 0.5 * sin(" +
                                 number(dice.between(0.1, 1.0) / draft.cell_m) + " * x) * cos(" +
                                 number(dice.between(0.1, 1.0) / draft.cell_m) + " * y))";
        draft.json.key("bed").begin_object().member("expr", text).end_object();
        return range_m;
    }
    draft.json.key("bed").begin_object();
    if (form == 0) write_png(draft, heights_m);
    if (form == 1) write_asc(draft, heights_m);
    if (form == 2) {
        write_npy(draft, "bed.npy", heights_m);
        draft.json.member("npy", "bed.npy");
    }
    const bool is_stretched = form != 1 && dice.chance(0.5);
    if (is_stretched) {
        draft.json.key("extent").begin_array();
        draft.json.value(-dice.between(0.0, 0.5) * draft.width_m());
        draft.json.value(-dice.between(0.0, 0.5) * draft.height_m());
        draft.json.value(dice.between(1.0, 1.5) * draft.width_m());
        draft.json.value(dice.between(1.0, 1.5) * draft.height_m()).end_array();
    }
    draft.json.end_object();
    // 8 bits leave a step of a 255th.
    return is_stretched ? range_m : range_m / 255.0;
}

void write_velocity(SceneDraft& draft) {
    Dice& dice = draft.dice;
    const double speed = dice.between(0.0, 1.0) * draft.wave_m_per_s;
    if (dice.chance(0.5)) {
        const std::string text = io::shortest_text(speed) + " * sin(x / " +
                                 io::shortest_text(dice.between(2.0, 9.0) * draft.cell_m) + ")";
        draft.json.key("velocity").begin_object().key("expr").begin_array();
        draft.json.value(text).value("0.3 * y / " + io::shortest_text(draft.height_m()));
        draft.json.end_array().end_object();
        return;
    }
    std::vector<float> values;
    for (int k = 0; k < 2 * draft.nx * draft.ny; ++k)
        values.push_back(float(dice.between(-speed, speed)));
    draft.write_file_of_scene(
        "velocity.npy", npy_file<float>({std::size_t(draft.ny), std::size_t(draft.nx), 2}, values));
    draft.json.key("velocity").begin_object().member("npy", "velocity.npy").end_object();
}

}  // namespace

/// Ground, then lakes at several levels, some of them dry.
void write_ground_and_level(SceneDraft& draft) {
    Dice& dice = draft.dice;
    const Heights bed_m = rough_ground(draft);
    const bool is_other_form = draft.says_all && dice.chance(0.5);
    double margin_m = 0.0;
    if (is_other_form)
        margin_m = write_bed_in_any_form(draft, bed_m);
    else
        write_field(draft, "bed", bed_m);
    // The lowest cell is wet.
    const double lowest_m = std::ranges::min(bed_m);
    const double high_m = lowest_m + margin_m + dice.between(0.1, 3.0) * draft.depth_m;
    const double low_m = dice.chance(0.5) ? high_m : dice.between(lowest_m, high_m);
    const auto lowest = int(std::ranges::min_element(bed_m) - bed_m.begin());
    const int dam = dice.below(draft.nx);
    const bool is_west_high = lowest % draft.nx < dam;
    draft.is_dry = draft.says_all && !draft.is_for_d2q9() && dice.chance(0.06);
    if (draft.is_dry) {
        draft.json.member("level", lowest_m - draft.depth_m);
    } else if (is_other_form) {
        draft.json.member("level", high_m);
    } else {
        Heights level_m;
        for (int j = 0; j < draft.ny; ++j)
            for (int i = 0; i < draft.nx; ++i)
                level_m.push_back((i < dam) == is_west_high ? high_m : low_m);
        write_field(draft, "level", level_m);
    }
    // The lattice step is that of the deepest place, which drops must not exceed too far.
    if (draft.kind == SceneKind::Lattice) draft.depth_m = high_m - lowest_m;
    if (!dice.chance(0.2)) return;
    if (draft.says_all && dice.chance(0.6))
        write_velocity(draft);
    else
        draft.velocity("velocity", 1.5, draft.wave_m_per_s);
}

}  // namespace tarn
