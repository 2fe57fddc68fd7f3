// The surface map: height over the still level and slope in every cell, from the levels of one step or
// interpolated between two; over a bed also the depth.
#include "scene.glsl"
in vec2 v_uv;
out vec4 o_surface;
uniform sampler2D u_level;         // m
uniform sampler2D u_level_before;  // m
uniform sampler2D u_solid;         // not 0 where an obstacle stands
uniform sampler2D u_ground;        // of a bed: height over the still level in m
uniform float u_blend;
uniform int u_has_solid;

float level_of(ivec2 p) {
    float now = texelFetch(u_level, p, 0).r;
    if (u_blend < 1.0) now = mix(texelFetch(u_level_before, p, 0).r, now, u_blend);
    return now - u_levels.x;
}

bool is_solid(ivec2 p) {
    return u_has_solid == 1 && texelFetch(u_solid, p, 0).r > 0.0;
}

float bed_of(ivec2 p) {
    // The map has as many texels before the cells as after them.
    ivec2 around = (textureSize(u_ground, 0) - textureSize(u_level, 0)) / 2;
    return texelFetch(u_ground, p + around, 0).r;
}

// A film too thin to be seen counts as dry land: as water it would draw the level up a slope.
bool is_dry(ivec2 p) {
    return GROUND == kBedGround && level_of(p) - bed_of(p) <= 0.05 * u_ground_map.w;
}

// Obstacles, walls and land that stands above the water mirror the level of the cell that looks at
// them; down to lower land the water falls.
float level(ivec2 at, float own, ivec2 last) {
    ivec2 p = clamp(at, ivec2(0), last);
    if (is_solid(p)) return own;
    return is_dry(p) ? min(own, level_of(p)) : level_of(p);
}

// Mean level of the water around a cell that has none, near water first, and how many cells away the
// nearest is; 0 where there is none.
vec2 level_around(ivec2 at, ivec2 last) {
    float count = 0.0, sum = 0.0, nearest = 8.0;
    for (int k = 0; k < 25; ++k) {
        ivec2 by = ivec2(k % 5 - 2, k / 5 - 2), p = clamp(at + by, ivec2(0), last);
        if (is_solid(p) || is_dry(p)) continue;
        float away2 = float(by.x * by.x + by.y * by.y), weight = GROUND == kBedGround ? 1.0 / away2 : 1.0;
        sum += weight * level_of(p);
        count += weight;
        nearest = min(nearest, away2);
    }
    return count > 0.0 ? vec2(sum / count, sqrt(nearest)) : vec2(0.0);
}

vec2 slope_at(ivec2 at, float own, ivec2 last) {
    // Central differences, averaged over three rows: a steep front that crosses the cells aslant
    // would show as steps otherwise.
    float sw = level(at + ivec2(-1, -1), own, last), s = level(at + ivec2(0, -1), own, last);
    float se = level(at + ivec2(1, -1), own, last), w = level(at + ivec2(-1, 0), own, last);
    float e = level(at + ivec2(1, 0), own, last), nw = level(at + ivec2(-1, 1), own, last);
    float n = level(at + ivec2(0, 1), own, last), ne = level(at + ivec2(1, 1), own, last);
    return vec2(se + 2.0 * e + ne - sw - 2.0 * w - nw, nw + 2.0 * n + ne - sw - 2.0 * s - se) /
           (8.0 * u_levels.w);
}

// A cell without water over a bed. The level beside it goes on below higher land, which cuts it
// there; where the land is lower, it ends on the land. Far from water it is under the ground.
vec4 dry_cell(ivec2 at, ivec2 last) {
    vec2 around = level_around(at, last);
    float bed = bed_of(at);
    if (around.y == 0.0) return vec4(bed - u_levels.w, 0.0, 0.0, kNoWater);
    if (is_solid(at)) return vec4(around.x, 0.0, 0.0, min(bed - around.x, -u_ground_map.w));
    float own = min(around.x, level_of(at));
    // Sand dries within the reach of the cells looked at, so that its wet part has no corners. Cells
    // beside water stay as they are: the shore runs through them.
    float dry = 4.0 * u_ground_map.w * clamp(0.7 * (around.y - 1.45), 0.0, 1.0);
    return vec4(own, slope_at(at, own, last), own - bed - dry);
}

void main() {
    ivec2 last = textureSize(u_level, 0) - 1, at = ivec2(gl_FragCoord.xy);
    float own = level_of(at);
    if (GROUND == kBedGround) {
        bool is_empty = is_solid(at) || is_dry(at);
        o_surface = is_empty ? dry_cell(at, last)
                             : vec4(own, slope_at(at, own, last), own - bed_of(at));
    } else if (is_solid(at)) {
        // Inside an obstacle the mesh goes on at the level around it.
        o_surface = vec4(level_around(at, last).x, 0.0, 0.0, 0.0);
    } else {
        o_surface = vec4(own, slope_at(at, own, last), 1.0);
    }
}
