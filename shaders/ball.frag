// Drops that are larger than a pixel, as balls: what is behind them refracted twice, what is around them
// mirrored, weighed by the Fresnel equations. A bubble of foam is white.
#include "scene.glsl"
#include "optics.glsl"
#include "sky.glsl"
in vec2 v_at;
flat in vec4 v_drop;
flat in vec4 v_along;
flat in vec4 v_veil;
flat in vec2 v_size;
out vec4 o_colour;
uniform sampler2D u_picture;  // the picture without drops, half as wide
uniform int u_is_foam;
uniform int u_has_picture;

// What is far away in a direction: the sky, or ground that gives back a fifth of its light.
vec3 around(vec3 dir, float lod) {
    vec3 ground = 0.2 * level_light() / kPi;
    return mix(ground, sky(vec3(dir.xy, max(dir.z, 0.002)), lod), smoothstep(-0.05, 0.05, dir.z));
}

// What is seen from a drop in a direction: the picture where it shows what lies there, else what is around. A
// ray that sinks is followed to the level of the water, one that rises is not followed at all.
vec3 seen(vec3 from, vec3 dir, float lod) {
    vec3 colour = around(dir, lod - 2.0);
    if (u_has_picture == 0) return colour;
    float way = dir.z < -0.01 ? max(from.z - u_levels.x, 0.0) / -dir.z : 1e4;
    vec4 clip = u_view_projection * vec4(from + min(way, 1e4) * dir, 1.0);
    vec2 uv = 0.5 + 0.5 * clip.xy / max(clip.w, 1e-6);
    vec2 inside = smoothstep(vec2(0.0), vec2(0.06), min(uv, 1.0 - uv));
    return mix(colour, textureLod(u_picture, uv, lod).rgb, clip.w > 0.0 ? inside.x * inside.y : 0.0);
}

// The sun in a mirror or a lens that turns by `turn` rad within a pixel: a spot of the same light.
vec3 sun_spot(vec3 dir, float turn) {
    float s2 = 4e-4 + turn * turn;
    return u_sun_light.rgb * u_to_sun.w * exp((dot(dir, u_to_sun.xyz) - 1.0) / s2) / (2.0 * kPi * s2);
}

// Light given back by a white surface.
vec3 white(vec3 normal) {
    float facing = max(dot(normal, u_to_sun.xyz), 0.0) * u_to_sun.w;
    return 0.8 * (u_sun_light.rgb * facing + u_sky_light.rgb * (0.5 + 0.5 * normal.z)) / kPi;
}

vec3 ball_light(vec3 normal, vec3 to_eye, float cosine) {
    float per_pixel = 1.0 / v_size.y;
    // Images in a ball are small: a pixel of it holds many of the picture.
    float lod = clamp(log2(per_pixel / u_sky_light.w) - 2.0, 0.0, 7.0);
    vec3 mirror_dir = reflect(-to_eye, normal);
    vec3 mirror = seen(v_drop.xyz, mirror_dir, lod) + sun_spot(mirror_dir, 0.4 * per_pixel);
    if (u_scattered.w > 0.5) return mirror * metal_fresnel(cosine, u_mirrored.rgb);
    vec3 inside = refract(-to_eye, normal, 1.0 / u_absorbed.w);
    float way = -2.0 * dot(inside, normal);
    vec3 leaves_at = normal + way * inside;
    vec3 dir = refract(inside, -leaves_at, u_absorbed.w);
    vec3 through = seen(v_drop.xyz, dir, lod) + sun_spot(dir, 0.3 * per_pixel);
    float path_m = way * v_drop.w;
    through *= exp(-u_absorbed.rgb * path_m);
    vec3 cloudy = 1.0 - exp(-path_m * u_scattered.rgb);
    return mix(mix(through, white(normal), cloudy), mirror, fresnel(cosine, u_absorbed.w));
}

void main() {
    // Share of the time that the disc of the drop covers this place.
    float half_way = v_along.w, reach = sqrt(max(1.0 - v_at.y * v_at.y, 0.0));
    float covered = (min(v_at.x + reach, half_way) - max(v_at.x - reach, -half_way)) / (2.0 * half_way);
    if (covered < 0.004) discard;
    vec3 to_eye = normalize(u_eye_time.xyz - v_drop.xyz);
    vec3 along = v_along.xyz, across = cross(to_eye, along);
    // A short streak is shaded as a ball that is drawn out; beyond its outline as at the outline.
    vec2 on_ball = v_at / vec2(1.0 + half_way, 1.0);
    on_ball *= inversesqrt(max(dot(on_ball, on_ball), 1.0));
    float cosine = sqrt(max(1.0 - dot(on_ball, on_ball), 0.0));
    vec3 normal = on_ball.x * along + on_ball.y * across + cosine * to_eye;
    vec3 colour = u_is_foam == 1 ? white(normal) : ball_light(normal, to_eye, cosine);
    // An image that moves by more than its size is lost.
    colour = mix(colour, v_veil.rgb, smoothstep(0.5, 3.0, half_way));
    if (UNDER == 1) colour *= exp(-(u_absorbed.rgb + u_scattered.rgb) * distance(u_eye_time.xyz, v_drop.xyz));
    o_colour = vec4(colour, clamp(covered * v_veil.a, 0.0, 1.0));
    vec3 at = v_drop.xyz + v_size.x * (v_at.x * along + v_at.y * across + cosine * to_eye);
    vec4 clip = u_view_projection * vec4(at, 1.0);
    gl_FragDepth = clamp(0.5 + 0.5 * clip.z / clip.w, 0.0, 1.0);
}
