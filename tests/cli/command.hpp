// Runs the tarn program and waits for it: exit code, stdout, stderr. Also reads what it writes.
#pragma once

#include "base/file.hpp"
#include "io/npy.hpp"
#include "support/world_for_test.hpp"

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace tarn::cli {

struct Outcome {
    int code = -1;  ///< 128 + signal when one ended it
    std::string out, err;
};

/// A run of `tarn ARGS...` whose texts go to files in a folder of its own.
class Command {
public:
    explicit Command(const std::vector<std::string>& args) {
        std::vector<char*> argv = {const_cast<char*>(TARN_CLI)};
        for (const std::string& arg : args) argv.push_back(const_cast<char*>(arg.c_str()));
        argv.push_back(nullptr);
        const std::string out = folder_ / "out", err = folder_ / "err";
        std::fflush(nullptr);
        child_ = fork();
        if (child_ != 0) return;
        const bool opened =
            std::freopen(out.c_str(), "w", stdout) && std::freopen(err.c_str(), "w", stderr);
        if (opened) execv(argv[0], argv.data());
        _exit(126);
    }
    void interrupt(int signal = SIGINT) { kill(child_, signal); }
    Outcome wait() {
        int status = 0;
        waitpid(child_, &status, 0);
        Outcome outcome;
        outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        outcome.out = text_of("out");
        outcome.err = text_of("err");
        return outcome;
    }

private:
    std::string text_of(const char* name) const {
        const auto text = read_file(folder_.path() / name, std::size_t{1} << 24);
        return text ? text.value() : "";
    }

    TempFolder folder_;
    pid_t child_ = -1;
};

inline Outcome tarn_command(const std::vector<std::string>& args) {
    return Command(args).wait();
}

/// Bad usage or bad input: exit 2, nothing on stdout, one short message that holds each of `parts`.
inline void expect_refused(const std::vector<std::string>& args,
                           const std::vector<std::string>& parts, int code = 2) {
    const Outcome got = tarn_command(args);
    std::string line;
    for (const std::string& arg : args) line += " " + arg.substr(0, 60);
    EXPECT_EQ(got.code, code) << line << "\n" << got.err;
    EXPECT_LT(got.err.size(), 1000u) << line;
    EXPECT_FALSE(got.err.empty()) << line;
    for (const std::string& part : parts)
        EXPECT_NE(got.err.find(part), std::string::npos)
            << line << "\nsays: " << got.err << "and lacks: " << part;
}

inline std::string write_text(const TempFolder& folder, const char* name, const std::string& text) {
    const std::string path = folder / name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
}

inline std::string text_of(const std::string& path) {
    const auto text = read_file(path, std::size_t{1} << 24);
    EXPECT_TRUE(text) << path;
    return text ? text.value() : "";
}

/// The number (or quoted text) of a member of report.json.
inline std::string member_of(const std::string& json, const std::string& name) {
    const std::size_t at = json.find("\"" + name + "\":");
    if (at == std::string::npos) return "";
    std::size_t from = json.find_first_not_of(" ", at + name.size() + 3);
    if (json[from] == '"') return json.substr(from + 1, json.find('"', from + 1) - from - 1);
    return json.substr(from, json.find_first_of(",}\n", from) - from);
}
inline double number_of(const std::string& json, const std::string& name) {
    const std::string text = member_of(json, name);
    EXPECT_FALSE(text.empty()) << name << " is missing";
    return text.empty() ? 0.0 : std::stod(text);
}

/// Rows of a CSV file as texts; the last line must be whole.
inline std::vector<std::vector<std::string>> rows_of(const std::string& csv) {
    EXPECT_TRUE(!csv.empty() && csv.back() == '\n') << "the last line is not whole";
    std::vector<std::vector<std::string>> rows(1);
    std::string cell;
    for (const char c : csv) {
        if (c == ',' || c == '\n') {
            rows.back().push_back(cell);
            cell.clear();
            if (c == '\n') rows.emplace_back();
        } else {
            cell += c;
        }
    }
    rows.pop_back();
    return rows;
}

/// Waits until some rows are in a CSV file, so that a signal meets a run and not a start.
inline void wait_for_rows(const std::string& path) {
    for (int k = 0; k < 500; ++k) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        std::error_code missing;
        if (std::filesystem::file_size(path, missing) > 500 && !missing) return;
    }
}

}  // namespace tarn::cli
