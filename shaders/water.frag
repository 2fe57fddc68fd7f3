// The surface of the water: reflected and refracted radiance weighed by the Fresnel equations, from above
// and from below.
#include "scene.glsl"
#include "shade.glsl"
#include "foam.glsl"
out vec4 o_colour;
uniform sampler2D u_water_at;

const float kInvisible = 0.004;  // shares of light below this are left out
const float kSunSlope2 = 2.0e-5; // slope variance that the width of the sun stands for

struct Facet {
    vec3 normal;
    float variance;  // of slopes finer than a pixel
    float fold;      // of the small waves: above 1 the crest breaks
    float spread;    // of the mirrored rays of a pixel: tangent of the half angle of their cone
};

Facet facet_at(vec2 slope, vec4 small, float distance_m, float grazing) {
    // Mip-mapped slopes are flatter than the waves within the pixel. The variance that filtering removes is
    // added to the microfacet distribution of the glitter.
    float width = u_sky_light.w * distance_m / max(grazing, 0.04);
    float lost = smoothstep(0.3, 60.0, width * 256.0 / u_detail.x);
    float variance = u_detail.z * u_detail.z * u_detail.y * (0.10 + 0.90 * lost);
    // A mirror that turns by an angle turns its rays by twice that. Beside the edge of the water the
    // difference to the next pixel means nothing, hence the limit.
    vec2 lean = slope + small.yz;
    float turns = min(length(fwidth(lean)), 0.1);
    return Facet(normalize(vec3(-lean, 1.0)), variance, small.w, 0.005 + 2.0 * (sqrt(variance) + turns));
}

vec3 glitter(vec3 to_eye, Facet facet) {
    if (u_has.z == 0 || u_to_sun.w < 0.5) return vec3(0.0);
    vec3 halfway = normalize(to_eye + u_to_sun.xyz);
    float cosine = max(dot(halfway, facet.normal), 0.0);
    float s2 = 0.5 * facet.variance + kSunSlope2;
    float view = max(dot(to_eye, facet.normal), 0.08);
    return u_sun_light.rgb * facets(cosine, s2) / (4.0 * view);
}

// What an open place mirrors. The slopes within a pixel make a cone of the mirrored ray, and the bank takes
// the share of it that it covers: with one thin ray each pixel would show either bank or sky, which draws
// dashes of grass and sand along crests.
vec3 seen_in_mirror(vec3 at, vec3 dir, float distance_m, float lod, float spread) {
    vec3 colour = sky(vec3(dir.xy, max(dir.z, 0.002)), lod);
    float t;
    float share = ground_cover(at, dir, spread, t);
    if (share > kInvisible) {
        vec3 there = at + t * dir;
        Hit hit = Hit(t, vec3(there.xy, ground_height(there.xy)), vec3(0, 0, 1), kGround, -1);
        colour = mix(colour, radiance(hit, false, pixel_width(distance_m + t, 0.5) + spread * t), share);
    }
    if (BODIES > 0) {
        int which;
        float along = nearest_body(at, dir, share > 0.5 ? t : 1e6, which);
        if (which >= 0) {
            vec3 there = at + along * dir;
            Hit hit = Hit(along, there, body_normal(which, there), kBody, which);
            colour = radiance(hit, false, pixel_width(distance_m + along, abs(dot(dir, hit.normal))));
        }
    }
    return colour;
}

// What comes along a ray through the air or the water.
vec3 seen_along(vec3 at, vec3 dir, bool is_below, float distance_m, float lod, float spread, float sunlit) {
    if (!is_below && GROUND != kLevelGround && !is_boxed() && u_has.y == 1)
        return seen_in_mirror(at, dir, distance_m, lod, spread);
    if (!is_below && u_has.y == 0) return sky(vec3(dir.xy, max(dir.z, 0.002)), lod);
    if (is_below && PLACE == kOcean && GROUND == kLevelGround) return scattered_light(200.0, 0.0, -dir.z, dir, sunlit);
    Hit hit = trace(at, dir);
    float way = min(hit.t, 1e3);
    vec3 colour;
    bool leaves_tank = PLACE == kTank && hit.what == kWall;
    if (!is_below && (hit.what == kSky || hit.what == kFar || leaves_tank)) {
        return sky(vec3(dir.xy, max(dir.z, 0.002)), lod);
    } else if (leaves_tank) {
        colour = behind_glass(dir, hit.normal);
    } else {
        float width = pixel_width(distance_m + way, abs(dot(dir, hit.normal)));
        colour = radiance(hit, is_below, width);
    }
    if (is_below)
        colour = colour * exp(-extinction() * way) + scattered_light(way, 0.0, -dir.z, dir, sunlit);
    return colour;
}

