// What went wrong while several outputs were written: all are tried, each failure is told once.
#pragma once

#include "common.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace tarn::cli {

class Failures {
public:
    void note(const Result<void>& done) {
        if (!done && std::ranges::find(messages_, done.error().message) == messages_.end())
            messages_.push_back(done.error().message);
    }
    /// Tells each on stderr; whether there were any.
    bool tell() const {
        for (const std::string& message : messages_) warn(message);
        return !messages_.empty();
    }

private:
    std::vector<std::string> messages_;
};

}  // namespace tarn::cli
