// The water's surface: the simulated level and, below the size of a cell, the tile of small waves.
#include "ground.glsl"
uniform sampler2D u_surface;  // level over the still one in m, slope along x and y, and 1 where wet;
                              // over a bed the depth in m, negative where it is dry
uniform sampler2D u_waves;    // height in m, slope along x and y, fold

vec2 surface_uv(vec2 at) {
    return (at - u_rect.xy) / (u_rect.zw - u_rect.xy);
}

// How much of the simulated patch is left: all of it inside basins, fading out in open water.
float patch_share(vec2 at) {
    if (PLACE != kOcean) return 1.0;
    vec2 half_size = 0.5 * (u_rect.zw - u_rect.xy);
    vec2 d = (half_size - abs(at - u_rect.xy - half_size)) / half_size;
    return smoothstep(0.0, GROUND == kBedGround ? 0.06 : 0.3, min(d.x, d.y));
}

// Around the simulated water over a bed: in open water the sea goes on, elsewhere the water of the
// edge does, up to where the land rises above it.
vec4 continued(vec4 here, vec2 at) {
    if (PLACE == kOcean) {
        float share = patch_share(at);
        here.xyz *= share;
        if (share < 1.0) here.w = mix(u_levels.x - ground_height(at), here.w, share);
    } else if (!is_boxed() && clamp(at, u_rect.xy, u_rect.zw) != at) {
        here.w = min(here.w, u_levels.x + here.x - ground_height(at));
        here.yz = vec2(0.0);
    }
    return here;
}

// Two tiles, turned against each other and of sizes without a common measure, hide the repetition.
const mat2 kTurn = mat2(0.8, 0.6, -0.6, 0.8);

vec4 two_layers(vec4 one, vec4 two) {
    two.yz = two.yz * kTurn;
    return u_detail.z * vec4(0.7 * one.x + 0.7 * two.x / u_detail.w, 0.7 * (one.yz + two.yz), one.w);
}

// Share of the small waves of open water that is left over a bed of this depth.
float shoaled(float depth) {
    return GROUND == kBedGround ? smoothstep(0.0, 2.5, depth) : 1.0;
}

vec4 small_waves(vec2 at, float lod) {
    vec2 uv = at / u_detail.x;
    return two_layers(textureLod(u_waves, uv, lod),
                      textureLod(u_waves, kTurn * uv * u_detail.w, lod + log2(u_detail.w)));
}

// The surface map, bilinear between cells.
vec4 simulated(vec2 at) {
    vec4 here = textureLod(u_surface, surface_uv(at), 0.0);
    if (GROUND == kBedGround) here = continued(here, at);
    else if (PLACE == kOcean) here.xyz *= patch_share(at);
    return here;
}

// The same by bicubic B-spline filtering over sixteen cells (four bilinear fetches), without the creases
// that bilinear interpolation leaves in reflections.
vec4 simulated_smooth(vec2 at) {
    if (u_has.w == 0) return simulated(at);
    vec2 size = vec2(textureSize(u_surface, 0));
    vec2 p = surface_uv(at) * size - 0.5, i = floor(p), f = p - i;
    vec2 f2 = f * f, f3 = f2 * f;
    vec2 w0 = (1.0 - f) * (1.0 - f) * (1.0 - f) / 6.0, w1 = (4.0 - 6.0 * f2 + 3.0 * f3) / 6.0;
    vec2 w3 = f3 / 6.0, w2 = 1.0 - w0 - w1 - w3;
    vec2 low = w0 + w1, high = w2 + w3;
    vec2 a = (i - 0.5 + w1 / low) / size, b = (i + 1.5 + w3 / high) / size;
    vec4 here = low.y * (low.x * textureLod(u_surface, a, 0.0) + high.x * textureLod(u_surface, vec2(b.x, a.y), 0.0)) +
                high.y * (low.x * textureLod(u_surface, vec2(a.x, b.y), 0.0) + high.x * textureLod(u_surface, b, 0.0));
    if (GROUND == kBedGround) here = continued(here, at);
    else if (PLACE == kOcean) here.xyz *= patch_share(at);
    return here;
}

float simulated_level(vec2 at) {
    return u_levels.x + simulated(at).x;
}

bool is_wet(vec4 water) {
    return water.w > (GROUND == kBedGround ? 0.0 : 0.5);
}

// A film that runs down a cliff is drawn as wet rock, not as water: it follows the cells like a stair.
bool is_film(vec4 water, vec2 at) {
    float most = 1.5 * u_ground_map.w;
    if (GROUND != kBedGround || water.w > most) return false;
    vec3 bed = ground_normal(at);
    return water.w < most * smoothstep(0.3, 0.7, length(bed.xy) / max(bed.z, 0.05));
}
