// A program that is fed through a pipe, such as an encoder. Its output goes nowhere; the end of
// what it says on stderr is kept, since that is where the reason of a failure stands.
#pragma once

#include <tarn/result.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tarn {

struct ProcessEnd {
    int exit_code = 0;       ///< 128 + signal when one ended it
    std::string error_text;  ///< the last of its stderr, at most 4 KiB
};

/// How long a child may do nothing, that is neither read nor speak nor use the processor. It is
/// killed then.
struct Patience {
    double usual_s = 60.0;
    double hurried_s = 1.0;  ///< where `is_hurried` says so, such as after Ctrl-C
    std::function<bool()> is_hurried = {};
};

/// A running child. It is in a process group of its own, so that Ctrl-C reaches this program alone,
/// which then ends the child by closing the pipe. One thread at a time.
class Process {
public:
    /// Starts `argv[0]`, found through PATH. ErrorCode::NotFound: there is no such program.
    static Result<Process> start(const std::vector<std::string>& argv, Patience patience = {});

    Process(Process&&) noexcept;
    Process& operator=(Process&&) noexcept;
    ~Process();  ///< as finish()

    /// Hands over all bytes, waiting while the child is busy. An error when the child no longer
    /// reads, or had to be killed: finish() then tells why.
    Result<void> write(std::span<const std::uint8_t> bytes);

    /// Closes the pipe and waits for the end of the child. Once.
    ProcessEnd finish();

private:
    struct Impl;
    explicit Process(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace tarn
