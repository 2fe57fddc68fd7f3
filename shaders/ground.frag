// Paints the ground of a pond once: sand, pebbles, stones and grass, the fine normals that go with
// them, and where the sun and the sky are hidden.
#include "scene.glsl"
#include "noise.glsl"
#include "bodies.glsl"
#include "trace.glsl"
#include "ground_light.glsl"
in vec2 v_uv;
layout(location = 0) out vec4 o_paint;
layout(location = 1) out vec4 o_lit;

struct Ground {
    vec3 colour;
    float bump;  // in m
};

Ground ground_at(vec2 at, float unit) {
    float height = textureLod(u_ground, ground_uv(at), 0.0).x;
    float tone = textureLod(u_ground, ground_uv(at), 0.0).y;
    vec2 p = at / unit;
    float broad = octaves(p * 0.8, 4), fine = octaves(p * 14.0, 3);
    // Sand with ripples.
    Ground g = Ground(vec3(0.46, 0.38, 0.26) * (1.0 + 0.35 * broad + 0.25 * fine), 0.004 * unit * fine);
    // Pebbles lie in drifts, and over all of the deeper bed.
    float drift = smoothstep(-0.1, 0.25, octaves(p * 0.55 + 31.0, 3) - 0.6 * height / unit - 0.22);
    vec3 cell = cells(p * 5.5);
    float top = 1.0 - smoothstep(0.12, 0.52, cell.x);
    float gap = smoothstep(0.02, 0.14, cell.y - cell.x);
    float here = drift * gap * step(cell.z, 0.35 + 0.75 * drift);
    vec3 pebble = mix(vec3(0.26, 0.25, 0.235), vec3(0.52, 0.47, 0.40), fract(cell.z * 7.3));
    pebble = mix(pebble, vec3(0.36, 0.22, 0.15), step(0.86, fract(cell.z * 17.1)));
    g.colour = mix(g.colour * mix(1.0, 0.62, drift * (1.0 - gap)), pebble * (0.85 + 0.4 * fine), here);
    g.bump += here * 0.055 * unit * top;
    // Grass where it is high and dry.
    float grass = smoothstep(0.10, 0.20, height / unit + 0.10 * broad);
    vec3 blades = mix(vec3(0.075, 0.115, 0.03), vec3(0.20, 0.21, 0.075), 0.5 + octaves(p * 3.0, 3));
    float blade = gradient_noise(vec2(p.x * 60.0, p.y * 22.0)) + gradient_noise(p.yx * vec2(75.0, 30.0));
    g.colour = mix(g.colour, blades * (1.0 + 0.55 * blade), grass);
    g.bump += grass * 0.006 * unit * blade;
    // Boulders.
    float stone = smoothstep(0.08, 0.2, tone);
    float veins = octaves(p * 6.0 + 11.0 * tone, 5);
    vec3 rock = mix(vec3(0.20, 0.195, 0.19), vec3(0.44, 0.42, 0.385), clamp(tone + 0.9 * veins, 0.0, 1.0));
    float moss = smoothstep(0.05, 0.35, octaves(p * 2.3 + 5.0, 4)) * smoothstep(0.06, 0.2, height / unit);
    rock = mix(rock, vec3(0.13, 0.16, 0.05), 0.75 * moss);
    g.colour = mix(g.colour, rock, stone);
    g.bump = mix(g.bump, 0.03 * unit * veins, stone);
    // Wet where waves reach.
    float wet = 1.0 - smoothstep(0.015, 0.07, height / unit + 0.03 * broad);
    g.colour *= mix(1.0, mix(0.6, 0.95, smoothstep(0.0, -0.12, height / unit)), wet);
    return g;
}

void main() {
    vec2 at = mix(u_ground_rect.xy, u_ground_rect.zw, v_uv);
    float unit = 0.1 * min(u_rect.z - u_rect.x, u_rect.w - u_rect.y);
    float d = 0.5 * u_ground_range.w;
    Ground here = ground_at(at, unit);
    float east = ground_at(at + vec2(d, 0), unit).bump, north = ground_at(at + vec2(0, d), unit).bump;
    vec3 normal = ground_normal(at);
    normal = normalize(normal - vec3(east - here.bump, north - here.bump, 0.0) / d);
    float height = ground_height(at);
    o_paint = vec4(here.colour, clamp(sky_seen(at, height) * (0.75 + 0.25 * smoothstep(-0.004, 0.01, here.bump)), 0.2, 1.0));
    o_lit = vec4(0.5 + 0.5 * normal, sun_seen(vec3(at, height + 0.5 * u_ground_range.w)));
}
