// Water behind glass: the ray is refracted at the side, then meets the bed, another side, or the surface from
// below, which reflects it.
#include "scene.glsl"
#include "shade.glsl"
in vec2 v_uv;
out vec4 o_colour;
uniform sampler2D u_water_at;

// Outward, of the side that a place on the rim belongs to.
vec3 side_normal(vec2 at) {
    vec2 middle = 0.5 * (u_rect.xy + u_rect.zw), reach = 0.5 * (u_rect.zw - u_rect.xy);
    vec2 out_by = abs(at - middle) - reach;
    return out_by.x > out_by.y ? vec3(sign(at.x - middle.x), 0, 0) : vec3(0, sign(at.y - middle.y), 0);
}

void main() {
    vec2 noted = texelFetch(u_water_at, ivec2(gl_FragCoord.xy), 0).xy;
    vec3 ray = pixel_ray(v_uv), normal = side_normal(noted);
    float t = dot(noted - u_eye_time.xy, ray.xy) / dot(ray.xy, ray.xy);
    vec3 at_side = u_eye_time.xyz + t * ray, to_eye = -ray;
    float cosine = dot(to_eye, normal);
    if (u_scattered.w > 0.5) {
        o_colour = vec4(metal_fresnel(cosine, u_mirrored.rgb) * room(reflect(-to_eye, normal)), 1.0);
        return;
    }
    float share = fresnel(cosine, u_absorbed.w);
    vec3 dir = refract(-to_eye, normal, 1.0 / u_absorbed.w), from = at_side - 1e-4 * normal;
    float way = 0.0;
    vec3 fade = vec3(1.0), colour = vec3(0.0);
    float up = dir.z > 1e-4 ? (u_levels.x - from.z) / dir.z : 1e6;
    if (up < leave(from.xy, dir.xy, u_rect)) {
        // Twice refined against the waves, then thrown back down.
        for (int k = 0; k < 2; ++k) up = (simulated_level(from.xy + up * dir.xy) - from.z) / dir.z;
        up = max(up, 0.0);
        vec3 at = from + up * dir;
        vec3 under = -normalize(vec3(-simulated(at.xy).yz, 1.0));
        float thrown = fresnel(-dot(dir, under), 1.0 / u_absorbed.w);
        fade = exp(-extinction() * up);
        colour += scattered_light(up, u_levels.x - from.z, 0.0, dir);
        if (thrown < 0.99) colour += fade * (1.0 - thrown) * room(refract(dir, under, u_absorbed.w));
        fade *= thrown;
        dir = reflect(dir, under);
        dir.z = -abs(dir.z);
        from = at;
    }
    Hit hit = trace(from, dir);
    way = min(hit.t, 100.0);
    vec3 end = hit.what == kWall ? behind_glass(dir, hit.normal)
                                 : radiance(hit, true, pixel_width(distance(at_side, u_eye_time.xyz), 0.5));
    colour += fade * (end * exp(-extinction() * way) +
                      scattered_light(way, u_levels.x - from.z, max(-dir.z, 0.0), dir));
    vec3 mirror = room(reflect(-to_eye, normal));
    o_colour = vec4(mix(colour, mirror, share), 1.0);
}
