// From the levels of one or two steps to what the drawn surface needs: height over the still level
// and the true slope, by differences of fourth order.
#include "scene.glsl"
in vec2 v_uv;
out vec4 o_surface;
uniform sampler2D u_level;         // m
uniform sampler2D u_level_before;  // m
uniform sampler2D u_solid;         // not 0 where an obstacle stands
uniform float u_blend;

float level(ivec2 at, ivec2 last) {
    ivec2 p = clamp(at, ivec2(0), last);
    return mix(texelFetch(u_level_before, p, 0).r, texelFetch(u_level, p, 0).r, u_blend) - u_levels.x;
}

// Walls mirror the level, so the slope across them is zero at the wall itself.
float slope(ivec2 at, ivec2 along, ivec2 last) {
    float near = level(at + along, last) - level(at - along, last);
    float far = level(at + 2 * along, last) - level(at - 2 * along, last);
    return (8.0 * near - far) / (12.0 * u_levels.w);
}

void main() {
    ivec2 size = textureSize(u_level, 0), at = ivec2(gl_FragCoord.xy);
    ivec2 last = size - 1;
    float wet = texelFetch(u_solid, at, 0).r > 0.0 ? 0.0 : 1.0;
    o_surface = vec4(level(at, last), slope(at, ivec2(1, 0), last), slope(at, ivec2(0, 1), last), wet);
}
