// A drop: the sky mirrored in it and seen through it, weighed by Fresnel's formula. A bubble of foam is white.
#include "scene.glsl"
#include "optics.glsl"
#include "sky.glsl"
in vec2 v_disc;
flat in vec3 v_centre_ws;
flat in vec2 v_drop;
out vec4 o_colour;
uniform int u_is_foam;

// What is far away in a direction: the sky, or ground that gives back a fifth of its light.
vec3 around(vec3 dir) {
    vec3 ground = 0.2 * level_light() / kPi;
    return mix(ground, sky(vec3(dir.xy, max(dir.z, 0.002)), 2.0), smoothstep(-0.05, 0.05, dir.z));
}

// Light given back by a white surface.
vec3 white(vec3 normal) {
    float facing = max(dot(normal, u_to_sun.xyz), 0.0) * u_to_sun.w;
    return 0.8 * (u_sun_light.rgb * facing + u_sky_light.rgb * (0.5 + 0.5 * normal.z)) / kPi;
}

vec3 drop_light(vec3 normal, vec3 to_eye, float cosine) {
    vec3 mirror = around(reflect(-to_eye, normal));
    if (u_scattered.w > 0.5) return mirror * metal_fresnel(cosine, u_mirrored.rgb);
    vec3 through = around(refract(-to_eye, normal, 1.0 / u_absorbed.w)) * exp(-u_absorbed.rgb * 2.0 * v_drop.x);
    vec3 cloudy = 1.0 - exp(-2.0 * v_drop.x * u_scattered.rgb);
    vec3 colour = mix(mix(through, white(normal), cloudy), mirror, fresnel(cosine, u_absorbed.w));
    // The mirrored sun, spread as far as a small sphere spreads it within a pixel.
    float glint = smoothstep(0.97, 1.0, dot(reflect(-to_eye, normal), u_to_sun.xyz)) * u_to_sun.w;
    return colour + glint * u_sun_light.rgb;
}

void main() {
    float r2 = dot(v_disc, v_disc);
    if (r2 > 1.0) discard;
    vec3 to_eye = u_eye_time.xyz - v_centre_ws;
    float distance_m = length(to_eye), cosine = sqrt(1.0 - r2);
    to_eye /= distance_m;
    // The same axes as in drops.vert.
    vec3 up = abs(to_eye.z) > 0.99 ? vec3(0, 1, 0) : vec3(0, 0, 1);
    vec3 side = normalize(cross(up, to_eye));
    up = normalize(cross(to_eye, side));
    vec3 normal = v_disc.x * side + v_disc.y * up + cosine * to_eye;
    vec3 colour = u_is_foam == 1 ? white(normal) : drop_light(normal, to_eye, cosine);
    if (UNDER == 1) colour *= exp(-(u_absorbed.rgb + u_scattered.rgb) * distance_m);
    o_colour = vec4(colour, v_drop.y);
}
