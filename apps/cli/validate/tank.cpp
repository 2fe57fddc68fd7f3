#include "tank.hpp"

#include "base/file.hpp"
#include "io/json_text.hpp"
#include "io/npy.hpp"
#include "scratch_folder.hpp"

#include <cmath>

namespace tarn::cli::validate {
namespace {

/// Writes a scene and the files that it names.
class SceneWriter {
public:
    SceneWriter(const TankDesc& desc, const How& how, const std::filesystem::path& folder)
        : desc_(desc), how_(how), variant_(how.variant), folder_(folder) {}

    Result<std::string> text() {
        json_.begin_object().key("water").begin_object();
        write_size();
        json_.member("gravity", variant_.gravity_m_per_s2).member("scheme", how_.scheme);
        json_.member("precision", how_.precision).member("collision", desc_.collision);
        if (desc_.tau)
            json_.member("tau", *desc_.tau);
        else
            json_.member("viscosity", 0.0);
        if (desc_.time_step_s) json_.member("time_step", *desc_.time_step_s * variant_.time());
        // Manning's n has a unit, s/m^(1/3): the drag g n^2/h^(1/3) must stay what it was.
        const double rougher = std::pow(variant_.length, 1.0 / 6.0) *
                               std::sqrt(kGravity_m_per_s2 / variant_.gravity_m_per_s2);
        if (desc_.manning_s_per_m13 > 0.0)
            json_.member("manning", desc_.manning_s_per_m13 * rougher);
        if (!desc_.bed_m)
            json_.member("bed", desc_.flat_bed_m * variant_.length);
        else if (const auto done = write_heights("bed", desc_.bed_m); !done)
            return done.error();
        if (const auto done = write_heights("level", desc_.level_m); !done) return done.error();
        if (desc_.velocity_m_per_s)
            if (const auto done = write_velocity(); !done) return done.error();
        if (const auto done = write_edges(); !done) return done.error();
        json_.end_object();
        write_boxes();
        json_.end_object();
        return json_.text();
    }

private:
    void write_vector(const char* name, const Vec3& v) {
        json_.key(name).begin_array().value(v.x).value(v.y).value(v.z).end_array();
    }

    void write_boxes() {
        if (desc_.boxes.empty()) return;
        json_.key("bodies").begin_array();
        for (const TankBox& box : desc_.boxes) {
            json_.begin_object().member("shape", "box");
            write_vector("size", box.size_m);
            write_vector("at", box.at_m);
            write_vector("centre", box.centre_m);
            write_vector("rotate", box.rotate_deg);
            write_vector("velocity", box.velocity_m_per_s);
            json_.member("density", box.density_kg_per_m3).member("friction", 0.0);
            json_.member("fixed", box.is_fixed).member("forces", "lid").end_object();
        }
        json_.end_array();
    }

    int world_nx() const { return variant_.is_upright() ? desc_.nx : desc_.ny; }
    int world_ny() const { return variant_.is_upright() ? desc_.ny : desc_.nx; }

    void write_size() {
        const double cell_m = desc_.cell_m * variant_.length;
        json_.key("size").begin_array();
        json_.value(world_nx() * cell_m).value(world_ny() * cell_m).end_array();
        json_.key("cells").begin_array().value(world_nx()).value(world_ny()).end_array();
    }

    /// Calls `put(index of the world's cell, x, y)` for each cell of the case.
    template <class Put>
    void for_cells(Put put) const {
        for (int j = 0; j < desc_.ny; ++j)
            for (int i = 0; i < desc_.nx; ++i) {
                const auto cell = variant_.cell(i, j, desc_.ny);
                const std::size_t index =
                    std::size_t(cell.j) * std::size_t(world_nx()) + std::size_t(cell.i);
                put(index, (i + 0.5) * desc_.cell_m, (j + 0.5) * desc_.cell_m);
            }
    }

    std::size_t cell_count() const { return std::size_t(desc_.nx) * std::size_t(desc_.ny); }

    Result<void> write_heights(const char* name,
                               const std::function<double(double, double)>& height_m) {
        std::vector<double> values(cell_count());
        for_cells([&](std::size_t index, double x_m, double y_m) {
            values[index] = height_m(x_m, y_m) * variant_.length;
        });
        return write_array(name, values, {std::size_t(world_ny()), std::size_t(world_nx())});
    }

    Result<void> write_velocity() {
        std::vector<double> values(2 * cell_count());
        for_cells([&](std::size_t index, double x_m, double y_m) {
            const Vec2 v = variant_.turned(desc_.velocity_m_per_s(x_m, y_m));
            values[2 * index] = v.x * variant_.speed();
            values[2 * index + 1] = v.y * variant_.speed();
        });
        return write_array("velocity", values,
                           {std::size_t(world_ny()), std::size_t(world_nx()), std::size_t(2)});
    }

    Result<void> write_array(const std::string& name, const std::vector<double>& values,
                             const std::vector<std::size_t>& shape) {
        const std::string file = name + ".npy";
        json_.key(name).begin_object().member("npy", file).end_object();
        return io::write_npy(folder_ / file, values, shape);
    }

