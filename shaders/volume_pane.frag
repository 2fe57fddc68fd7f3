// The glass of a tank where there is air behind it: what it mirrors, and its edges.
#include "scene.glsl"
#include "shade.glsl"
#include "volume.glsl"
in vec3 v_at_ws;
out vec4 o_colour;

void main() {
    vec3 normal = face_normal(v_at_ws), to_eye = normalize(u_eye_time.xyz - v_at_ws);
    if (abs(normal.z) > 0.5) discard;
    vec3 from_edge = box_half() - abs(v_at_ws - box_middle());
    // Of the three distances two count: along the pane and up to its rim.
    float aside = abs(normal.x) > 0.5 ? from_edge.y : from_edge.x, rim = u_levels.z - v_at_ws.z;
    float edge_m = 0.006 * max(box_half().x, box_half().y);
    float width = u_sky_light.w * distance(u_eye_time.xyz, v_at_ws);
    float edge = 1.0 - smoothstep(edge_m - 0.5 * width, edge_m + width, min(aside, rim));
    bool is_wet = filled(in_cells(v_at_ws)) > 0.5;
    float once = fresnel(abs(dot(to_eye, normal)), 1.5), share = is_wet ? 0.0 : 2.0 * once / (1.0 + once);
    vec3 mirror = reflect(-to_eye, dot(to_eye, normal) > 0.0 ? normal : -normal);
    vec3 glass = vec3(0.55, 0.75, 0.70) * level_light() / kPi * 0.55;
    float alpha = max(share, 0.45 * edge);
    vec3 colour = mix(room(mirror), glass, edge * 0.45 / max(alpha, 0.45));
    o_colour = vec4(colour * alpha, alpha);
}
