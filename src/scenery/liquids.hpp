// What light does in each liquid: index, absorption and scattering per metre for red, green, blue.
#pragma once

#include <tarn/frame.hpp>

#include <array>

namespace tarn::scenery {

struct LiquidOptics {
    float index;                     ///< of refraction against air
    std::array<float, 3> absorbed;   ///< per m
    std::array<float, 3> scattered;  ///< per m
    bool is_metal;                   ///< nothing goes through; `mirrored` is given back
    std::array<float, 3> mirrored;   ///< reflectance at normal incidence of a metal
    bool foams;                      ///< turns white where it breaks
};

/// Pure water absorbs as measured [pope1997] (600 to 650, 530 to 560, 440 to 470 nm); the others
/// are that plus what floats in them, by eye.
constexpr LiquidOptics optics_of(Liquid liquid) {
    switch (liquid) {
        case Liquid::Water:
            return {1.333f, {0.32f, 0.055f, 0.018f}, {0.012f, 0.017f, 0.020f}, false, {}, true};
        case Liquid::Sea:
            return {1.339f, {0.42f, 0.085f, 0.055f}, {0.022f, 0.034f, 0.042f}, false, {}, true};
        case Liquid::River:
            return {1.333f, {0.9f, 1.1f, 1.9f}, {1.5f, 1.25f, 0.85f}, false, {}, true};
        case Liquid::Milk:
            return {1.35f, {0.02f, 0.05f, 0.16f}, {60.0f, 62.0f, 64.0f}, false, {}, false};
        case Liquid::Mercury:
            return {1.62f, {0.0f, 0.0f, 0.0f},    {0.0f, 0.0f, 0.0f},
                    true,  {0.78f, 0.78f, 0.77f}, false};
        case Liquid::Glass:
            return {1.5f, {3.2f, 0.9f, 1.6f}, {0.15f, 0.2f, 0.18f}, false, {}, false};
    }
    return {1.333f, {0.32f, 0.055f, 0.018f}, {0.006f, 0.009f, 0.012f}, false, {}, true};
}

}  // namespace tarn::scenery
