// tarn_soak: random scenes over everything that a scene can say, each run in several ways. Prints
// what failed and why, and exits with 1 then.
#include "base/file.hpp"
#include "soak/scene_trial.hpp"
#include "soak/summary.hpp"
#include "soak/workers.hpp"
#include <tarn/machine.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace tarn::soak {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHelp =
    R"(tarn_soak: random scenes, each run in several ways that must agree to the bit.
  --scenes N      how many (100)
  --seed S        of the first (0)
  --seeds A,B,C   these and no others
  --jobs J        processes (1)
  --seconds T     no scene is begun after so long (0: no limit)
  --water W       shallow, volume or stable (shallow)
  --backend B     cpu, cuda or auto: a GPU too, where there is one (cpu)
  --json FILE     what was found, as JSON
  --write DIR     write the scene of --seed with its files and run nothing
Exit codes: 0 all agree, 1 a scene failed, 2 bad usage.
)";

struct Args {
    std::uint64_t scenes = 100, seed = 0;
    std::string seeds = {}, water = "shallow", backend = "cpu", json = {}, write = {};
    int jobs = 1;
    double seconds = 0.0;

    /// None: there is no such water.
    std::optional<WaterKind> water_kind() const {
        if (water == "shallow") return WaterKind::Shallow;
        if (water == "volume") return WaterKind::Volume;
        if (water == "stable") return WaterKind::Stable;
        return std::nullopt;
    }
};

/// Fills `args`; false after a word that is not understood.
bool parse(int argc, char** argv, Args& args) {
    for (int k = 1; k < argc; k += 2) {
        if (k + 1 >= argc) return false;
        const std::string name = argv[k], value = argv[k + 1];
        const double number = std::strtod(value.c_str(), nullptr);
        const bool is_number =
            !value.empty() && value.find_first_not_of("0123456789") == std::string::npos;
        if (name == "--seeds")
            args.seeds = value;
        else if (name == "--water")
            args.water = value;
        else if (name == "--backend")
            args.backend = value;
        else if (name == "--json")
            args.json = value;
        else if (name == "--write")
            args.write = value;
        else if (!is_number)
            return false;
        else if (name == "--scenes")
            args.scenes = std::uint64_t(number);
        else if (name == "--seed")
            args.seed = std::strtoull(value.c_str(), nullptr, 10);
        else if (name == "--jobs")
            args.jobs = int(number);
        else if (name == "--seconds")
            args.seconds = number;
        else
            return false;
    }
    const bool is_backend =
        args.backend == "cpu" || args.backend == "cuda" || args.backend == "auto";
    return is_backend && args.water_kind() && args.jobs > 0 && args.scenes > 0;
}

std::vector<std::uint64_t> seeds_of(const Args& args) {
    std::vector<std::uint64_t> seeds;
    if (args.seeds.empty())
        for (std::uint64_t k = 0; k < args.scenes; ++k) seeds.push_back(args.seed + k);
    for (const char* at = args.seeds.c_str(); *at != '\0';) {
        char* end = nullptr;
        seeds.push_back(std::strtoull(at, &end, 10));
        at = *end == ',' ? end + 1 : end + std::strlen(end);
    }
    return seeds;
}

int write_scene(const Args& args) {
    fs::create_directories(args.write);
    const std::string json =
        scene_of({.seed = args.seed, .folder = args.write, .water = *args.water_kind()});
    const auto written = write_file(fs::path(args.write) / "scene.json", json);
    if (written) return 0;
    std::fprintf(stderr, "tarn_soak: %s\n", written.error().message.c_str());
    return 2;
}

/// Whether a GPU is to be used. In a process of its own: a GPU that was asked for once cannot be
/// used by the children of this process.
bool has_gpu() {
    const pid_t child = fork();
    if (child == 0) _exit(machine_info().gpus.empty() ? 1 : 0);
    int status = 1;
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

int soak(const Args& args) {
    const bool uses_gpu = args.backend != "cpu" && has_gpu();
    if (args.backend == "cuda" && !uses_gpu) {
        std::fprintf(stderr, "tarn_soak: no GPU that this build can use; give --backend cpu\n");
        return 2;
    }
    std::string name = (fs::temp_directory_path() / "tarn-soak-XXXXXX").string();
    const fs::path folder = mkdtemp(name.data());
    const std::vector<std::uint64_t> seeds = seeds_of(args);
    const auto begin = std::chrono::steady_clock::now();
    Summary summary;
    const bool is_whole =
        work({.seeds = seeds,
              .jobs = args.jobs,
              .seconds = args.seconds,
              .attempt =
                  [&](std::uint64_t seed) {
                      const fs::path own = folder / std::to_string(seed);
                      fs::create_directory(own);
                      auto verdict = try_scene({seed, own, uses_gpu, *args.water_kind()});
                      fs::remove_all(own);
                      return verdict;
                  },
              .take =
                  [&](const Verdict& verdict) {
                      summary.add(verdict);
                      const auto tenth = int(seeds.size() / 10);
                      if (tenth > 0 && summary.count() % tenth == 0)
                          std::fprintf(stderr, "%d of %zu scenes\n", summary.count(), seeds.size());
                  }});
    const double wall_s =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    std::error_code ignored;
    fs::remove_all(folder, ignored);
    summary.print(wall_s);
    if (!args.json.empty())
        if (const auto written = write_file(args.json, summary.json(wall_s)); !written) {
            std::fprintf(stderr, "tarn_soak: %s\n", written.error().message.c_str());
            return 2;
        }
    return is_whole && !summary.has_failures() ? 0 : 1;
}

}  // namespace
}  // namespace tarn::soak

int main(int argc, char** argv) {
    tarn::soak::Args args;
    if (!tarn::soak::parse(argc, argv, args)) {
        std::fputs(tarn::soak::kHelp, stderr);
        return 2;
    }
    return args.write.empty() ? tarn::soak::soak(args) : tarn::soak::write_scene(args);
}
