// Geometry pass of deferred shading: where the ray of a pixel first meets the water of a volume. volume.frag
// shades it.
#include "scene.glsl"
#include "bodies.glsl"
#include "trace.glsl"
#include "volume.glsl"
in vec3 v_at_ws;
out vec2 o_at;  // distance from the eye in m; the medium that the ray comes through, or kWater: the eye is in it

float depth_of(vec3 at) {
    vec4 clip = u_view_projection * vec4(at, 1.0);
    return clamp(0.5 + 0.5 * clip.z / clip.w, 0.0, 1.0);
}

void main() {
    vec3 eye = u_eye_time.xyz, dir = normalize(v_at_ws - eye);
    vec2 box = span_box(eye - box_middle(), dir, box_half());
    float enters = max(box.x, 0.0);
    vec3 at = eye + enters * dir;
    bool is_in_water = filled(in_cells(at)) > 0.5;
    if (is_in_water) {
        o_at = vec2(enters, enters > 0.0 ? kOutside : kWater);
        gl_FragDepth = enters > 0.0 ? depth_of(at) : 0.0;
        return;
    }
    float t = march_water(at, dir, box.y - enters, false);
    if (t < 0.0) discard;
    o_at = vec2(enters + t, kAir);
    gl_FragDepth = depth_of(at + t * dir);
}
