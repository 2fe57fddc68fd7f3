// What tests of videos share: whether a program is there, another PATH for a while, what ffprobe
// says about a file.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

namespace tarn {

/// The first line that a command of the shell prints.
inline std::string first_line_of(const std::string& command) {
    std::FILE* const pipe = popen(command.c_str(), "r");
    if (!pipe) return {};
    char line[256] = {};
    const bool got = std::fgets(line, sizeof line, pipe) != nullptr;
    while (std::fgetc(pipe) != EOF) {
    }
    pclose(pipe);
    std::string text = got ? line : "";
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
}

inline bool has_program(const std::string& name) {
    return !first_line_of("command -v " + name).empty();
}

/// "width,height,rate,pictures" of the video, such as "640,360,30/1,300", by decoding all of it.
inline std::string probe_video(const std::string& path) {
    return first_line_of(
        "ffprobe -v error -count_frames -select_streams v -of csv=p=0 -show_entries "
        "stream=width,height,r_frame_rate,nb_read_frames '" +
        path + "'");
}

/// While it lives, programs are looked for in `path`.
class PathForTest {
public:
    explicit PathForTest(const std::string& path) : before_(std::getenv("PATH")) {
        setenv("PATH", path.c_str(), 1);
    }
    ~PathForTest() { setenv("PATH", before_.c_str(), 1); }
    PathForTest(const PathForTest&) = delete;
    PathForTest& operator=(const PathForTest&) = delete;

private:
    std::string before_;
};

}  // namespace tarn
