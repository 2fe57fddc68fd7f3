// Drops and bubbles as rectangles that face the eye, one instance each. A drop that moves is drawn along the
// way it goes while the shutter is open. Drops larger than a pixel are shaded as balls (ball.frag), all others
// as mist (mist.frag).
#include "scene.glsl"
#include "sky.glsl"
#include "spray.glsl"
layout(location = 0) in vec4 a_drop;      // centre, radius in m
layout(location = 1) in vec3 a_velocity;  // m/s
uniform int u_is_mist;
uniform int u_is_foam;
uniform float u_merged;      // drops that each drawn one stands for
out vec2 v_at;               // along and across the streak, in drawn radii
flat out vec4 v_drop;        // centre, radius in m
flat out vec4 v_along;       // direction of the streak; half its length in drawn radii
flat out vec4 v_veil;        // light of drops that are too small or too fast to show an image; opacity
flat out vec2 v_size;        // drawn radius in m, and in pixels

const float kExposure_s = 1.0 / 120.0;  // half of the time between two pictures of a video

// Share of sunlight per solid angle that a ball of water sends on at an angle to its way [henyey1941]. Most goes
// forward, so spray before the sun is bright. The even part stands for light that goes from drop to drop, which
// makes dense spray white from all sides. Weights are by eye.
float scattering(float cosine) {
    const float g = 0.8;
    float forward = (1.0 - g * g) / pow(1.0 + g * g - 2.0 * g * cosine, 1.5);
    return (0.6 * forward + 1.1) / (4.0 * kPi);
}

// Mean radiance of many drops. Of the sky each sends on what comes from behind it first.
vec3 veil(vec3 dir, float sunlit) {
    vec3 ground = 0.25 * level_light() / kPi;
    vec3 above = 0.6 * u_sky_light.rgb / kPi + 0.4 * sky(normalize(vec3(dir.xy, max(dir.z, 0.15))), 5.0);
    vec3 sun = u_sun_light.rgb * u_to_sun.w * sunlit;
    if (u_is_foam == 1) return 0.8 * (0.5 * sun + 0.8 * u_sky_light.rgb) / kPi;
    return sun * scattering(dot(dir, u_to_sun.xyz)) + mix(ground, above, clamp(0.6 + 0.4 * dir.z, 0.0, 1.0));
}

void main() {
    vec3 to_eye = u_eye_time.xyz - a_drop.xyz;
    float distance_m = max(length(to_eye), 1e-6), radius = a_drop.w;
    to_eye /= distance_m;
    float pixel_m = u_sky_light.w * distance_m;
    // Mist is spread over at least some pixels, so that its light does not depend on where their middles lie.
    // So is what stands for several drops.
    float drawn = u_is_mist == 1 ? max(1.42 * radius, 1.3 * pow(u_merged, 0.25) * pixel_m) : max(radius, 0.5 * pixel_m);
    vec3 way = 0.5 * kExposure_s * (a_velocity - dot(a_velocity, to_eye) * to_eye);
    float half_m = length(way);
    vec3 aside = cross(abs(to_eye.z) > 0.99 ? vec3(0, 1, 0) : vec3(0, 0, 1), to_eye);
    vec3 along = half_m > 1e-3 * drawn ? way / half_m : normalize(aside);
    // A drop at rest has a way too, of some of a pixel: it smooths the edge.
    half_m = max(half_m, 0.35 * pixel_m);
    float length_r = half_m / drawn;
    v_at = (2.0 * vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) - 1.0) * vec2(length_r + 1.0, 1.0);
    v_drop = a_drop;
    v_along = vec4(along, length_r);
    // Some of the drops on the way of the sun are before this one.
    float sunlit = 1.0 / (1.0 + 0.2 * spray_depth(a_drop.xyz));
    v_veil = vec4(veil(-to_eye, sunlit), u_merged * radius * radius / max(drawn * drawn, 1e-20));
    v_size = vec2(drawn, drawn / pixel_m);
    vec3 at = a_drop.xyz + drawn * (v_at.x * along + v_at.y * cross(to_eye, along));
    gl_Position = u_view_projection * vec4(at, 1.0);
}
