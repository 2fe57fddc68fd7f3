#include "render_cases.hpp"

#include <cstdio>
#include <sstream>

namespace tarn::cli {
namespace {

constexpr int kMaxSide_px = 8192;
constexpr int kMaxPhotons = 4096;

std::string size_text(int x, int y) {
    return std::to_string(x) + "x" + std::to_string(y);
}

/// The start of a name, up to the photons.
std::string picture_name(const RenderCase& c) {
    return "render/" + c.scene + (c.nx > 0 ? "@" + size_text(c.nx, c.ny) : "") + "/" +
           size_text(c.size.width_px, c.size.height_px) +
           (c.photons > 0 ? "/photons" + std::to_string(c.photons) : "");
}

bool is_quality(const std::string& what) {
    return what == "low" || what == "normal" || what == "high";
}

bool parse_pair(const std::string& text, int& x, int& y) {
    char rest = 0;
    return std::sscanf(text.c_str(), "%5dx%5d%c", &x, &y, &rest) == 2 && x > 0 && y > 0;
}

std::vector<std::string> parts_of(const std::string& name) {
    std::vector<std::string> parts;
    std::istringstream text(name);
    for (std::string part; std::getline(text, part, '/');) parts.push_back(part);
    return parts;
}

/// Whether this machine can measure a row that was asked for by its whole name.
Result<void> check(const RenderCase& c, const DrawingMachine& machine) {
    const auto refused = [&c](const std::string& why) {
        return Error{ErrorCode::InvalidArgument, "bench: " + c.name() + ": " + why};
    };
    if (c.device != machine.device)
        return refused("this machine draws with " + machine.device_name + "; end the name in /" +
                       machine.device);
    if (c.what == "real_time" && !machine.why_no_real_time.empty())
        return refused(machine.why_no_real_time);
    std::vector<std::string> known = {"total", "low", "normal", "high", "live", "real_time"};
    known.insert(known.end(), machine.passes.begin(), machine.passes.end());
    std::string words;
    for (const std::string& word : known) {
        if (word == c.what) return {};
        words += (words.empty() ? "" : ", ") + word;
    }
    return refused("\"" + c.what + "\" is not measured; use " + words);
}

/// Times of [thesis, table 5.1], by viewport and photons.
struct ThesisRow {
    int viewport, photons;
    double caustics_ms, water_ms;
};
constexpr ThesisRow kThesis[] = {{512, 128, 1.0058, 2.74639},   {512, 256, 2.35144, 2.79409},
                                 {512, 512, 7.92134, 3.01034},  {512, 1024, 51.3408, 3.17178},
                                 {1024, 128, 1.2585, 5.79334},  {1024, 256, 3.33537, 5.98238},
                                 {1024, 512, 12.8643, 6.21948}, {1024, 1024, 70.9195, 6.53224}};

}  // namespace

std::string RenderCase::name() const {
    return picture_name(*this) + "/" + what + "/" + device;
}

std::string RenderCase::shot() const {
    return picture_name(*this) + "/" + (is_quality(what) ? what : "");
}

double thesis_ms(const RenderCase& c) {
    if (!c.is_thesis() || c.size.width_px != c.size.height_px) return 0.0;
    for (const ThesisRow& row : kThesis)
        if (row.viewport == c.size.width_px && row.photons == c.photons)
            return c.what == "caustics" ? row.caustics_ms : c.what == "water" ? row.water_ms : 0.0;
    return 0.0;
}

bool is_render_name(const std::string& name) {
    return name.rfind("render", 0) == 0;
}

std::vector<RenderCase> all_render_cases(const DrawingMachine& machine) {
    std::vector<RenderCase> cases;
    const std::string& device = machine.device;
    for (const std::string& pass : machine.passes)
        cases.push_back({.what = pass, .device = device});
    for (const char* scene : {"pond", "pool", "sea", "rain", "handprint"})
        cases.push_back({.scene = scene, .device = device});
    for (const char* quality : {"normal", "high"})
        cases.push_back({.what = quality, .device = device});
    for (const ThesisRow& row : kThesis)
        for (const char* pass : {"caustics", "water"})
            cases.push_back({.scene = "thesis5.1",
                             .size = {row.viewport, row.viewport},
                             .photons = row.photons,
                             .what = pass,
                             .device = device});
    cases.push_back({.size = {640, 360}, .what = "live", .device = device});
    if (machine.why_no_real_time.empty())
        cases.push_back({.nx = 1024, .ny = 1024, .what = "real_time", .device = device});
    return cases;
}

std::vector<RenderCase> few_render_cases(const DrawingMachine& machine) {
    return {{.device = machine.device},
            {.size = {640, 360}, .what = "live", .device = machine.device}};
}

Result<std::vector<RenderCase>> chosen_render_cases(const std::vector<std::string>& names,
                                                    const DrawingMachine& machine) {
    const std::vector<RenderCase> all = all_render_cases(machine);
    std::vector<RenderCase> chosen;
    for (const std::string& name : names) {
        const std::size_t before = chosen.size();
        for (const RenderCase& c : all)
            if (c.name().rfind(name, 0) == 0) chosen.push_back(c);
        if (chosen.size() > before) continue;
        const std::optional<RenderCase> parsed = parse_render_case(name);
        if (!parsed)
            return Error{ErrorCode::InvalidArgument,
                         "bench: \"" + name +
                             "\" is no row; use the start of a name such as render/thesis5.1, or a "
                             "whole name such as render/pond/320x180/total/software"};
        if (const auto good = check(*parsed, machine); !good) return good.error();
        chosen.push_back(*parsed);
    }
    return chosen;
}

std::optional<RenderCase> parse_render_case(const std::string& name) {
    std::vector<std::string> parts = parts_of(name);
    RenderCase c;
    if (parts.size() == 6) {
        char rest = 0;
        if (std::sscanf(parts[3].c_str(), "photons%5d%c", &c.photons, &rest) != 1 ||
            c.photons < 1 || c.photons > kMaxPhotons)
            return std::nullopt;
        parts.erase(parts.begin() + 3);
    }
    if (parts.size() != 5 || parts[0] != "render") return std::nullopt;
    const std::size_t at = parts[1].find('@');
    c.scene = parts[1].substr(0, at);
    if (at != std::string::npos && !parse_pair(parts[1].substr(at + 1), c.nx, c.ny))
        return std::nullopt;
    if (!parse_pair(parts[2], c.size.width_px, c.size.height_px) || c.size.width_px > kMaxSide_px ||
        c.size.height_px > kMaxSide_px)
        return std::nullopt;
    c.what = parts[3];
    c.device = parts[4];
    if (c.device != "software" && c.device != "gpu") return std::nullopt;
    return c;
}

}  // namespace tarn::cli
