// Solids as the camera sees them directly, above the water or below it when the eye is there.
#include "scene.glsl"
#include "shade.glsl"
out vec4 o_colour;
uniform sampler2D u_at;
uniform sampler2D u_normal;

void main() {
    vec4 at = texelFetch(u_at, ivec2(gl_FragCoord.xy), 0);
    vec3 normal = normalize(texelFetch(u_normal, ivec2(gl_FragCoord.xy), 0).xyz);
    vec3 to_eye = u_eye_time.xyz - at.xyz;
    float distance_m = length(to_eye);
    vec3 dir = -to_eye / distance_m;
    int code = int(at.w + 0.5);
    Hit hit = Hit(distance_m, at.xyz, normal, code & 7, code >> 3);
    float width = pixel_width(distance_m, abs(dot(dir, normal)));
    bool is_below = PLACE != kOcean && is_over_water(at.xy) && at.z < simulated_level(at.xy) - 1e-4;
    vec3 colour = radiance(hit, is_below, width);
    if (UNDER == 1)
        colour = colour * exp(-extinction() * distance_m) +
                 scattered_light(distance_m, u_levels.x - u_eye_time.z, max(-dir.z, 0.0), dir,
                                 shafts(u_eye_time.xyz, dir, distance_m, gl_FragCoord.xy));
    else if (hit.what == kFar && PLACE != kTank)
        colour = hazed(colour, dir, distance_m);
    o_colour = vec4(colour, 1.0);
}
