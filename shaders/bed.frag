// Paints a bed that varies and the land around it: sand under the water and beside it, grass and woods
// above, rock where it is steep; fine normals, and where sun and sky are hidden. What is wet changes
// with the water and is not painted.
#include "scene.glsl"
#include "noise.glsl"
#include "surface.glsl"
#include "bodies.glsl"
#include "trace.glsl"
#include "light.glsl"
#include "materials.glsl"
#include "ground_light.glsl"
in vec2 v_uv;
layout(location = 0) out vec4 o_paint;
layout(location = 1) out vec4 o_lit;

struct Cover {
    vec3 colour;
    float bump;  // in m
};

// A tenth of the shorter side: patterns fit a tank as well as a valley.
float unit_m() {
    return 0.1 * min(u_rect.z - u_rect.x, u_rect.w - u_rect.y);
}

// 1 where a metre is small beside the water.
float landscape() {
    return smoothstep(4.0, 25.0, unit_m());
}

Cover sand(vec2 p, float height, float unit) {
    float broad = octaves(p * 0.8, 4), fine = octaves(p * 14.0, 3);
    Cover c = Cover(kSand * (1.0 + 0.3 * broad + 0.2 * fine), 0.004 * unit * fine);
    if (PLACE == kTank) return c;
    // Pebbles lie in drifts, where they are large enough to be seen.
    float drift = smoothstep(0.02, 0.3, octaves(p * 0.55 + 31.0, 3)) * (1.0 - landscape());
    vec3 cell = cells(p * 5.5);
    float gap = smoothstep(0.02, 0.14, cell.y - cell.x);
    float here = drift * gap * step(cell.z, 0.75 * drift);
    vec3 pebble = mix(vec3(0.26, 0.25, 0.235), vec3(0.52, 0.47, 0.40), fract(cell.z * 7.3));
    c.colour = mix(c.colour * mix(1.0, 0.75, drift * (1.0 - gap)), pebble * (0.85 + 0.4 * fine), here);
    c.bump += here * 0.04 * unit * (1.0 - smoothstep(0.12, 0.52, cell.x));
    return c;
}

Cover grass(vec2 p, float unit) {
    float broad = octaves(p * 0.9 + 4.0, 4), patchy = octaves(p * 3.0, 3);
    vec3 meadow = mix(vec3(0.075, 0.115, 0.03), vec3(0.20, 0.20, 0.075), clamp(0.5 + 1.1 * broad + 0.5 * patchy, 0.0, 1.0));
    float blade = gradient_noise(vec2(p.x * 60.0, p.y * 22.0)) + gradient_noise(p.yx * vec2(75.0, 30.0));
    Cover c = Cover(meadow * (1.0 + mix(0.5, 0.2, landscape()) * blade), 0.006 * unit * blade);
    // Woods: crowns beside crowns.
    vec3 crown = cells(p * 9.0);
    float wood = landscape() * smoothstep(0.0, 0.12, octaves(p * 0.5 + 17.0, 4));
    float top = 1.0 - smoothstep(0.0, 0.65, crown.x);
    vec3 leaves = mix(vec3(0.02, 0.04, 0.012), vec3(0.065, 0.095, 0.03), top) * (0.75 + 0.5 * crown.z);
    c.colour = mix(c.colour, leaves, wood);
    c.bump = mix(c.bump, 0.05 * unit * top, wood);
    return c;
}

// In space, so that cliffs show the same stone as level rock. Three octaves: finer ones would be finer than
// a texel on a slope.
Cover rock(vec3 p, vec3 normal, float unit) {
    float veins = triplanar(p * 3.0, normal, 3);
    vec3 stone = mix(vec3(0.17, 0.165, 0.155), vec3(0.42, 0.395, 0.36), clamp(0.5 + 1.1 * veins, 0.0, 1.0));
    return Cover(stone, 0.05 * unit * veins);
}

Cover over(Cover below, Cover above, float share) {
    return Cover(mix(below.colour, above.colour, share), mix(below.bump, above.bump, share));
}

Cover cover_at(vec2 at) {
    float unit = unit_m();
    float height = ground_height(at) - u_levels.x, relief = u_ground_range.y - u_ground_range.x;
    vec2 p = (at - u_rect.xy) / unit;
    Cover here = sand(p, height, unit);
    if (PLACE == kTank) return here;
    vec3 normal = ground_normal(at);
    float steep = length(normal.xy) / max(normal.z, 0.05), broad = octaves(p * 1.7, 4);
    // The beach is as high as waves may reach: a share of the land, or of the width of the water.
    float beach = 0.15 * min(relief, unit);
    here = over(here, grass(p, unit), smoothstep(0.8, 1.6, height / max(beach, 1e-6) + 1.2 * broad));
    here = over(here, rock(vec3(p, height / unit), normal, unit), smoothstep(0.55, 0.85, steep + 0.35 * broad));
    return here;
}

// The land around becomes the meadow beyond the map.
Cover ending(Cover here, vec2 at) {
    if (is_boxed()) return here;
    vec2 beyond = max(max(u_rect.xy - at, at - u_rect.zw), 0.0);
    float share = smoothstep(0.45, 0.95, length(beyond) / (u_rect.x - u_ground_rect.x));
    vec3 last = PLACE == kOcean ? kSand : far_colour(vec3(at, 0.0), 0.0);
    return over(here, Cover(last, 0.0), share);
}

void main() {
    vec2 at = ground_place(v_uv);
    float d = max(0.5 * u_ground_range.w, u_ground_map.z);
    Cover here = ending(cover_at(at), at);
    float east = cover_at(at + vec2(d, 0)).bump, north = cover_at(at + vec2(0, d)).bump;
    float bump = cover_at(at).bump;
    vec3 normal = ground_normal(at);
    normal = normalize(normal - vec3(east - bump, north - bump, 0.0) / d);
    float height = ground_height(at);
    o_paint = vec4(clamp(here.colour, 0.0, 1.0), clamp(sky_seen(at, height), 0.2, 1.0));
    float over_ground = height + 0.5 * u_ground_range.w;
    float on_ground = sun_seen(vec3(at, over_ground));
    float on_water = over_ground < u_levels.x ? sun_seen(vec3(at, u_levels.x)) : on_ground;
    o_lit = vec4(0.5 + 0.5 * normal.xy, on_water, on_ground);
}
