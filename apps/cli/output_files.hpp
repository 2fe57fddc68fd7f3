// Guards what is on the disk: before a subcommand writes anything, its outputs are compared with
// what it reads and with what stands in their places.
#pragma once

#include <tarn/result.hpp>

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::cli {

/// What a file holds, told by its first bytes.
struct FileKind {
    const char* name;  ///< as a message puts it after "is not"
    bool (*fits)(std::string_view first_bytes);
};
extern const FileKind kProbeCsv, kBenchCsv, kRowsJson, kReportJson, kNpy, kPng, kSvg, kVideo, kMesh,
    kCheckpoint, kRecording, kHtml;

/// A file that an option names, or files of a folder that it names.
struct OutputFile {
    std::string option;
    std::filesystem::path path;  ///< empty, or "-": nothing is written
    const FileKind& kind;
    /// For a folder: whether a file of this name will be written into it.
    std::function<bool(const std::string& name)> is_written = {};
};

/// A file that is read, and by what: "the scene".
struct InputFile {
    std::filesystem::path path;
    std::string reader;
};

/// Refuses an output that is an input or another output, and one in whose place something of
/// another kind stands. Files of the same kind, empty ones and devices may be written to.
Result<void> check_outputs(std::span<const OutputFile> outputs, std::span<const InputFile> inputs);

/// All files of a folder and of folders in it, read by `reader`.
std::vector<InputFile> files_under(const std::filesystem::path& folder, const std::string& reader);

}  // namespace tarn::cli
