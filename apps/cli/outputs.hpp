// What a run leaves behind: probe rows, fields, maps, a report. Checkpoints are in saves.hpp.
#pragma once

#include "base/file_set.hpp"
#include "base/folder_claim.hpp"
#include "io/csv.hpp"
#include "output_files.hpp"
#include <tarn/result.hpp>
#include <tarn/world.hpp>

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tarn::cli {

struct OutputArgs {
    std::string csv, npy_dir, map_dir, mesh_dir;
    double map_every_s = 0.0;  ///< 0: at the end only

    std::vector<OutputFile> files() const;
};

/// Tries everything before the run, so that trouble is known at once; writes as the run goes.
class Outputs {
public:
    /// Leaves what an earlier run wrote as it is.
    static Result<Outputs> open(const OutputArgs& args, const World& world);

    /// Takes the first row, of now.
    Result<void> take_first_row(const World& world);
    /// Replaces what an earlier run wrote: the table, with the first row, and where there is a
    /// series of maps, all of them.
    Result<void> start(const World& world);
    /// Goes on with the run, and writes the rows of probes on the way.
    Result<void> run_to(World& world, RunDesc desc);
    /// The last row is of the end, whenever that is.
    Result<void> end_rows(const World& world);
    /// Time between maps; 0: there is no series of them.
    double map_every_s() const { return args_.map_dir.empty() ? 0.0 : args_.map_every_s; }
    Result<void> add_maps(const World& world);
    /// Called once at the end, also after Ctrl-C or divergence.
    Result<void> write_fields(const World& world, double wall_s) const;
    Result<void> write_last_maps(const World& world) const;
    Result<void> write_mesh(const World& world) const;

private:
    explicit Outputs(OutputArgs args) : args_(std::move(args)) {}

    /// The path of a map, by the name of its file.
    using PlaceOf = std::function<std::filesystem::path(const std::string& name)>;

    Result<RunRows> row_now(const World& world) const;
    Result<void> write_row(double time_s, std::span<const Sample> samples,
                           std::span<const BodyPose> bodies, std::span<const SprayReport> spray);
    Result<void> write_maps(const World& world, const std::string& suffix,
                            const PlaceOf& place_of) const;
    Result<void> write_drops(const World& world, FileSet& set) const;
    Result<void> write_extremes(const World& world, const std::string& suffix,
                                const PlaceOf& place_of) const;

    OutputArgs args_;
    std::vector<std::string> columns_;  ///< of the table
    RunRows first_row_;
    std::optional<io::CsvWriter> csv_;
    std::optional<FolderClaim> maps_claim_;  ///< while there is a series
    std::vector<Vec2> points_;               ///< of the probes, when there is a CSV file
    double initial_level_m_ = 0.0;
    double first_time_s_ = 0.0, record_every_s_ = 0.0;
    double last_row_s_ = 0.0;
    std::int64_t first_step_ = 0;
    int maps_written_ = 0;
};

}  // namespace tarn::cli
