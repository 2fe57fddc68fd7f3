// Drops and bubbles as discs that face the eye, one instance each.
#include "scene.glsl"
layout(location = 0) in vec4 a_drop;  // centre, radius in m
out vec2 v_disc;             // place on the disc, -1 to 1
flat out vec3 v_centre_ws;
flat out vec2 v_drop;        // radius in m; share of the disc that it covers

void main() {
    vec3 to_eye = u_eye_time.xyz - a_drop.xyz;
    float distance_m = length(to_eye);
    // A disc is not drawn smaller than a pixel, but with less of it.
    float drawn = max(a_drop.w, 0.7 * u_sky_light.w * distance_m);
    vec3 up = abs(to_eye.z) > 0.99 * distance_m ? vec3(0, 1, 0) : vec3(0, 0, 1);
    vec3 side = normalize(cross(up, to_eye));
    up = normalize(cross(to_eye, side));
    v_disc = 2.0 * vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) - 1.0;
    v_centre_ws = a_drop.xyz;
    v_drop = vec2(a_drop.w, a_drop.w * a_drop.w / max(drawn * drawn, 1e-20));
    gl_Position = u_view_projection * vec4(a_drop.xyz + drawn * (v_disc.x * side + v_disc.y * up), 1.0);
}
