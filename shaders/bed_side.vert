// The sides of a bed behind glass: from its lowest point up to the ground.
#include "scene.glsl"
#include "ground.glsl"
#include "rim.glsl"
layout(location = 0) in vec2 a_corner;  // place along the rim from 0 to 4, and 0 below or 1 ground
out vec3 v_at_ws;
out vec3 v_normal_ws;
flat out int v_what;

void main() {
    vec2 at = rim_place(a_corner.x);
    int side = min(int(a_corner.x), 3);
    v_at_ws = vec3(at, a_corner.y > 0.5 ? ground_height(at) : u_levels.y);
    v_normal_ws = side == 0 ? vec3(0, -1, 0) : side == 1 ? vec3(1, 0, 0)
                : side == 2 ? vec3(0, 1, 0) : vec3(-1, 0, 0);
    v_what = 2;
    gl_Position = u_view_projection * vec4(v_at_ws, 1.0);
}
