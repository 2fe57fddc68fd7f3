// The surface: what it mirrors and what is seen through it, weighed by Fresnel's formula; from above
// and from below.
#include "scene.glsl"
#include "shade.glsl"
#include "view_colour.glsl"
in vec3 v_at_ws;
in vec2 v_flat;
out vec4 o_colour;

const float kInvisible = 0.004;  // shares of light below this are left out
const float kSunSlope2 = 2.0e-5; // slope variance that the width of the sun stands for

struct Facet {
    vec3 normal;
    float variance;  // of slopes finer than a pixel
};

Facet facet_at(vec2 at, float distance_m, float grazing) {
    vec2 slope = simulated_slope(at);
    vec2 fine = small_waves(at).yz;
    // Mean slopes of a pixel are flatter than the waves in it; what is lost makes glitter broad.
    float width = u_sky_light.w * distance_m / max(grazing, 0.04);
    float lost = smoothstep(0.3, 60.0, width * 256.0 / u_detail.x);
    float variance = u_detail.z * u_detail.z * u_detail.y * (0.04 + 0.96 * lost);
    return Facet(normalize(vec3(-(slope + fine), 1.0)), variance);
}

vec3 glitter(vec3 to_eye, Facet facet, float share) {
    if (u_has.w == 0 || u_to_sun.w < 0.5) return vec3(0.0);
    vec3 halfway = normalize(to_eye + u_to_sun.xyz);
    float cosine = max(dot(halfway, facet.normal), 0.0);
    float s2 = 0.5 * facet.variance + kSunSlope2;
    float view = max(dot(to_eye, facet.normal), 0.08);
    return u_sun_light.rgb * share * facets(cosine, s2) / (4.0 * view);
}

float sun_on_surface(vec3 at) {
    float share = walls_sun(at) * ground_sun(at);
    if (u_kind.z > 0) share *= bodies_sun(at, u_to_sun.xyz, 1e5);
    return share;
}

vec3 mirrored_above(vec3 at, vec3 dir, vec3 normal, float distance_m, float variance) {
    vec3 r = reflect(dir, normal);
    // Rays that would go into the water meet another wave first and go on upwards.
    r.z = abs(r.z) + 0.5 * variance;
    r = normalize(r);
    float lod = clamp(0.5 * log2(1.0 + 9000.0 * variance), 0.0, 5.0);
    return seen_above(at, r, distance_m, lod);
}

vec3 through_from_above(vec3 at, vec3 dir, vec3 normal, float distance_m) {
    vec3 t = refract(dir, normal, 1.0 / u_absorbed.w);
    float depth_here = 0.0;
    if (u_has.z == 0 || u_kind.x == kOcean) {
        float way = (at.z - u_levels.y) / max(-t.z, 0.05);
        if (u_kind.x == kOcean) way = 200.0;
        return scattered_light(way, depth_here, -t.z, t);
    }
    Hit hit = trace(at, t);
    float way = min(hit.t, 1e3);
    vec3 colour;
    if (u_kind.x == kTank && hit.what == kWall) {
        // Out through the glass, into what is behind.
        vec3 outside = refract(t, hit.normal, u_absorbed.w);
        colour = dot(outside, outside) > 0.0 ? sky(outside, 2.0)
                                             : sky(reflect(t, hit.normal), 2.0);
        if (outside.z < 0.0) colour = vec3(0.16, 0.10, 0.06) * (u_sky_light.rgb + u_sun_light.rgb * u_to_sun.z) / kPi;
    } else {
        float width = pixel_width(distance_m + way / u_absorbed.w, abs(dot(t, hit.normal)));
        colour = radiance_below(hit, width);
    }
    return colour * exp(-extinction() * way) + scattered_light(way, depth_here, -t.z, t);
}

vec3 from_above(vec3 to_eye, float distance_m, Facet facet) {
    vec3 dir = -to_eye, normal = facet.normal;
    float cosine = dot(to_eye, normal);
    if (cosine < 0.02) {  // the back of a wave: bend the normal until it is seen
        normal = normalize(normal + (0.02 - cosine) * to_eye);
        cosine = 0.02;
    }
    float sun = sun_on_surface(v_at_ws);
    if (u_scattered.w > 0.5) {
        vec3 share = metal_fresnel(cosine, u_mirrored.rgb);
        return share * (mirrored_above(v_at_ws, dir, normal, distance_m, facet.variance) +
                        sun * glitter(to_eye, facet, 1.0));
    }
    float share = fresnel(cosine, u_absorbed.w);
    // Thin water at a shore: the last millimetres carry neither mirror nor colour.
    if (u_kind.x == kPond)
        share *= smoothstep(0.0, 0.012, v_at_ws.z - ground_height(v_at_ws.xy));
    vec3 colour = vec3(0.0);
    if (share > kInvisible)
        colour += share * (mirrored_above(v_at_ws, dir, normal, distance_m, facet.variance) +
                           sun * glitter(to_eye, facet, 1.0));
    if (1.0 - share > kInvisible)
        colour += (1.0 - share) * through_from_above(v_at_ws, dir, normal, distance_m);
    return colour;
}

vec3 from_below(vec3 to_eye, float distance_m, Facet facet) {
    vec3 dir = -to_eye, normal = -facet.normal;
    float cosine = max(dot(to_eye, normal), 0.0);
    float share = fresnel(cosine, 1.0 / u_absorbed.w);
    vec3 colour = vec3(0.0);
    if (1.0 - share > kInvisible) {
        vec3 out_dir = refract(dir, normal, u_absorbed.w);
        colour += (1.0 - share) * seen_above(v_at_ws, out_dir, distance_m, 0.0);
        colour += (1.0 - share) * u_sun_light.rgb * u_to_sun.w * 40.0 *
                  smoothstep(0.9993, 0.9998, dot(out_dir, u_to_sun.xyz));
    }
    if (share > kInvisible && u_kind.x != kOcean) {
        vec3 r = reflect(dir, normal);
        r.z = -abs(r.z);
        Hit hit = trace(v_at_ws, r);
        float width = pixel_width(distance_m + hit.t, abs(dot(r, hit.normal)));
        colour += share * (radiance_below(hit, width) * exp(-extinction() * hit.t) +
                           scattered_light(hit.t, 0.0, -r.z, r));
    }
    vec3 fog = scattered_light(distance_m, u_levels.x - u_eye_time.z, 0.0, dir);
    return colour * exp(-extinction() * distance_m) + fog;
}

void main() {
    vec4 simulated = textureLod(u_surface, surface_uv(v_flat), 0.0);
    if (u_kind.x != kOcean && simulated.w < 0.5) discard;
    vec3 to_eye = u_eye_time.xyz - v_at_ws;
    float distance_m = length(to_eye);
    to_eye /= distance_m;
    if (u_kind.w > 0 && u_kind.w < 4) {
        o_colour = vec4(view_colour(v_flat), 1.0);
        return;
    }
    Facet facet = facet_at(v_flat, distance_m, abs(to_eye.z));
    vec3 colour = u_eye_in.x == 1 ? from_below(to_eye, distance_m, facet)
                                  : from_above(to_eye, distance_m, facet);
    if (u_kind.x == kOcean) colour = mix(colour, sky(normalize(vec3(-to_eye.xy, 0.01)), 2.0),
                                         1.0 - exp(-distance_m / 9000.0));
    o_colour = vec4(colour, 1.0);
}
