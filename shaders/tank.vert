// The sides of the water body behind glass: from the bed up to the surface.
#include "scene.glsl"
#include "surface.glsl"
layout(location = 0) in vec2 a_corner;  // place along the rim from 0 to 4, and 0 bed or 1 surface
out vec2 v_flat;

void main() {
    int side = min(int(a_corner.x), 3);
    float along = a_corner.x - float(side);
    vec2 a = u_rect.xy, b = u_rect.zw;
    vec2 at = side == 0 ? vec2(mix(a.x, b.x, along), a.y)
            : side == 1 ? vec2(b.x, mix(a.y, b.y, along))
            : side == 2 ? vec2(mix(b.x, a.x, along), b.y)
                        : vec2(a.x, mix(b.y, a.y, along));
    v_flat = at;
    gl_Position = u_view_projection * vec4(at, a_corner.y > 0.5 ? simulated_level(at) : u_levels.y, 1.0);
}
