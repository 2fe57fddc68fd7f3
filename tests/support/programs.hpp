// What tests of videos share: whether a program is there, another environment for a while, a broken
// ffmpeg, what ffprobe says about a file.
#pragma once

#include "support/world_for_test.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
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

/// While it lives, a variable of the environment has this value, also for programs that are
/// started.
class VariableForTest {
public:
    VariableForTest(const char* name, const std::string& value) : name_(name) {
        if (const char* const before = std::getenv(name)) before_ = before;
        setenv(name, value.c_str(), 1);
    }
    ~VariableForTest() {
        if (before_)
            setenv(name_, before_->c_str(), 1);
        else
            unsetenv(name_);
    }
    VariableForTest(const VariableForTest&) = delete;
    VariableForTest& operator=(const VariableForTest&) = delete;

private:
    const char* name_;
    std::optional<std::string> before_;
};

/// A program called ffmpeg, first in PATH, that takes some bytes, runs `script` with the name of
/// its output in $file, says something and fails.
struct FailingFfmpeg {
    TempFolder folder;
    VariableForTest path;

    FailingFfmpeg(const std::string& script, const std::string& says)
        : path("PATH", folder.path().string() + ":" + std::getenv("PATH")) {
        const std::string program = folder / "ffmpeg";
        std::ofstream(program) << "#!/bin/sh\nhead -c 1000 >/dev/null\nfor last; do :; done\n"
                                  "file=\"${last#file:}\"\n"
                               << script << "\necho first >&2\necho '" << says << "' >&2\nexit 1\n";
        std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    }
};

}  // namespace tarn
