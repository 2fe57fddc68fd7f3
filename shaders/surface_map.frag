// From the levels of one or two steps to what the drawn surface needs: height over the still level
// and the true slope.
#include "scene.glsl"
in vec2 v_uv;
out vec4 o_surface;
uniform sampler2D u_level;         // m
uniform sampler2D u_level_before;  // m
uniform sampler2D u_solid;         // not 0 where an obstacle stands
uniform float u_blend;

// Obstacles and walls mirror the level of the cell that looks at them.
float level(ivec2 at, float own, ivec2 last) {
    ivec2 p = clamp(at, ivec2(0), last);
    if (texelFetch(u_solid, p, 0).r > 0.0) return own;
    return mix(texelFetch(u_level_before, p, 0).r, texelFetch(u_level, p, 0).r, u_blend) - u_levels.x;
}

void main() {
    ivec2 last = textureSize(u_level, 0) - 1, at = ivec2(gl_FragCoord.xy);
    float wet = texelFetch(u_solid, at, 0).r > 0.0 ? 0.0 : 1.0;
    float own = mix(texelFetch(u_level_before, at, 0).r, texelFetch(u_level, at, 0).r, u_blend) - u_levels.x;
    // Central differences, averaged over three rows: a steep front that crosses the cells aslant
    // would show as steps otherwise.
    float sw = level(at + ivec2(-1, -1), own, last), s = level(at + ivec2(0, -1), own, last);
    float se = level(at + ivec2(1, -1), own, last), w = level(at + ivec2(-1, 0), own, last);
    float e = level(at + ivec2(1, 0), own, last), nw = level(at + ivec2(-1, 1), own, last);
    float n = level(at + ivec2(0, 1), own, last), ne = level(at + ivec2(1, 1), own, last);
    if (wet < 0.5) {
        // Inside an obstacle the mesh goes on at the level around it.
        float count = 0.0, sum = 0.0;
        for (int k = 0; k < 25; ++k) {
            ivec2 p = clamp(at + ivec2(k % 5 - 2, k / 5 - 2), ivec2(0), last);
            if (texelFetch(u_solid, p, 0).r > 0.0) continue;
            sum += level(p, 0.0, last);
            count += 1.0;
        }
        o_surface = vec4(count > 0.0 ? sum / count : 0.0, 0.0, 0.0, 0.0);
        return;
    }
    vec2 slope = vec2(se + 2.0 * e + ne - sw - 2.0 * w - nw, nw + 2.0 * n + ne - sw - 2.0 * s - se) /
                 (8.0 * u_levels.w);
    o_surface = vec4(own, slope, wet);
}
