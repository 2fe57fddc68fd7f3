// Light in and around a box of water. The sun's light, refracted by all the water it passes, lies in the
// caustic map: per area of the plane of the floor, inside the box and beside it.

// Mean direction of the sun's light in a medium.
vec3 sun_way(bool is_in_water) {
    return is_in_water ? u_light_below.xyz : -u_to_sun.xyz;
}

// Place in the caustic map, projected along that direction into the plane of the floor.
vec2 floor_uv(vec3 at, vec3 down) {
    vec2 q = at.xy + down.xy / min(down.z, -0.05) * (u_levels.y - at.z);
    return (q - u_caustic_rect.xy) / (u_caustic_rect.zw - u_caustic_rect.xy);
}

// Of sunlight, what gets into shadows of the water by mirrors and on other ways that photons are not followed
// on. By eye.
const float kStray = 0.14;

// Sunlight per area of a level plane at a place.
vec3 sun_flux(vec3 at, vec3 down, float width) {
    vec3 even = u_sun_light.rgb * max(u_to_sun.z, 0.0);
    // The deck around a pool lies above the map.
    if (PLACE == kPool && !is_over_water(at.xy)) return even;
    if (u_has.x == 0) return even * walls_sun(at);
    vec2 uv = floor_uv(at, down), d = min(uv, 1.0 - uv);
    float texel = (u_caustic_rect.z - u_caustic_rect.x) / float(textureSize(u_caustics, 0).x);
    // The table lies a little lower than the floor, and in the shadow of the plate; texels at its edge hold
    // light of the floor.
    vec2 q = mix(u_caustic_rect.xy, u_caustic_rect.zw, uv), beyond = max(u_rect.xy - q, q - u_rect.zw);
    if (at.z < u_levels.y - 1e-4 && max(beyond.x, beyond.y) < 2.0 * texel) return kStray * even;
    vec3 mapped = textureLod(u_caustics, uv, mip_level(width, texel)).rgb;
    return mix(even, mapped + kStray * max(even - mapped, 0.0), smoothstep(0.0, 0.02, min(d.x, d.y)));
}

vec3 sun_on(Hit hit, bool is_in_water, float width, int own) {
    vec3 down = sun_way(is_in_water);
    float facing = max(-dot(hit.normal, down), 0.0) / max(-down.z, 0.05);
    if (u_to_sun.z <= 0.0 || facing <= 0.0) return vec3(0.0);
    float seen = BODIES > 0 ? bodies_sun(hit.at + 1e-3 * box_half().x * hit.normal, -down, 1e5, own) : 1.0;
    return facing * seen * sun_flux(hit.at, down, width);
}

// Radiance of a solid in the box or around it, the same in all directions.
vec3 lit(Hit hit, bool is_in_water, float width) {
    vec4 colour = solid_colour(hit, width);
    // Tiles show how water bends what lies under it; those of a pool are its own.
    if (PLACE == kTank && hit.what == kGround) colour.rgb = tile_colour(0.6 * (hit.at.xy - u_rect.xy), 0.6 * width, vec3(0.22, 0.36, 0.42), 0.3);
    int own = BODIES > 0 && hit.what == kBody && body_texel(hit.body, kBodySize).w == kMeshShape ? hit.body : -1;
    vec3 light = sun_on(hit, is_in_water, width, own);
    if (is_in_water) {
        float seen = openness(hit.at, hit.normal) * (BODIES > 0 ? bodies_openness(hit.at, hit.normal, own) : 1.0);
        light += sky_below(max(u_levels.x - hit.at.z, 0.0)) * (0.55 + 0.45 * hit.normal.z) * seen * colour.a;
    } else {
        light += light_above(hit.at, hit.normal, colour.a, 0.0, own);
    }
    return colour.rgb * light / kPi;
}
