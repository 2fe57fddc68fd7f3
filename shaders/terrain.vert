// The ground of a pond or a bed from its height map.
#include "scene.glsl"
#include "ground.glsl"
layout(location = 0) in vec2 a_uv;
out vec3 v_at_ws;
out vec3 v_normal_ws;
flat out int v_what;

void main() {
    if (GROUND == kBedGround) {
        vec2 at = ground_place(a_uv);
        v_at_ws = vec3(at, ground_height(at));
    } else {
        vec2 at = mix(u_ground_rect.xy, u_ground_rect.zw, a_uv);
        float inset = u_ground_range.w / (u_ground_rect.z - u_ground_rect.x);
        v_at_ws = vec3(at, u_levels.x + textureLod(u_ground, clamp(a_uv, inset, 1.0 - inset), 0.0).x);
    }
    v_normal_ws = vec3(0, 0, 1);
    v_what = 1;
    gl_Position = u_view_projection * vec4(v_at_ws, 1.0);
}
