// Water of a volume: a ray is followed through all surfaces it meets, mirrored and refracted by the Fresnel
// equations, with total reflection, until it ends on a solid or in the sky. The heavier half of each split
// goes on; the lighter ones wait.
#include "scene.glsl"
#include "shade.glsl"
#include "volume.glsl"
#include "volume_light.glsl"
in vec2 v_uv;
out vec4 o_colour;
uniform sampler2D u_water_at;
uniform int u_rays;  // parts of the path that are followed

const int kWaiting = 4;
const float kInvisible = 0.01;   // shares of light below this are not followed
const float kLens = 1.6;         // mean factor by which a curved surface makes things smaller; by eye
const float kSunWidth = 0.03;    // in rad: the sun in mirrors and lenses is a soft spot of the same light

struct Ray {
    vec3 from;
    vec3 dir;
    vec3 weight;
    int medium;
    float far;     // way from the eye in m
    float wider;   // than without the lenses it went through: patterns seen through them are finer
    float sunlit;  // sun that enters the water where the ray did, over that through level water
};

vec3 seen_sky(vec3 dir) {
    vec3 colour = sky(dir, PLACE == kTank ? 3.0 : 1.0);
    float s2 = kSunWidth * kSunWidth;
    if (u_has.z == 1 && u_to_sun.w > 0.5)
        colour += u_sun_light.rgb * exp((dot(dir, u_to_sun.xyz) - 1.0) / s2) / (2.0 * kPi * s2);
    return colour;
}

// What rays bring that are followed no further.
vec3 seen_roughly(Ray ray) {
    vec3 around = sky(vec3(ray.dir.xy, abs(ray.dir.z) + 0.1), 5.0);
    return ray.medium == kWater ? 0.5 * (around + 0.5 * level_light() / kPi) : around;
}

float heaviest(vec3 weight) {
    return max(weight.r, max(weight.g, weight.b));
}

void main() {
    vec2 noted = texelFetch(u_water_at, ivec2(gl_FragCoord.xy), 0).xy;
    vec3 dir = pixel_ray(v_uv), colour = vec3(0.0);
    Ray ray = Ray(u_eye_time.xyz + noted.x * dir, dir, vec3(1.0), int(noted.y + 0.5), noted.x, 1.0, 1.0);
    Ray waiting[kWaiting];
    int count = 0;
    bool is_metal = u_scattered.w > 0.5;
    for (int k = 0; k < u_rays; ++k) {
        Hit hit;
        if (k == 0 && ray.medium != kWater)
            hit = Hit(0.0, ray.from, face_normal(ray.from), ray.medium == kOutside ? kPane : kSurface, -1);
        else
            hit = meet(ray.from, ray.dir, ray.medium);
        ray.far += min(hit.t, 1e3);
        if (ray.medium == kWater) {
            // Light enters on all sides, not from above alone.
            colour += ray.weight * scattered_light(hit.t, 0.0, max(-ray.dir.z, 0.0), ray.dir, ray.sunlit);
            ray.weight *= exp(-extinction() * hit.t);
            // What dye takes it gives back in its colour, lit from all sides.
            vec3 clear = through_dye(ray.from, ray.dir, hit.t);
            colour += ray.weight * (1.0 - clear) * u_dyed.rgb * 0.6 * level_light() / kPi;
            ray.weight *= clear;
        }
        if (is_end(hit.what)) {
            float width = ray.wider * pixel_width(ray.far, abs(dot(ray.dir, hit.normal)));
            colour += ray.weight * (hit.what == kSky ? seen_sky(ray.dir) : lit(hit, ray.medium == kWater, width));
            ray.weight = vec3(0.0);
        } else {
            int behind = medium_behind(hit, ray.medium);
            bool bends = (behind == kWater) != (ray.medium == kWater);
            vec3 normal = facing_normal(hit, ray.dir, ray.medium);
            float cosine = -dot(ray.dir, normal), index = ray.medium == kWater ? 1.0 / u_absorbed.w : u_absorbed.w;
            float share = bends ? fresnel(cosine, index) : 0.0;
            if (is_metal && bends) {
                share = 1.0;
                ray.weight *= metal_fresnel(cosine, u_mirrored.rgb);
            }
            if (hit.what == kSurface) ray.wider *= kLens;
            Ray mirror = ray, through = ray;
            mirror.dir = reflect(ray.dir, normal);
            mirror.from = off_surface(hit, mirror.dir, normal);
            mirror.weight *= share;
            if (bends && share < 1.0) through.dir = refract(ray.dir, normal, 1.0 / index);
            through.from = off_surface(hit, through.dir, -normal);
            through.weight *= 1.0 - share;
            through.medium = behind;
            if (behind == kWater) through.sunlit = clamp(dot(normal, u_to_sun.xyz) / max(u_to_sun.z, 0.1), 0.0, 3.0);
            bool is_mirror = share > 0.5;
            vec3 whole = ray.weight;
            ray = is_mirror ? mirror : through;
            float less = is_mirror ? 1.0 - share : share;
            if (less * heaviest(whole) > kInvisible && count < kWaiting) {
                waiting[count] = is_mirror ? through : mirror;
                ++count;
            } else {
                ray.weight = whole;  // what is not followed goes with the other half
            }
        }
        if (heaviest(ray.weight) < kInvisible) {
            if (count == 0) {
                ray.weight = vec3(0.0);
                break;
            }
            --count;
            ray = waiting[count];
        }
    }
    colour += ray.weight * seen_roughly(ray);
    for (int k = 0; k < count; ++k) colour += waiting[k].weight * seen_roughly(waiting[k]);
    o_colour = vec4(colour, 1.0);
}