    Result<void> write_edges() {
        constexpr const char* kNames[] = {"west", "east", "south", "north"};
        json_.key("edges").begin_object();
        for (int e = 0; e < 4; ++e) {
            json_.key(kNames[std::size_t(variant_.edge(Edge(e)))]);
            if (const auto done = write_edge(desc_.edges[std::size_t(e)]); !done) return done;
        }
        json_.end_object();
        return {};
    }

    Result<void> write_edge(const TankEdge& edge) {
        constexpr const char* kTable = "inflow.csv";
        const double area = variant_.length * variant_.length;
        if (!edge.outflow_kind.empty()) {
            json_.begin_object().key("outflow").begin_object().member("kind", edge.outflow_kind);
            if (edge.outflow_slope) json_.member("slope", *edge.outflow_slope);
            json_.end_object().end_object();
            return {};
        }
        if (!edge.inflow_level_m && !edge.inflow_m3_per_s && edge.inflow_csv.empty()) {
            json_.value(edge.word);
            return {};
        }
        json_.begin_object().key("inflow").begin_object();
        if (edge.inflow_level_m) json_.member("level", *edge.inflow_level_m * variant_.length);
        if (edge.inflow_m3_per_s)
            json_.member("discharge", *edge.inflow_m3_per_s * area * variant_.speed());
        if (!edge.inflow_csv.empty()) json_.member("csv", kTable);
        json_.end_object().end_object();
        return edge.inflow_csv.empty() ? Result<void>{}
                                       : write_file(folder_ / kTable, edge.inflow_csv);
    }

    const TankDesc& desc_;
    const How& how_;
    const Variant& variant_;
    std::filesystem::path folder_;
    io::JsonWriter json_;
};

}  // namespace

Result<Tank> Tank::create(const TankDesc& desc, const How& how) {
    const ScratchFolder folder;
    const auto text = SceneWriter(desc, how, folder.path()).text();
    if (!text) return text.error();
    const WorldOptions options = {.backend = how.backend, .threads = how.threads};
    auto world = World::from_json(text.value(), folder.path().string(), options);
    if (!world) return world.error();
    return Tank(std::move(world.value()), desc, how.variant);
}

Result<void> Tank::run(double seconds) {
    const auto report = world_.step(seconds * variant_.time());
    return report ? Result<void>{} : report.error();
}

Result<Fields> Tank::fields() const {
    Fields out = {.nx = nx_, .ny = ny_, .cell_m = cell_m_};
    std::array<std::vector<double>, 4> values;
    constexpr const char* kNames[] = {"depth", "level", "u", "v"};
    for (std::size_t f = 0; f < 4; ++f) {
        const auto view = world_.field(kNames[f]);
        if (!view) return view.error();
        const double unit = f < 2 ? variant_.length : variant_.speed();
        for (int j = 0; j < ny_; ++j)
            for (int i = 0; i < nx_; ++i) {
                const auto cell = variant_.cell(i, j, ny_);
                values[f].push_back(
                    double(view.value().data[cell.j * view.value().row_stride + cell.i]) / unit);
            }
    }
    for (std::size_t k = 0; k < values[2].size(); ++k) {
        const Vec2 v = variant_.turned_back({values[2][k], values[3][k]});
        values[2][k] = v.x;
        values[3][k] = v.y;
    }
    out.depth_m = std::move(values[0]);
    out.level_m = std::move(values[1]);
    out.u_m_per_s = std::move(values[2]);
    out.v_m_per_s = std::move(values[3]);
    return out;
}

Result<std::vector<double>> Tank::levels_m(std::span<const Vec2> at_m) const {
    std::vector<Vec2> points_m;
    for (const Vec2 at : at_m) {
        const Vec2 point = variant_.point(at, ny_ * cell_m_);
        points_m.push_back({point.x * variant_.length, point.y * variant_.length});
    }
    std::vector<Sample> samples(points_m.size());
    if (const auto done = world_.sample(points_m, samples); !done) return done.error();
    std::vector<double> levels_m;
    for (const Sample& sample : samples)
        levels_m.push_back(double(sample.level_m) / variant_.length);
    return levels_m;
}

Result<double> Tank::max_speed_m_per_s() const {
    const auto statistics = world_.statistics();
    if (!statistics) return statistics.error();
    return statistics.value().max_speed_m_per_s / variant_.speed();
}

Result<Tank::Through> Tank::through() const {
    const auto statistics = world_.statistics();
    if (!statistics) return statistics.error();
    const double volume = 1000.0 * std::pow(variant_.length, 3);
    return Through{statistics.value().mass.added_kg / volume,
                   statistics.value().mass.removed_kg / volume};
}

Result<double> Tank::mass_error() const {
    const auto statistics = world_.statistics();
    if (!statistics) return statistics.error();
    const MassReport& m = statistics.value().mass;
    return std::abs(m.now_kg - (m.initial_kg + m.added_kg - m.removed_kg)) / m.initial_kg;
}

}  // namespace tarn::cli::validate
