// Light that a solid point sends out, and light that the water itself sends along a ray.
#include "optics.glsl"
#include "noise.glsl"
#include "sky.glsl"
#include "surface.glsl"
#include "bodies.glsl"
#include "trace.glsl"
#include "light.glsl"
#include "materials.glsl"

vec3 extinction() {
    return u_absorbed.rgb + u_scattered.rgb;
}

// Fine normals of a pond's ground and the sun on it are painted once (ground.frag).
vec3 fine_normal(Hit hit) {
    if (hit.what != kGround || u_kind.x != kPond) return hit.normal;
    return normalize(texture(u_lit, ground_uv(hit.at.xy)).xyz * 2.0 - 1.0);
}

vec3 radiance_below(Hit hit, float width) {
    vec4 colour = solid_colour(hit, width);
    vec3 normal = fine_normal(hit);
    float depth = max(simulated_level(hit.at.xy) - hit.at.z, 0.0);
    return colour.rgb * light_below(hit.at, normal, depth) * colour.a / kPi;
}

vec3 radiance_above(Hit hit, float width) {
    vec4 colour = solid_colour(hit, width);
    vec3 normal = fine_normal(hit);
    float sun = hit.what == kGround ? ground_sun(hit.at) : 1.0;
    return colour.rgb * light_above(hit.at, normal, colour.a, sun) / kPi;
}

// Land fades into the air of the horizon with distance.
vec3 hazed(vec3 colour, vec3 dir, float distance_m) {
    float share = 1.0 - exp(-distance_m / 1500.0);
    return mix(colour, sky(normalize(vec3(dir.xy, 0.03)), 3.0), share);
}

// Light scattered towards the eye along `way` m of water, for a ray that sinks by `sink` per m from
// `depth`: single scattering of sun and sky, which grow weaker with depth, in closed form.
vec3 scattered_light(float way, float depth, float sink, vec3 dir) {
    vec3 fade_down = 1.2 * (u_absorbed.rgb + 0.25 * u_scattered.rgb);
    vec3 total = max(extinction() + fade_down * sink, vec3(1e-4));
    float toward = dot(dir, -u_light_below.xyz);
    float phase = (0.6 + 0.4 * toward * toward) / (4.0 * kPi);
    vec3 sun = u_sun_light.rgb * u_to_sun.z * u_light_below.w / -u_light_below.z * phase;
    vec3 from_sky = u_sky_light.rgb * 0.934 / (4.0 * kPi) * 2.0;
    // What was scattered more than once comes back evenly.
    vec3 again = 1.0 + 2.2 * u_scattered.rgb / (u_absorbed.rgb + 0.35 * u_scattered.rgb + 0.02);
    vec3 sum = (1.0 - exp(-total * way)) / total;
    return u_scattered.rgb * sum * exp(-fade_down * max(depth, 0.0)) * (sun + from_sky) * again;
}

float pixel_width(float distance_m, float cosine) {
    return u_sky_light.w * distance_m / max(cosine, 0.12);
}

// What is seen outside, above the water: solids, else the sky.
vec3 seen_above(vec3 from, vec3 dir, float travelled, float lod) {
    if (u_has.y == 0) return sky(vec3(dir.xy, max(dir.z, 0.0)), lod);
    Hit hit = trace(from, dir);
    if (hit.what == kSky || hit.what == kFar) return sky(vec3(dir.xy, max(dir.z, 0.002)), lod);
    float width = pixel_width(travelled + hit.t, abs(dot(dir, hit.normal)));
    return radiance_above(hit, width);
}
