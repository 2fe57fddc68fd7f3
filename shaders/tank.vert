// The sides of the water body behind glass: from the bed up to the surface.
#include "scene.glsl"
#include "surface.glsl"
#include "rim.glsl"
layout(location = 0) in vec2 a_corner;  // place along the rim from 0 to 4, and 0 bed or 1 surface
out vec2 v_flat;

void main() {
    vec2 at = rim_place(a_corner.x);
    v_flat = at;
    float bed = ground_height(at), level = simulated_level(at);
    if (GROUND == kBedGround) level = max(level, bed);
    gl_Position = u_view_projection * vec4(at, a_corner.y > 0.5 ? level : bed, 1.0);
}
