// Colours of everything solid: share of light given back, by place. `width` is the size of a pixel
// there in m; patterns finer than it fade to their mean.
uniform float u_tile_m;
const vec3 kSand = PLACE == kTank ? vec3(0.56, 0.45, 0.30) : vec3(0.46, 0.38, 0.26);

// Share of a periodic line of `thick` around whole numbers, seen through a pixel of `width`.
float lines(float x, float thick, float width) {
    float d = abs(fract(x + 0.5) - 0.5);
    float sharp = 1.0 - smoothstep(0.5 * thick - 0.5 * width, 0.5 * thick + 0.5 * width, d);
    return mix(sharp, thick, smoothstep(0.3, 1.0, width));
}

vec3 tile_colour(vec2 at, float width, vec3 base, float variety) {
    vec2 p = at / u_tile_m;
    float w = width / u_tile_m;
    float grout = max(lines(p.x, 0.055, w), lines(p.y, 0.055, w));
    vec3 random = hash3(floor(p)) - 0.5;
    vec3 tile = base * (1.0 + variety * (0.55 * random.x + 0.45 * random.yzx)) ;
    tile = mix(tile, base, smoothstep(0.4, 2.0, w));
    return mix(tile, vec3(0.80, 0.83, 0.82), 0.9 * grout);
}

vec3 pool_colour(vec3 at, vec3 normal, float width) {
    vec2 plane = abs(normal.z) > 0.5 ? at.xy - u_rect.xy
                                     : vec2(abs(normal.x) > 0.5 ? at.y - u_rect.y : at.x - u_rect.x,
                                            u_levels.z - at.z);
    vec3 base = vec3(0.34, 0.55, 0.60);
    // A band of dark mosaic where the water stands.
    if (abs(normal.z) < 0.5 && u_levels.z - at.z < 2.0 * u_tile_m)
        return tile_colour(2.0 * plane, 2.0 * width, vec3(0.06, 0.16, 0.27), 0.9);
    return tile_colour(plane, width, base, 0.34);
}

// Place along one side of the paving in slabs of about `slab` m. A whole number of them lies between `from`
// and `to`, so that the joints of two sides meet at every corner of the basin.
float paved(float at, float from, float to, float slab, out float count) {
    count = max(round((to - from) / slab), 1.0);
    float inside = clamp(at, from, to);
    return (inside - from) / (to - from) * count + (at - inside) / slab;
}

// The coping: a row of slabs around the basin, mitred at its corners.
vec3 coping_colour(vec2 at, vec2 beyond, float slab, float w) {
    bool is_along_y = beyond.x > beyond.y;
    float count, out_by = max(beyond.x, beyond.y);
    float along = is_along_y ? paved(at.y, u_rect.y, u_rect.w, slab, count)
                             : paved(at.x, u_rect.x, u_rect.z, slab, count);
    along = clamp(along, 0.5, count - 0.5);  // the last slab goes on to the mitre
    float joint = max(lines(along, 0.02, w), smoothstep(0.02, 0.0, abs(out_by / u_tile_m - 2.0) - 0.02 - w));
    if (min(beyond.x, beyond.y) > 0.0)
        joint = max(joint, smoothstep(0.006, 0.0, abs(beyond.x - beyond.y) / slab - 0.004 - 0.5 * w));
    float tone = hash1(vec2(floor(along), is_along_y ? 3.0 : 5.0));
    return mix(vec3(0.60, 0.57, 0.51) * (0.9 + 0.2 * tone), vec3(0.30, 0.28, 0.25), joint);
}

vec3 deck_colour(vec3 at, float width) {
    vec2 beyond = max(max(u_rect.xy - at.xy, at.xy - u_rect.zw), 0.0);
    float slab = 3.0 * u_tile_m, w = width / slab, coping = 2.0 * u_tile_m;
    if (max(beyond.x, beyond.y) < coping) return coping_colour(at.xy, beyond, slab, w);
    vec2 count, p = vec2(paved(at.x, u_rect.x - coping, u_rect.z + coping, 2.0 * slab, count.x),
                         paved(at.y, u_rect.y - coping, u_rect.w + coping, 2.0 * slab, count.y));
    float joint = max(lines(p.x, 0.012, 0.5 * w), lines(p.y, 0.012, 0.5 * w));
    float tone = hash1(floor(p));
    float grain = width < 0.02 ? gradient_noise(at.xy * 90.0) : 0.0;
    vec3 stone = vec3(0.50, 0.455, 0.39) * (0.86 + 0.24 * tone + 0.10 * grain);
    return mix(stone, vec3(0.25, 0.23, 0.20), joint);
}

