// Solids as the camera sees them directly: above the water, or below it when the eye is there.
#include "scene.glsl"
#include "shade.glsl"
in vec3 v_at_ws;
in vec3 v_normal_ws;
flat in int v_what;
uniform int u_body;
out vec4 o_colour;

void main() {
    vec3 to_eye = u_eye_time.xyz - v_at_ws;
    float distance_m = length(to_eye);
    vec3 dir = -to_eye / distance_m;
    vec3 normal = normalize(v_normal_ws);
    Hit hit = Hit(distance_m, v_at_ws, normal, u_body >= 0 ? kBody : v_what, u_body);
    float width = pixel_width(distance_m, abs(dot(dir, normal)));
    bool is_below = PLACE != kOcean && is_over_water(v_at_ws.xy) &&
                    v_at_ws.z < simulated_level(v_at_ws.xy) - 1e-4;
    vec3 colour = radiance(hit, is_below, width);
    if (UNDER == 1) {
        float depth = u_levels.x - u_eye_time.z;
        colour = colour * exp(-extinction() * distance_m) +
                 scattered_light(distance_m, depth, max(-dir.z, 0.0), dir);
    } else if (v_what == kFar && PLACE != kTank) {
        colour = hazed(colour, dir, distance_m);
    }
    o_colour = vec4(colour, 1.0);
}
