// Shading pass of the solids that the camera sees directly: above the water, or below it when the eye is
// there.
#include "scene.glsl"
#include "shade.glsl"
#include "volume.glsl"
#include "volume_light.glsl"
in vec2 v_uv;
out vec4 o_colour;
uniform sampler2D u_distance;
uniform sampler2D u_normal;

// Over a bed; the sides of a tank's bed and what is around it are outside.
bool is_under_water(vec3 at, int what) {
    if (is_boxed() && !is_over_water(at.xy) || PLACE == kTank && what == kWall) return false;
    vec4 water = simulated(at.xy);
    return is_wet(water) && at.z < u_levels.x + water.x - 1e-4;
}

void main() {
    vec2 noted = texelFetch(u_distance, ivec2(gl_FragCoord.xy), 0).xy;
    float distance_m = noted.x;
    vec3 dir = pixel_ray(v_uv), normal = normalize(texelFetch(u_normal, ivec2(gl_FragCoord.xy), 0).xyz);
    vec3 at = u_eye_time.xyz + distance_m * dir;
    int code = int(noted.y + 0.5);
    Hit hit = Hit(distance_m, at, normal, code & 7, code >> 3);
    float width = pixel_width(distance_m, abs(dot(dir, normal)));
    bool is_below = PLACE != kOcean && is_over_water(at.xy) && at.z < simulated_level(at.xy) - 1e-4;
    if (PLACE == kTank && at.z < u_levels.y - 1e-4) is_below = false;  // the plate under the tank
    if (GROUND == kBedGround) is_below = is_under_water(at, hit.what);
    // The side of a tank's bed is lit from outside.
    if (GROUND == kBedGround && PLACE == kTank && hit.what == kWall) hit.at.xy += 1e-3 * (u_rect.zw - u_rect.xy) * normal.xy;
    // Beside a volume of water; what is in it is seen through it (volume.frag).
    vec3 colour;
    if (VOLUME == 1) colour = lit(hit, false, width);
    else colour = radiance(hit, is_below, width);
    if (UNDER == 1)
        colour = colour * exp(-extinction() * distance_m) +
                 scattered_light(distance_m, u_levels.x - u_eye_time.z, max(-dir.z, 0.0), dir,
                                 shafts(u_eye_time.xyz, dir, distance_m, gl_FragCoord.xy));
    else if (PLACE != kTank && (hit.what == kFar || GROUND == kBedGround))
        colour = hazed(colour, dir, distance_m);
    o_colour = vec4(colour, 1.0);
}
