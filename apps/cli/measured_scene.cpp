#include "measured_scene.hpp"

#include "base/file.hpp"
#include "common.hpp"
#include "io/npy.hpp"
#include "validate/monai_data.hpp"
#include "validate/scratch_folder.hpp"

#include <filesystem>

namespace tarn::cli {
namespace {

struct Embedded {
    const char* name;
    const char* json;
};
constexpr Embedded kMeasured[] = {
#include "measured_scenes.inc"
};
constexpr const Embedded& kMonai = kMeasured[0];

Result<SceneSource> monai_source(const std::string& data) {
    if (data.empty())
        return Error{ErrorCode::InvalidArgument,
                     "the scene monai is made from measured data; give --data DIR, the folder that "
                     "holds monai/Benchmark_2_Bathymetry.txt and monai/Benchmark_2_input.txt "
                     "(docs/validation.md says where they are published)"};
    const auto monai = validate::read_monai(std::filesystem::path(data) / "monai");
    if (!monai) return monai.error();
    using Monai = validate::MonaiData;
    const auto files = std::make_shared<validate::ScratchFolder>();
    const std::size_t shape[] = {std::size_t(Monai::kNy), std::size_t(Monai::kNx)};
    const auto bed = io::write_npy(files->path() / "bed.npy", monai.value().bed_m, shape);
    if (!bed) return bed.error();
    if (const auto wave = write_file(files->path() / "wave.csv", monai.value().wave_csv); !wave)
        return wave.error();
    const std::filesystem::path scene = files->path() / "monai.json";
    if (const auto done = write_file(scene, kMonai.json); !done) return done.error();
    return SceneSource{scene.string(), files};
}

}  // namespace

Result<SceneSource> scene_source(const WorldArgs& args) {
    if (args.scene == kMonai.name) return monai_source(args.data);
    return SceneSource{args.scene};
}

std::string measured_scenes_text() {
    return "monai        The tank of Monai valley, from measured data: needs --data DIR\n";
}

}  // namespace tarn::cli