vec3 mirrored(vec3 dir, vec3 normal) {
    vec3 r = reflect(dir, normal);
    // Rays that leave the surface at a grazing angle, or would go through it, meet another wave first and
    // are thrown higher: those that get away rise by at least about the root mean square slope.
    float slope2 = u_detail.z * u_detail.z * u_detail.y;
    r.z = (UNDER == 1 ? -1.0 : 1.0) * sqrt(r.z * r.z + slope2);
    return normalize(r);
}

vec3 light_of(vec3 at, float depth, vec3 to_eye, float distance_m, Facet facet, float sun, float milky) {
    vec3 dir = -to_eye, normal = UNDER == 1 ? -facet.normal : facet.normal;
    float index = UNDER == 1 ? 1.0 / u_absorbed.w : u_absorbed.w;
    float cosine = dot(to_eye, normal);
    if (cosine < 0.02) {  // a back face of a wave: the normal is turned until it faces the eye
        normal = normalize(normal + (0.02 - cosine) * to_eye);
        cosine = 0.02;
    }
    bool is_metal = u_scattered.w > 0.5;
    float share = is_metal ? 1.0 : fresnel(cosine, index);
    // The last millimetres of water at a shore reflect nothing, so that its edge fades out.
    if (GROUND == kPondGround && UNDER == 0)
        share *= smoothstep(0.0, 0.012, at.z - ground_height(at.xy));
    if (GROUND == kBedGround && UNDER == 0) share *= smoothstep(0.0, u_ground_map.w, depth);
    float lod = clamp(0.5 * log2(1.0 + 9000.0 * facet.variance), 0.0, 5.0);
    vec3 through = refract(dir, normal, 1.0 / index);
    // Sunlight that enters here over that through level water, which shows the relief of milk and silt.
    float sunlit = UNDER == 0 ? sun * clamp(dot(facet.normal, u_to_sun.xyz) / max(u_to_sun.z, 0.1), 0.0, 3.0) : 1.0;
    vec3 colour = vec3(0.0);
    for (int k = 0; k < u_counts.z; ++k) {
        float part = k == 0 ? share : 1.0 - share;
        vec3 ray = k == 0 ? mirrored(dir, normal) : through;
        bool is_below = (k == 0) == (UNDER == 1);
        vec3 seen = vec3(0.0);
        if (part > kInvisible) seen = seen_along(at, ray, is_below, distance_m, lod, facet.spread, sunlit);
        if (FOAM == 1 && is_below) seen = mix(seen, milky_light(depth, sunlit), milky);
        colour += part * seen;
    }
    if (u_counts.z < 2) colour += (1.0 - share) * scattered_light(50.0, 0.0, 0.7, through, sunlit);
    if (UNDER == 0 && share > kInvisible) colour += share * sun * glitter(to_eye, facet);
    if (UNDER == 1)
        colour += (1.0 - share) * u_sun_light.rgb * u_to_sun.w * 40.0 *
                  smoothstep(0.9993, 0.9998, dot(through, u_to_sun.xyz));
    return is_metal ? colour * metal_fresnel(cosine, u_mirrored.rgb) : colour;
}

// How much of the roller of a front reaches here: behind a step of the water it is some six times as
// long as the step is high.
float roller(vec4 water, vec2 at) {
    if (u_has.w == 0) return 0.0;
    float much = 0.0;
    for (int k = 0; k < 14; ++k) {
        float r = u_levels.w * (1.2 + 0.55 * float(k)), angle = 2.4 * float(k);
        vec4 there = textureLod(u_surface, surface_uv(at + r * vec2(cos(angle), sin(angle))), 0.0);
        float step_m = water.x - there.x;
        much = max(much, smoothstep(0.3, 0.8, length(there.yz)) * smoothstep(r, 2.5 * r, 6.0 * step_m));
    }
    return much;
}

// How much foam the steepness of the water makes: on fronts too steep to be smooth, behind them, and where a
// thin sheet runs down the slope of a bed. The level alone is known here, not the speed.
float breaking(vec4 water, vec2 at) {
    float steep = length(water.yz);
    float much = smoothstep(0.25, 0.6, steep);
    float behind = roller(water, at);
    if (GROUND == kBedGround) {
        float thin = u_ground_map.w, thick = smoothstep(thin, 4.0 * thin, water.w);
        float sheet = smoothstep(0.1, 0.35, steep) * smoothstep(0.5 * thin, 2.0 * thin, water.w) *
                      (1.0 - smoothstep(4.0 * thin, 20.0 * thin, water.w));
        much = max(thick * much, 0.6 * sheet);
        behind *= thick;
    }
    much = max(much, 0.8 * behind);
    if (GROUND == kBedGround && much > 0.01) {
        // Where shallow water lies on a cliff, its slope is that of the rock and says nothing about breaking.
        vec3 bed = ground_normal(at);
        float cliff = smoothstep(0.3, 0.7, length(bed.xy) / max(bed.z, 0.05));
        much *= 1.0 - cliff * (1.0 - smoothstep(8.0 * u_ground_map.w, 30.0 * u_ground_map.w, water.w));
    }
    return much;
}

