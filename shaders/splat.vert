// Cells of water in a volume as discs across the surface, four corners each. Where the water has no direction
// they face the eye.
#include "scene.glsl"
layout(location = 0) in vec3 a_centre;
layout(location = 1) in vec3 a_out;     // out of the water; 0: none
layout(location = 2) in vec2 a_corner;  // -1 or 1
uniform float u_radius_m;
out vec2 v_on_disc;  // -1 to 1 along the two axes of the disc
out vec3 v_at_ws;
flat out vec3 v_out;
flat out vec3 v_along;

void main() {
    vec3 out_of_water = dot(a_out, a_out) > 0.25 ? a_out : normalize(u_eye_time.xyz - a_centre);
    vec3 other = abs(out_of_water.z) > 0.9 ? vec3(1, 0, 0) : vec3(0, 0, 1);
    v_out = out_of_water;
    v_along = normalize(cross(other, out_of_water));
    v_on_disc = a_corner;
    v_at_ws = a_centre + u_radius_m * (a_corner.x * v_along + a_corner.y * cross(out_of_water, v_along));
    gl_Position = u_view_projection * vec4(v_at_ws, 1.0);
}
