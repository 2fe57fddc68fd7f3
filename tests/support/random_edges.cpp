// Edges of random scenes: words, inflows, wave makers, outflows, zones, parts of edges.
#include "io/number_text.hpp"
#include "support/scene_draft.hpp"

#include <string>

namespace tarn {
namespace {

constexpr const char* kNames[] = {"west", "east", "south", "north"};

/// So much water (m3/s) through an edge, also faster than waves, and out of water that may not be
/// there.
double some_discharge(SceneDraft& draft, int edge) {
    return draft.dice.between(-0.6, 1.8) * draft.length_of_edge_m(edge) * draft.depth_m *
           draft.wave_m_per_s;
}

double some_level(SceneDraft& draft) {
    return draft.dice.between(-1.0, 2.0) * draft.depth_m;
}

/// A zone beside an edge, as wide as at most a third of the water.
void write_zone(SceneDraft& draft, int edge) {
    const double across_m = edge < 2 ? draft.width_m() : draft.height_m();
    draft.json.member("zone", draft.dice.between(0.02, 0.35) * across_m);
}

/// A part of an edge, at least two cells wide.
void write_part(SceneDraft& draft, int edge) {
    const double along_m = draft.length_of_edge_m(edge);
    const double from_m = draft.dice.between(0.0, 0.9) * (along_m - 2.0 * draft.cell_m);
    draft.json.member("from", from_m);
    if (draft.dice.chance(0.5))
        draft.json.member(
            "to", from_m + 2.0 * draft.cell_m +
                      draft.dice.between(0.0, 1.0) * (along_m - 2.0 * draft.cell_m - from_m));
}

/// A table over time, some of which ends before the scene.
void write_series(SceneDraft& draft, int edge, bool is_level) {
    std::string text = is_level ? "t,level\n" : "t,discharge\n";
    double time_s = 0.0;
    for (int rows = 1 + draft.dice.below(6); rows > 0; --rows) {
        text += io::shortest_text(time_s) + "," +
                io::shortest_text(is_level ? some_level(draft) : some_discharge(draft, edge)) +
                "\n";
        time_s += draft.dice.between(0.05, 0.4) * draft.length_s;
    }
    const std::string file = std::string(kNames[edge]) + ".csv";
    draft.write_file_of_scene(file, text);
    draft.json.member("csv", file);
}

void write_inflow(SceneDraft& draft, int edge) {
    Dice& dice = draft.dice;
    draft.json.begin_object().key("inflow").begin_object();
    const bool is_level = !dice.chance(0.5);
    draft.has_inflow[std::size_t(edge)] = true;
    draft.inflow_is_level[std::size_t(edge)] = is_level;
    if (draft.says_all && dice.chance(0.3))
        write_series(draft, edge, is_level);
    else if (is_level)
        draft.json.member("level", some_level(draft));
    else
        draft.json.member("discharge", some_discharge(draft, edge));
    if (draft.says_all && dice.chance(0.3))
        write_part(draft, edge);
    else if (draft.says_all && is_level && dice.chance(0.3))
        write_zone(draft, edge);
    draft.json.end_object().end_object();
}

void write_rating(SceneDraft& draft, int edge) {
    const double first_m = some_level(draft), step_m = draft.dice.between(0.1, 1.0) * draft.depth_m;
    const double flow_m3_per_s = draft.dice.between(0.0, 1.0) * draft.length_of_edge_m(edge) *
                                 draft.depth_m * draft.wave_m_per_s;
    if (draft.dice.chance(0.5)) {
        const std::string file = std::string(kNames[edge]) + "_rating.csv";
        draft.write_file_of_scene(file, "level,discharge\n" + io::shortest_text(first_m) + ",0\n" +
                                            io::shortest_text(first_m + step_m) + "," +
                                            io::shortest_text(flow_m3_per_s) + "\n");
        draft.json.member("csv", file);
        return;
    }
    draft.json.key("table").begin_array();
    for (int k = 0; k < 3; ++k)
        draft.json.begin_array().value(first_m + k * step_m).value(k * flow_m3_per_s).end_array();
    draft.json.end_array();
}

void write_outflow(SceneDraft& draft, int edge) {
    Dice& dice = draft.dice;
    draft.json.begin_object().key("outflow").begin_object();
    const char* const simple = dice.chance(0.5) ? "free" : "critical";
    if (draft.says_all && dice.chance(0.3)) {
        draft.json.member("kind", "rating");
        write_rating(draft, edge);
    } else if (draft.says_all && draft.has_friction && dice.chance(0.5)) {
        draft.json.member("kind", "normal").member("slope", dice.between(1e-4, 0.1));
    } else {
        draft.json.member("kind", simple);
    }
    if (draft.says_all && dice.chance(0.3)) write_part(draft, edge);
    draft.json.end_object().end_object();
}

void write_waves(SceneDraft& draft, int edge) {
    constexpr const char* kKinds[] = {"sine", "piston", "train"};
    Dice& dice = draft.dice;
    draft.json.begin_object().key("waves").begin_object();
    const std::string kind = kKinds[dice.below(3)];
    draft.json.member("kind", kind);
    draft.json.member("height", dice.between(0.05, 0.8) * draft.depth_m);
    draft.json.member("period", dice.between(8.0, 80.0) * draft.cell_m / draft.wave_m_per_s);
    draft.json.member("ramp", dice.between(0.0, 0.1) * draft.length_s);
    if (draft.says_all && kind == "train" && dice.chance(0.5)) {
        draft.json.member("length", dice.between(4.0, 40.0) * draft.cell_m);
        draft.json.member("power", dice.between(1.0, 20.0));
    }
    if (draft.says_all && kind != "piston" && dice.chance(0.4)) write_zone(draft, edge);
    draft.json.end_object().end_object();
}

void write_edge(SceneDraft& draft, int edge, bool is_periodic) {
    constexpr const char* kWords[] = {"wall", "slip", "open"};
    Dice& dice = draft.dice;
    draft.json.key(kNames[edge]);
    if (is_periodic) {
        draft.json.value("periodic");
    } else if (draft.is_for_d2q9() || dice.chance(0.6)) {
        draft.json.value(kWords[dice.below(3)]);
    } else if (draft.says_all && dice.chance(0.2)) {
        draft.json.begin_object().key("open").begin_object();
        write_zone(draft, edge);
        draft.json.end_object().end_object();
    } else if (dice.chance(0.3)) {
        write_outflow(draft, edge);
    } else if (dice.chance(0.6)) {
        write_inflow(draft, edge);
    } else {
        write_waves(draft, edge);
    }
}

}  // namespace

void write_edges(SceneDraft& draft) {
    draft.json.key("edges").begin_object();
    const bool along_x = draft.dice.chance(0.2), along_y = draft.dice.chance(0.2);
    for (int edge = 0; edge < 4; ++edge) write_edge(draft, edge, edge < 2 ? along_x : along_y);
    draft.json.end_object();
}

}  // namespace tarn
