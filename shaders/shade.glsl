// Radiance of solid points (Lambertian), and radiance that the water itself scatters into a ray.
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

// How wet the ground above the water is. Which cells are wet is a yes or no; a quadratic B-spline over
// three by three of them draws its border as a smooth line, also where each cell of a cliff is a step.
float wetness(vec2 at) {
    // Around the simulated water the level of its edge goes on.
    if (clamp(at, u_rect.xy, u_rect.zw) != at) return smoothstep(-4.0 * u_ground_map.w, 0.0, simulated(at).w);
    vec2 p = clamp(surface_uv(at), 0.0, 1.0) * vec2(textureSize(u_surface, 0));
    vec2 i = floor(p), f = p - i;
    vec2 before = 0.5 * (1.0 - f) * (1.0 - f), after = 0.5 * f * f, own = 1.0 - before - after;
    ivec2 last = textureSize(u_surface, 0) - 1;
    float sum = 0.0;
    for (int k = 0; k < 9; ++k) {
        ivec2 by = ivec2(k % 3 - 1, k / 3 - 1);
        vec2 weight = vec2(by.x < 0 ? before.x : by.x > 0 ? after.x : own.x,
                           by.y < 0 ? before.y : by.y > 0 ? after.y : own.y);
        float depth = texelFetch(u_surface, clamp(ivec2(i) + by, ivec2(0), last), 0).w;
        sum += weight.x * weight.y * smoothstep(-4.0 * u_ground_map.w, 0.0, depth);
    }
    return smoothstep(0.05, 0.75, sum);
}

// Share of light that is left of the ground's colour: wet sand is darker than dry, and water runs
// into the sand beside it.
float damped(vec2 at, bool is_below, float depth) {
    float thin = u_ground_map.w;
    float wet = is_below && depth > 2.0 * thin ? 0.66 : mix(1.0, 0.66, wetness(at));
    return is_below ? mix(wet, 0.92, smoothstep(0.0, 12.0 * thin, depth)) : wet;
}

// Radiance of a solid, the same in all directions.
vec3 radiance(Hit hit, bool is_below, float width) {
    vec4 colour = solid_colour(hit, width);
    float sun = 1.0;
    float level = GROUND == kBedGround ? simulated_level(hit.at.xy) : u_levels.x;
    float depth = max(level - hit.at.z, 0.0);
    if (GROUND != kLevelGround && hit.what == kGround) {
        vec4 lit = ground_lit(hit.at.xy);
        hit.normal = lit.xyz;
        sun = lit.w;
        if (GROUND == kBedGround) colour.rgb *= damped(hit.at.xy, is_below, depth);
    }
    // A film over a bed is lit like the dry ground beside it, so that no seam shows where it ends.
    float under = !is_below ? 0.0 : GROUND == kBedGround ? smoothstep(0.0, 2.0 * u_ground_map.w, depth) : 1.0;
    int own = BODIES > 0 && hit.what == kBody && body_texel(hit.body, kBodySize).w >= kMeshShape ? hit.body : -1;
    vec3 light = vec3(0.0);
    if (under > 0.0) light += under * light_below(hit.at, hit.normal, depth, width, own) * colour.a;
    if (under < 1.0) light += (1.0 - under) * light_above(hit.at, hit.normal, colour.a, sun, own);
    return colour.rgb * light / kPi;
}

// Land fades into the air of the horizon with distance.
vec3 hazed(vec3 colour, vec3 dir, float distance_m) {
    float clear_m = GROUND == kBedGround ? max(350.0, 12.0 * length(u_rect.zw - u_rect.xy)) : 350.0;
    float share = 1.0 - exp(-distance_m / clear_m);
    return mix(colour, textureLod(u_sky, sky_uv(vec3(dir.xy, 0.006)), 2.0).rgb, share);
}

// In-scattered radiance along `way` m of water, for a ray that sinks by `sink` per m from `depth`: single
// scattering of sun and sky, which are attenuated with depth, integrated in closed form.
vec3 scattered_light(float way, float depth, float sink, vec3 dir, float sunlit) {
    vec3 fade_down = 1.2 * (u_absorbed.rgb + 0.25 * u_scattered.rgb);
    vec3 total = max(extinction() + fade_down * sink, vec3(1e-4));
    float toward = dot(dir, -u_light_below.xyz);
    float phase = (0.6 + 0.4 * toward * toward) / (4.0 * kPi);
    vec3 sun = u_sun_light.rgb * max(u_to_sun.z, 0.0) * u_light_below.w / -u_light_below.z * phase;
    vec3 from_sky = u_sky_light.rgb * 0.934 / (4.0 * kPi) * 2.0;
    // Multiple scattering is a factor chosen by eye.
    vec3 again = 1.0 + 1.4 * u_scattered.rgb / (u_absorbed.rgb + 0.35 * u_scattered.rgb + 0.02);
    vec3 sum = (1.0 - exp(-total * way)) / total;
    return u_scattered.rgb * sum * exp(-fade_down * max(depth, 0.0)) * (sunlit * sun + from_sky) * again;
}

vec3 scattered_light(float way, float depth, float sink, vec3 dir) {
    return scattered_light(way, depth, sink, dir, 1.0);
}

float pixel_width(float distance_m, float cosine) {
    return u_sky_light.w * distance_m / max(cosine, 0.12);
}

// Shafts of light: mean of the caustic map along a ray over its value under flat water, by ray marching. The
// first step is jittered per pixel, so that no bands show.
float shafts(vec3 from, vec3 dir, float way, vec2 pixel) {
    if (u_counts.w == 0 || u_has.x == 0) return 1.0;
    float flat_light = dot(u_sun_light.rgb, vec3(1.0)) * max(u_to_sun.z, 0.0) * u_light_below.w;
    float step_m = min(way, 12.0) / float(u_counts.w);
    float sum = 0.0, weight = 0.0, t = step_m * hash1(pixel);
    float fade = exp(-2.0 * step_m * u_absorbed.g), share = 1.0;
    for (int k = 0; k < u_counts.w; ++k) {
        sum += share * dot(textureLod(u_caustics, caustic_uv(from + t * dir), 1.0).rgb, vec3(1.0));
        weight += share;
        share *= fade;
        t += step_m;
    }
    return min(1.25 * sum / max(weight * flat_light, 1e-6), 4.0);
}

// What is seen of the room through the glass of a tank.
vec3 room(vec3 dir) {
    if (dir.z > 0.0) return sky(dir, 1.5);
    return vec3(0.16, 0.10, 0.06) * level_light() / kPi;
}

vec3 behind_glass(vec3 dir, vec3 inward) {
    vec3 outside = refract(dir, inward, u_absorbed.w);
    return room(dot(outside, outside) > 0.0 ? outside : reflect(dir, inward));
}