vec3 far_colour(vec3 at, float width) {
    vec2 p = at.xy / (0.06 * length(u_rect.zw - u_rect.xy) + 0.3);
    float broad = gradient_noise(0.21 * p) + 0.5 * gradient_noise(0.53 * p + 7.0);
    float fine = width < 0.15 ? octaves(3.1 * p, 3) : 0.0;
    vec3 meadow = mix(vec3(0.085, 0.115, 0.035), vec3(0.20, 0.185, 0.085), clamp(0.45 + 0.7 * broad, 0.0, 1.0));
    return meadow * (1.0 + 0.8 * fine);
}

vec3 table_colour(vec3 at, float width) {
    float grain = octaves(vec2(at.x * 1.3, at.y * 14.0) / max(u_tile_m * 8.0, 1e-3), 4);
    float fine = width < 0.01 ? gradient_noise(vec2(at.x * 6.0, at.y * 160.0)) : 0.0;
    return mix(vec3(0.34, 0.215, 0.125), vec3(0.20, 0.115, 0.06), smoothstep(-0.35, 0.4, grain)) *
           (1.0 + 0.12 * fine);
}

// As painted by bed.frag; from close by, where a texel of it is larger than a pixel, with grains.
vec4 bed_colour(vec3 at, float width) {
    float texel = u_ground_map.z;
    vec4 paint = textureLod(u_paint, ground_uv(at.xy), mip_level(width, texel));
    float near = 1.0 - smoothstep(0.3, 1.2, width / texel);
    if (near > 0.0) {
        vec3 normal = ground_normal(at.xy);
        paint.rgb *= 1.0 + near * (0.30 * triplanar(at / (1.3 * texel), normal, 1) +
                                   0.35 * triplanar(at / (0.47 * texel), normal, 1)) * 2.0;
    }
    return paint;
}

// A bed behind glass: sand in layers.
vec3 cut_colour(vec3 at) {
    float along = at.x + at.y, unit = 0.1 * min(u_rect.z - u_rect.x, u_rect.w - u_rect.y);
    float layer = gradient_noise(vec2(0.6 * along, 9.0 * at.z + 0.8 * gradient_noise(vec2(0.9 * along / unit, 3.0)) * unit) / unit);
    float grain = gradient_noise(vec2(along, at.z) / (0.03 * unit));
    return kSand * (0.82 + 0.22 * layer + 0.18 * grain);
}

// Colour, and in w the share of the sky that the place itself leaves open.
vec4 solid_colour(Hit hit, float width) {
    if (BODIES > 0 && hit.what == kBody) return vec4(body_texel(hit.body, kBodyColour).rgb, 1.0);
    if (PLACE == kPool && hit.what == kDeck) return vec4(deck_colour(hit.at, width), 1.0);
    if (hit.what == kFar) {
        if (PLACE == kOcean) return vec4(GROUND == kBedGround ? kSand : vec3(0.05), 1.0);
        if (PLACE == kTank) return vec4(table_colour(hit.at, width), 1.0);
        return vec4(far_colour(hit.at, width), 1.0);
    }
    if (GROUND == kPondGround)
        return textureLod(u_paint, ground_uv(hit.at.xy), mip_level(width, 0.5 * u_ground_range.w));
    if (GROUND == kBedGround && PLACE != kPool && hit.what == kGround)
        return bed_colour(hit.at, width);
    if (GROUND == kBedGround && PLACE == kTank && hit.at.z > u_levels.y) return vec4(cut_colour(hit.at), 1.0);
    if (PLACE == kTank) return vec4(vec3(0.72), 1.0);
    return vec4(pool_colour(hit.at, hit.normal, width), 1.0);
}
