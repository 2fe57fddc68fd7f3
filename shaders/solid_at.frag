// Geometry pass of deferred shading: distance, normal and part of the nearest solid. solids.frag shades it.
#include "scene.glsl"
in vec3 v_at_ws;
in vec3 v_normal_ws;
flat in int v_what;
uniform int u_body;
layout(location = 0) out vec2 o_distance;  // from the eye in m; part, and body as a multiple of 8
layout(location = 1) out vec4 o_normal;

void main() {
    o_distance = vec2(distance(v_at_ws, u_eye_time.xyz), u_body >= 0 ? float(4 + 8 * u_body) : float(v_what));
    o_normal = vec4(v_normal_ws, 0.0);
}
