// A disc of water: round, a little domed so that each shows, with the light of sun and sky and a highlight.
#include "scene.glsl"
#include "sky.glsl"
in vec2 v_on_disc;
in vec3 v_at_ws;
flat in vec3 v_out;
flat in vec3 v_along;
out vec4 o_colour;

const vec3 kColour = vec3(0.42, 0.58, 0.74);  // the paper's 0.6, 0.7, 0.8, which is of a screen, as light
const float kDome = 0.35;                     // lean of the normal at the rim; by eye
const float kGloss = 60.0;

void main() {
    float r2 = dot(v_on_disc, v_on_disc);
    if (r2 > 1.0) discard;
    vec3 to_eye = normalize(u_eye_time.xyz - v_at_ws), across = cross(v_out, v_along);
    vec3 out_of_water = dot(v_out, to_eye) < 0.0 ? -v_out : v_out;
    vec3 normal = normalize(out_of_water + kDome * (v_on_disc.x * v_along + v_on_disc.y * across));
    vec3 light = u_sky_light.rgb * (0.6 + 0.4 * normal.z);
    vec3 halfway = normalize(to_eye + u_to_sun.xyz);
    float facing = u_to_sun.w * max(dot(normal, u_to_sun.xyz), 0.0);
    float highlight = u_to_sun.w * pow(max(dot(normal, halfway), 0.0), kGloss);
    light += u_sun_light.rgb * facing;
    vec3 mirror = 0.06 * sky(vec3(reflect(-to_eye, normal).xy, abs(reflect(-to_eye, normal).z)), 4.0);
    vec3 colour = kColour * light / kPi + mirror + 0.12 * highlight * u_sun_light.rgb;
    o_colour = vec4(colour * mix(1.0, 0.72, smoothstep(0.72, 1.0, r2)), 1.0);
}
