// Messages go to whoever made the world, or nowhere; nothing here prints.
#pragma once

#include <tarn/types.hpp>

#include <string>

namespace tarn {

inline void log(const LogHook& hook, LogLevel level, const std::string& message) {
    if (hook) hook(level, message);
}

}  // namespace tarn
