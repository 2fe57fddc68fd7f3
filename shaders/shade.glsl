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

// Share of light that is left of the ground's colour: wet sand is darker than dry, and water runs
// into the sand beside it.
float damped(vec2 at, bool is_below, float depth) {
    float thin = u_ground_map.w;
    if (is_below) return mix(0.66, 0.92, smoothstep(0.0, 12.0 * thin, depth));
    float reach = 1.3 * u_levels.w, wet = smoothstep(-4.0 * thin, 0.0, simulated(at).w);
    wet += smoothstep(-4.0 * thin, 0.0, simulated(at + vec2(reach, 0)).w) +
           smoothstep(-4.0 * thin, 0.0, simulated(at - vec2(reach, 0)).w) +
           smoothstep(-4.0 * thin, 0.0, simulated(at + vec2(0, reach)).w) +
           smoothstep(-4.0 * thin, 0.0, simulated(at - vec2(0, reach)).w);
    return mix(1.0, 0.66, min(0.5 * wet, 1.0));
}

// Light that a solid sends towards a ray.
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
    if (is_below) {
        return colour.rgb * light_below(hit.at, hit.normal, depth, width) * colour.a / kPi;
    }
    return colour.rgb * light_above(hit.at, hit.normal, colour.a, sun) / kPi;
}

// Land fades into the air of the horizon with distance.
vec3 hazed(vec3 colour, vec3 dir, float distance_m) {
    float clear_m = GROUND == kBedGround ? max(350.0, 12.0 * length(u_rect.zw - u_rect.xy)) : 350.0;
    float share = 1.0 - exp(-distance_m / clear_m);
    return mix(colour, textureLod(u_sky, sky_uv(vec3(dir.xy, 0.006)), 2.0).rgb, share);
}

// Light scattered towards the eye along `way` m of water, for a ray that sinks by `sink` per m from
// `depth`: single scattering of sun and sky, which grow weaker with depth, in closed form.
vec3 scattered_light(float way, float depth, float sink, vec3 dir, float sunlit) {
    vec3 fade_down = 1.2 * (u_absorbed.rgb + 0.25 * u_scattered.rgb);
    vec3 total = max(extinction() + fade_down * sink, vec3(1e-4));
    float toward = dot(dir, -u_light_below.xyz);
    float phase = (0.6 + 0.4 * toward * toward) / (4.0 * kPi);
    vec3 sun = u_sun_light.rgb * max(u_to_sun.z, 0.0) * u_light_below.w / -u_light_below.z * phase;
    vec3 from_sky = u_sky_light.rgb * 0.934 / (4.0 * kPi) * 2.0;
    // What was scattered more than once comes back evenly.
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

// How much brighter or darker than under flat water the sunlit water along a ray is: shafts of light
// that the waves make. The steps begin at a place of their own in each pixel, so that no bands show.
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