// Where in the pattern of foam a place is: down a front it goes along its face.
vec2 in_pattern(vec4 water, vec2 at) {
    return at + water.x * water.yz / (0.3 + length(water.yz));
}

// Share of white water where the level alone says how much there is.
float white_fronts(vec4 water, vec2 at) {
    float much = u_scattered.w < -0.5 ? breaking(water, at) : 0.0;
    if (much < 0.01) return 0.0;
    vec2 p = in_pattern(water, at) / (2.5 * u_levels.w);
    float bubbles = 0.5 + octaves(p, 3) + 0.35 * octaves(4.1 * p + 0.7 * u_eye_time.w, 2);
    return 0.85 * smoothstep(1.0 - 0.75 * much, 1.75 - 0.75 * much, bubbles);
}

// Crests of open water that fold over turn white.
float folded(float fold) {
    return PLACE == kOcean ? smoothstep(0.62, 1.05, fold) : 0.0;
}

// Foam where the frame has a field of it: there, on fronts and on crests.
Foam white_water(vec4 water, vec2 at, float cover, float fold, float width) {
    if (u_scattered.w < -0.5) cover = max(cover, max(0.6 * breaking(water, at), 0.6 * folded(fold)));
    return foam_of(cover, at, in_pattern(water, at), width);
}

void main() {
    vec2 noted = texelFetch(u_water_at, ivec2(gl_FragCoord.xy), 0).xy;
    vec4 water = simulated_smooth(noted);
    float far = distance(u_eye_time.xyz, vec3(noted, u_levels.x)), lean = abs(u_eye_time.z - u_levels.x) / far;
    float wave_texel = u_detail.x / float(textureSize(u_waves, 0).x);
    float width = u_sky_light.w * far * inversesqrt(max(lean, 0.01));
    vec4 small = small_waves(noted, log2(width / wave_texel));
    if (PLACE == kOcean) small *= shoaled(water.w);
    vec3 at = vec3(noted, u_levels.x + water.x + (PLACE == kOcean ? small.x : 0.0));
    vec3 to_eye = u_eye_time.xyz - at;
    float distance_m = length(to_eye);
    to_eye /= distance_m;
    Facet facet = facet_at(water.yz, small, distance_m, abs(to_eye.z));
    float sun = UNDER == 0 || FOAM == 1 ? surface_sun(at) : 1.0;
    vec2 foam_and_milk = FOAM == 1 ? foam_fields(noted) : vec2(0.0);
    float depth = GROUND == kBedGround ? water.w : u_levels.x + water.x - u_levels.y;
    vec3 colour = light_of(at, depth, to_eye, distance_m, facet, sun, foam_and_milk.y);
    if (FOAM == 1) {
        Foam foam = white_water(water, noted, foam_and_milk.x, facet.fold, width);
        // Light goes far inside foam, so it is lit nearly as if it were level; some comes through to below.
        vec3 light = (UNDER == 1 ? 0.35 : 1.0) * foam_light(foam, normalize(vec3(-0.25 * water.yz, 1.0)), sun);
        if (foam.white > 0.0) colour = mix(colour, light, 0.97 * foam.white);
    }
    if (UNDER == 1)
        colour = colour * exp(-extinction() * distance_m) +
                 scattered_light(distance_m, u_levels.x - u_eye_time.z, 0.0, -to_eye,
                                 shafts(u_eye_time.xyz, -to_eye, distance_m, gl_FragCoord.xy));
    float white = UNDER == 0 && FOAM == 0 ? white_fronts(water, at.xy) : 0.0;
    if (white > 0.0) {
        vec3 light = u_sky_light.rgb + u_sun_light.rgb * max(u_to_sun.z, 0.0) * sun;
        colour = mix(colour, 0.7 * light / kPi, white);
    }
    if (PLACE == kOcean && UNDER == 0) {
        if (FOAM == 0) {
            float white = folded(facet.fold) * (0.55 + 0.45 * gradient_noise(at.xy * 5.0));
            vec3 foam = 0.75 * level_light() / kPi;
            colour = mix(colour, foam, clamp(white, 0.0, 1.0) * 0.85);
        }
        // Light comes through thin crests.
        float crest = smoothstep(0.05, 0.7, at.z - u_levels.x);
        colour += crest * u_scattered.rgb / max(extinction(), vec3(1e-6)) * 0.10 * u_sun_light.rgb *
                  max(0.3 - 0.7 * dot(to_eye, u_to_sun.xyz), 0.0);
        // The horizon fades into the air.
        colour = mix(colour, sky(normalize(vec3(-to_eye.xy, 0.01)), 2.0), 1.0 - exp(-distance_m / 9000.0));
    }
    o_colour = vec4(colour, 1.0);
}
