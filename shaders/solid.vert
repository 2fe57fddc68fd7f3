// Walls, decks and other flat parts given by their corners; or one body.
#include "scene.glsl"
#include "bodies.glsl"
layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_normal;
layout(location = 2) in float a_what;
uniform int u_body;
out vec3 v_at_ws;
out vec3 v_normal_ws;
flat out int v_what;

void main() {
    v_at_ws = a_position;
    v_normal_ws = a_normal;
    v_what = int(a_what);
    if (u_body >= 0) {
        vec4 turn = body_texel(u_body, kBodyTurn);
        vec3 size = body_texel(u_body, kBodySize).xyz;
        v_at_ws = turned(a_position * size, turn) + body_texel(u_body, kBodyCentre).xyz;
        v_normal_ws = turned(normalize(a_normal / size), turn);
    }
    gl_Position = u_view_projection * vec4(v_at_ws, 1.0);
}
