#include "output_files.hpp"

#include <fstream>

namespace tarn::cli {
namespace {

namespace fs = std::filesystem;

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

bool is_probe_csv(std::string_view bytes) {
    return bytes.starts_with("t,") || bytes.starts_with("t\n");
}
bool is_bench_csv(std::string_view bytes) {
    return bytes.starts_with("name,value,unit,");
}
bool is_rows_json(std::string_view bytes) {
    return bytes.starts_with("{") && has(bytes, "\"machine\"");
}
bool is_report_json(std::string_view bytes) {
    return bytes.starts_with("{") && has(bytes, "\"mass_initial\"");
}
bool is_npy(std::string_view bytes) {
    return bytes.starts_with("\x93NUMPY");
}
bool is_png(std::string_view bytes) {
    return bytes.starts_with("\x89PNG");
}
bool is_svg(std::string_view bytes) {
    return has(bytes, "<svg");
}
/// MP4, Matroska and WebM, GIF.
bool is_video(std::string_view bytes) {
    return (bytes.size() > 8 && bytes.substr(4, 4) == "ftyp") ||
           bytes.starts_with("\x1a\x45\xdf\xa3") || bytes.starts_with("GIF8");
}
bool is_mesh(std::string_view bytes) {
    return bytes.starts_with("# Surface of water") || bytes.starts_with("ply\n");
}
bool is_checkpoint(std::string_view bytes) {
    return bytes.starts_with("TARNCKP");
}
bool is_recording(std::string_view bytes) {
    return bytes.starts_with("tarn-recording");
}
bool is_html(std::string_view bytes) {
    return bytes.starts_with("<!") || bytes.starts_with("<html");
}

std::string first_bytes(const fs::path& path) {
    std::string bytes(2048, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(bytes.data(), std::streamsize(bytes.size()));
    bytes.resize(std::size_t(std::max<std::streamsize>(file.gcount(), 0)));
    return bytes;
}

Error refused(const OutputFile& output, const fs::path& path, const std::string& why) {
    return {ErrorCode::InvalidArgument, output.option + " " + path.string() + ": " + why};
}

/// One file that is about to be replaced.
Result<void> check_file(const OutputFile& output, const fs::path& path, const FileKind& kind,
                        std::span<const InputFile> inputs) {
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored)) return {};
    for (const InputFile& input : inputs)
        if (fs::equivalent(path, input.path, ignored))
            return refused(
                output, path,
                "this file is read by " + input.reader + " and would be lost; give another name");
    const std::string bytes = first_bytes(path);
    if (bytes.empty() || kind.fits(bytes)) return {};
    return refused(output, path,
                   std::string("a file that is not ") + kind.name +
                       " is there; remove it or give another name");
}

Result<void> check_folder(const OutputFile& output, std::span<const InputFile> inputs) {
    std::error_code code;
    for (fs::directory_iterator entry(output.path, code), end; !code && entry != end;
         entry.increment(code)) {
        const std::string name = entry->path().filename().string();
        if (!output.is_written(name)) continue;
        if (const auto ok = check_file(output, entry->path(), output.kind, inputs); !ok) return ok;
    }
    return {};
}

bool is_wanted(const OutputFile& output) {
    return !output.path.empty() && output.path != "-";
}

/// The same place, there or not yet.
bool is_same_place(const fs::path& a, const fs::path& b) {
    std::error_code code_a, code_b;
    const fs::path first = fs::weakly_canonical(a, code_a),
                   second = fs::weakly_canonical(b, code_b);
    return !code_a && !code_b && first == second && !fs::is_other(first, code_a);
}

}  // namespace

const FileKind kProbeCsv = {"a table of probes", is_probe_csv};
const FileKind kBenchCsv = {"a table of tarn bench", is_bench_csv};
const FileKind kRowsJson = {"a list of rows", is_rows_json};
const FileKind kReportJson = {"a report of a run", is_report_json};
const FileKind kNpy = {"an .npy array", is_npy};
const FileKind kPng = {"a PNG picture", is_png};
const FileKind kSvg = {"an SVG figure", is_svg};
const FileKind kVideo = {"a video", is_video};
const FileKind kMesh = {"a surface of water", is_mesh};
const FileKind kCheckpoint = {"a checkpoint", is_checkpoint};
const FileKind kRecording = {"a recording", is_recording};
const FileKind kHtml = {"an HTML page", is_html};

Result<void> check_outputs(std::span<const OutputFile> outputs, std::span<const InputFile> inputs) {
    for (std::size_t k = 0; k < outputs.size(); ++k) {
        const OutputFile& output = outputs[k];
        if (!is_wanted(output)) continue;
        const auto ok = output.is_written ? check_folder(output, inputs)
                                          : check_file(output, output.path, output.kind, inputs);
        if (!ok) return ok;
        if (output.is_written) continue;
        for (const OutputFile& other : outputs.subspan(0, k))
            if (!other.is_written && is_wanted(other) && is_same_place(other.path, output.path))
                return refused(output, output.path,
                               "this is also the file of " + other.option + "; give another name");
    }
    return {};
}

std::vector<InputFile> files_under(const fs::path& folder, const std::string& reader) {
    std::vector<InputFile> files;
    std::error_code code;
    for (fs::recursive_directory_iterator entry(folder, code), end; !code && entry != end;
         entry.increment(code))
        if (std::error_code ignored; entry->is_regular_file(ignored))
            files.push_back({entry->path(), reader});
    return files;
}

}  // namespace tarn::cli
