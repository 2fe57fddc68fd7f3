// What the scene tests share: read a text, expect a scene or a message.
#pragma once

#include "scene/read.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace tarn::scene {

using Overrides = std::vector<std::string>;

inline Scene good(const std::string& json, const Overrides& overrides = {}) {
    const Result<Scene> scene = read_scene(json, "pond.json", "/base", overrides);
    if (!scene) {
        ADD_FAILURE() << scene.error().message << "\nfor " << json;
        return {};
    }
    return scene.value();
}

/// The message of a scene that must be refused; every message is short and printable.
inline std::string refusal(const std::string& json, const Overrides& overrides = {}) {
    const Result<Scene> scene = read_scene(json, "pond.json", "/base", overrides);
    if (scene) {
        ADD_FAILURE() << "accepted: " << json.substr(0, 200);
        return {};
    }
    const std::string& message = scene.error().message;
    EXPECT_EQ(scene.error().code, ErrorCode::InvalidScene) << message;
    EXPECT_LT(message.size(), 1000u);
    EXPECT_TRUE(message.starts_with("pond.json")) << message;
    EXPECT_TRUE(std::all_of(message.begin(), message.end(), [](char c) {
        return c >= ' ' && c <= '~';
    })) << message;
    return message;
}

/// `json` is refused, and the message holds each of `parts`.
inline void expect_refused(const std::string& json, const std::vector<std::string>& parts,
                           const Overrides& overrides = {}) {
    const std::string message = refusal(json, overrides);
    for (const std::string& part : parts)
        EXPECT_NE(message.find(part), std::string::npos) << message << "\nlacks " << part;
}

}  // namespace tarn::scene
