#include "experiment.hpp"

#include "io/json_text.hpp"

#include <cmath>
#include <numbers>

namespace tarn::cli::reproduce {
namespace {

void write_drop(io::JsonWriter& json, const Experiment& e) {
    json.begin_object().key("drop").begin_object();
    json.key("at").begin_array().value(0.5 * kSide_m).value(0.5 * e.ny * e.cell_m()).end_array();
    json.member("radius", e.drop->radius_m).member("height", e.drop->height_m);
    json.member("shape", e.drop->shape);
    json.end_object().end_object();
}

Result<double> cosine_amplitude(const World& world, int half_waves) {
    const auto level = world.field("level");
    if (!level) return level.error();
    const FieldView& view = level.value();
    double sum = 0.0;
    for (int i = 0; i < view.nx; ++i)
        sum += double(view.data[i]) * std::cos(std::numbers::pi * half_waves * (i + 0.5) / view.nx);
    return 2.0 * sum / view.nx;
}

}  // namespace

double Experiment::step_s() const {
    return courant * cell_m() / std::sqrt(kGravity_m_per_s2 * kStillDepth_m);
}

std::string Experiment::scene_text() const {
    io::JsonWriter json;
    json.begin_object().key("water").begin_object();
    json.key("size").begin_array().value(kSide_m).value(ny * cell_m()).end_array();
    json.key("cells").begin_array().value(nx).value(ny).end_array();
    json.member("gravity", kGravity_m_per_s2).member("tau", tau).member("time_step", step_s());
    json.member("collision", collision).member("precision", precision);
    json.member("bed", -kStillDepth_m);
    json.key("level").begin_object().member("expr", level).end_object();
    json.key("edges").begin_object();
    json.member("west", x_edges).member("east", x_edges);
    json.member("south", y_edges).member("north", y_edges);
    json.end_object().end_object();
    json.key("events").begin_array();
    if (drop) write_drop(json, *this);
    json.end_array().end_object();
    return json.text();
}

Result<World> make_world(const Experiment& experiment) {
    return World::from_json(experiment.scene_text(), ".");
}

Result<std::vector<double>> record_cosine(const Experiment& experiment, int half_waves, int steps) {
    auto world = make_world(experiment);
    if (!world) return world.error();
    std::vector<double> amplitudes;
    for (int k = 0; k <= steps; ++k) {
        if (k > 0)
            if (const auto stepped = world.value().step(experiment.step_s()); !stepped)
                return stepped.error();
        const auto amplitude = cosine_amplitude(world.value(), half_waves);
        if (!amplitude) return amplitude.error();
        amplitudes.push_back(amplitude.value());
    }
    return amplitudes;
}

}  // namespace tarn::cli::reproduce
