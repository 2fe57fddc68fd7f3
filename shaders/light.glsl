// Irradiance at a point: from the sun, directly or refracted by the water (caustics), and from the sky.
#include "spray.glsl"
uniform sampler2D u_caustics;  // sunlight per area of the plane of the bed, along u_light_below
uniform sampler2D u_paint;     // ground of a pond or a bed: colour, share of the sky that is seen
uniform sampler2D u_lit;       // the same ground: normal, share of the sun that is seen; of a bed x and y of
                               // the normal, then the sun at the still level above it and on itself

// Sun over the walls of a basin; soft by the width of the sun.
float walls_sun(vec3 at) {
    if (PLACE != kPool || !is_over_water(at.xy)) return 1.0;
    float t = leave(at.xy, u_to_sun.xy, u_rect);
    float over = at.z + t * u_to_sun.z - u_levels.z;
    return smoothstep(-0.012 - 0.006 * t, 0.012 + 0.006 * t, over);
}

// Fine normal of the ground and the share of the sun there, painted by ground.frag or bed.frag.
vec4 ground_lit(vec2 at) {
    vec4 lit = textureLod(u_lit, ground_uv(at), 0.0);
    if (GROUND == kBedGround) {
        vec2 lean = 2.0 * lit.xy - 1.0;
        return vec4(normalize(vec3(lean, sqrt(max(1.0 - dot(lean, lean), 0.01)))), lit.w);
    }
    return vec4(normalize(2.0 * lit.xyz - 1.0), lit.w);
}

// Sun on the water: not behind walls, banks or bodies.
float surface_sun(vec3 at) {
    float share = walls_sun(at) * spray_sun(at);
    if (GROUND == kPondGround) share *= textureLod(u_lit, ground_uv(at.xy), 0.0).a;
    if (GROUND == kBedGround) {
        // Painted for the still level and for the ground; a level between them is between the two.
        vec4 lit = textureLod(u_lit, ground_uv(at.xy), 0.0);
        float ground = ground_height(at.xy);
        share *= mix(lit.w, lit.z, clamp((at.z - ground) / max(u_levels.x - ground, 1e-3), 0.0, 1.0));
    }
    if (BODIES > 0) share *= bodies_sun(at, u_to_sun.xyz, 1e5, -1);
    return share;
}

// Ambient occlusion of a basin: corners see less of the sky.
float openness(vec3 at, vec3 normal) {
    if (!is_boxed() || !is_over_water(at.xy)) return 1.0;
    float scale = 0.35 * (u_levels.z - u_levels.y);
    vec2 d = min(at.xy - u_rect.xy, u_rect.zw - at.xy);
    float walls = (1.0 - 0.45 * exp(-d.x / scale) * (1.0 - abs(normal.x))) *
                  (1.0 - 0.45 * exp(-d.y / scale) * (1.0 - abs(normal.y)));
    float deep = clamp((u_levels.z - at.z) / (u_levels.z - u_levels.y), 0.0, 1.0);
    float floor_near = 1.0 - 0.4 * exp(-(at.z - u_levels.y) / scale) * (1.0 - abs(normal.z));
    return walls * floor_near * mix(1.0, 0.82, deep);
}

// Ambient occlusion by bodies: each hides part of the sky from what lies close to it. `own` is left out.
float bodies_openness(vec3 at, vec3 normal, int own) {
    float share = 1.0;
    float whole = own < 0 ? -1.0 : body_texel(own, kBodyColour).w;
    for (int k = 0; k < u_counts.y; ++k) {
        vec4 of = body_texel(k, kBodySize);
        if (of.w == kNoShape || (own >= 0 && body_texel(k, kBodyColour).w == whole)) continue;
        vec3 d = body_texel(k, kBodyCentre).xyz - at;
        // A long body hides no more than a ball of its smaller sides.
        float r = min(of.x, min(of.y, of.z) * 1.5), size = length(d);
        if (size > r * 1.01)
            share *= 1.0 - 0.8 * max(dot(normal, d) / size, 0.0) * r * r / (size * size);
    }
    return share;
}

// Mip level of a map for a pixel that is `width` m wide. Seen at a grazing angle a pixel is wide in one
// direction only, so half a level sharper is taken.
float mip_level(float width, float texel) {
    return max(0.0, log2(width / texel) - 0.5);
}

