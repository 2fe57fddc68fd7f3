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
    if (u_kind.x == kPond && v_what == kGround && u_body < 0) normal = ground_normal(v_at_ws.xy);
    Hit hit = Hit(distance_m, v_at_ws, normal, u_body >= 0 ? kBody : v_what, u_body);
    float width = pixel_width(distance_m, abs(dot(dir, normal)));
    bool is_below = is_over_water(v_at_ws.xy) && u_kind.x != kOcean &&
                    v_at_ws.z < simulated_level(v_at_ws.xy) - 1e-4;
    vec3 colour;
    if (is_below) colour = radiance_below(hit, width);
    else if (v_what == kFar && u_kind.x == kTank)
        colour = table_colour(v_at_ws, width) * light_above(v_at_ws, normal, 1.0, 1.0) / kPi;
    else colour = radiance_above(hit, width);
    if (u_eye_in.x == 1) {
        float depth = u_levels.x - u_eye_time.z;
        colour = colour * exp(-extinction() * distance_m) +
                 scattered_light(distance_m, depth, max(-dir.z, 0.0), dir);
    } else if (v_what == kFar) {
        colour = hazed(colour, dir, distance_m);
    }
    o_colour = vec4(colour, 1.0);
}
