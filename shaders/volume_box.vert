// The box of a volume of water, by its corners.
#include "scene.glsl"
layout(location = 0) in vec3 a_corner;  // -1 or 1 along each axis
out vec3 v_at_ws;

void main() {
    vec3 low = vec3(u_rect.xy, u_levels.y), high = vec3(u_rect.zw, u_levels.z);
    v_at_ws = mix(low, high, 0.5 + 0.5 * a_corner);
    gl_Position = u_view_projection * vec4(v_at_ws, 1.0);
}