// Place in the caustic map of a point under water, projected along the mean direction of the light into the
// plane of the bed.
vec2 caustic_uv(vec3 at) {
    vec2 q = at.xy + u_light_below.xy / u_light_below.z * (u_levels.y - at.z);
    return (q - u_caustic_rect.xy) / (u_caustic_rect.zw - u_caustic_rect.xy);
}

vec3 caustic_light(vec3 at, vec3 normal, float width) {
    vec3 below = u_light_below.xyz;
    float texel = (u_caustic_rect.z - u_caustic_rect.x) / float(textureSize(u_caustics, 0).x);
    vec3 flux = textureLod(u_caustics, caustic_uv(at), mip_level(width, texel)).rgb;
    return flux * max(-dot(normal, below), 0.0) / -below.z;
}

// Irradiance from the sky at `depth` under water by Beer-Lambert attenuation, and what a bright floor
// reflects. The factors 1.2 and 0.25 stand for slanted paths and for light scattered forward.
vec3 sky_below(float depth) {
    vec3 thrown = PLACE == kPool || PLACE == kTank ? 0.16 * u_sun_light.rgb * max(u_to_sun.z, 0.0) : vec3(0.0);
    return (u_sky_light.rgb + thrown) * 0.934 * exp(-1.2 * (u_absorbed.rgb + 0.25 * u_scattered.rgb) * depth);
}

// 1 where the photon map gives the light, 0 where it is taken as that under level water, which is far from
// the simulated water in open country.
float photon_share(vec2 at) {
    if (GROUND != kBedGround || is_boxed()) return 1.0;
    vec2 size = u_rect.zw - u_rect.xy, beyond = max(max(u_rect.xy - at, at - u_rect.zw), 0.0);
    return 1.0 - smoothstep(0.5, 0.9, length(beyond) / (0.15 * min(size.x, size.y)));
}

// Irradiance of a surface under water; of a mesh `own` is its body, which the box around it must not shade.
vec3 light_below(vec3 at, vec3 normal, float depth, float width, int own) {
    float blocked = BODIES > 0 ? bodies_sun(at, -u_light_below.xyz, depth / -u_light_below.z, own) : 1.0;
    vec3 sun = vec3(0.0);
    float caught = u_has.x == 1 ? photon_share(at.xy) : 0.0;
    if (caught > 0.0) sun = caustic_light(at, normal, width);
    if (caught < 1.0) {
        vec3 enters_at = at - u_light_below.xyz * depth / -u_light_below.z;
        vec3 even = u_sun_light.rgb * max(u_to_sun.z, 0.0) * u_light_below.w / -u_light_below.z *
                    max(-dot(normal, u_light_below.xyz), 0.0) *
                    exp(-(u_absorbed.rgb + u_scattered.rgb) * depth / -u_light_below.z) *
                    walls_sun(enters_at);
        if (GROUND == kBedGround) even *= textureLod(u_lit, ground_uv(enters_at.xy), 0.0).z;
        sun = mix(even, sun, caught);
    }
    float seen = openness(at, normal) * (BODIES > 0 ? bodies_openness(at, normal, own) : 1.0);
    return blocked * sun + sky_below(depth) * (0.55 + 0.45 * normal.z) * seen;
}

vec3 light_above(vec3 at, vec3 normal, float sky_share, float sun_share, int own) {
    float facing = max(dot(normal, u_to_sun.xyz), 0.0);
    float sun = 0.0;
    if (facing > 0.0) {
        sun = facing * sun_share * walls_sun(at) * spray_sun(at);
        if (BODIES > 0) sun *= bodies_sun(at + 2e-3 * normal, u_to_sun.xyz, 1e5, own);
    }
    // Light from the ground around, a fifth of what it gets; beside the bed of a tank it is the table.
    vec3 given_back = PLACE == kTank && GROUND == kBedGround ? vec3(0.40, 0.29, 0.20) : vec3(0.2);
    vec3 bounce = given_back * (0.5 - 0.5 * normal.z) * level_light();
    float seen = openness(at, normal) * (BODIES > 0 ? bodies_openness(at, normal, own) : 1.0);
    return u_sun_light.rgb * sun + u_sky_light.rgb * (0.5 + 0.5 * normal.z) * sky_share * seen + bounce;
}
