// The surface of the water. In basins the mesh covers the water's rectangle; in open water it goes
// out from under the eye to the horizon in rings that grow with distance.
#include "scene.glsl"
#include "surface.glsl"
layout(location = 0) in vec2 a_uv;
uniform sampler2D u_shift;  // of the small waves: horizontal shift in m
out vec3 v_at_ws;
out vec2 v_flat;  // place before the shift of waves

vec2 ring_place(vec2 uv) {
    float r = u_ring.z * pow(u_ring.w / u_ring.z, uv.y) - u_ring.z;
    float angle = u_ring.x + u_ring.y * uv.x;
    return u_eye_time.xy + r * vec2(cos(angle), sin(angle));
}

void main() {
    vec2 at = PLACE == kOcean ? ring_place(a_uv)
            : GROUND == kBedGround ? ground_place(a_uv) : mix(u_rect.xy, u_rect.zw, a_uv);
    v_flat = at;
    vec4 water = simulated(at);
    float level = u_levels.x + water.x;
    vec2 shift = vec2(0.0);
    if (PLACE == kOcean) {
        float r = distance(at, u_eye_time.xy);
        float spacing = r * u_mirrored.w;
        float lod = log2(max(spacing, 1e-4) * float(textureSize(u_waves, 0).x) / u_detail.x);
        level += shoaled(water.w) * small_waves(at, lod).x;
        shift = u_detail.z * 0.7 * (textureLod(u_shift, at / u_detail.x, lod).xy +
                                    (textureLod(u_shift, kTurn * at / u_detail.x * u_detail.w, lod).xy * kTurn) / u_detail.w);
    }
    // Where land is dry the mesh lies on it, a hair nearer to the eye: which pixel is water is decided
    // by the depth there (water_at.frag), not by where two coarse meshes cross.
    if (GROUND == kBedGround) level = max(level, ground_height(at));
    v_at_ws = vec3(at + shift, level);
    gl_Position = u_view_projection * vec4(v_at_ws, 1.0);
    if (GROUND == kBedGround) gl_Position.z -= 4e-6 * gl_Position.w;
}
