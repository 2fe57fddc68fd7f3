// Drops as points of the map of their shadow.
#include "scene.glsl"
#include "spray.glsl"
layout(location = 0) in vec4 a_drop;  // centre, radius in m
uniform float u_merged;               // drops that each drawn one stands for
uniform float u_point_cells;          // cells that a point is wide
uniform float u_map_cells;                // of the map, per side
flat out float v_depth;               // mean optical depth of the point

void main() {
    vec4 rect = spray_rect();
    vec2 cell_m = (rect.zw - rect.xy) / u_map_cells;
    float point_m2 = 0.25 * kPi * u_point_cells * u_point_cells * cell_m.x * cell_m.y;
    v_depth = u_merged * kPi * a_drop.w * a_drop.w / (point_m2 * max(u_to_sun.z, 0.05));
    gl_PointSize = u_point_cells;
    gl_Position = vec4(2.0 * spray_uv(a_drop.xyz) - 1.0, 0.0, 1.0);
}
