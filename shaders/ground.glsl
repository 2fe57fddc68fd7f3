// The ground as a map of heights: that of a pond, or a bed that varies and the land around it.
uniform sampler2D u_ground;  // height over the still level in m; on a pond also the tone of a stone

// The map of a bed has a texel for each cell of the water, and larger ones around.
vec2 ground_uv(vec2 at) {
    if (GROUND != kBedGround) return (at - u_ground_rect.xy) / (u_ground_rect.zw - u_ground_rect.xy);
    vec2 around = u_ground_map.xy, size = u_rect.zw - u_rect.xy, margin = u_rect.xy - u_ground_rect.xy;
    vec2 from = at - u_rect.xy, inside = clamp(from, vec2(0.0), size);
    return around + inside / size * (1.0 - 2.0 * around) + (from - inside) * around / max(margin, vec2(1e-9));
}

// The place that is at `uv` in the map of a bed.
vec2 ground_place(vec2 uv) {
    vec2 around = u_ground_map.xy, size = u_rect.zw - u_rect.xy, margin = u_rect.xy - u_ground_rect.xy;
    vec2 from = uv - around, inside = clamp(from, vec2(0.0), 1.0 - 2.0 * around);
    return u_rect.xy + inside / (1.0 - 2.0 * around) * size + (from - inside) * margin / max(around, vec2(1e-9));
}

float ground_height(vec2 at) {
    if (GROUND == kLevelGround) return u_levels.y;
    return u_levels.x + textureLod(u_ground, ground_uv(at), 0.0).x;
}

vec3 ground_normal(vec2 at) {
    if (GROUND == kLevelGround) return vec3(0, 0, 1);
    float d = u_ground_range.w;
    float gx = ground_height(at + vec2(d, 0)) - ground_height(at - vec2(d, 0));
    float gy = ground_height(at + vec2(0, d)) - ground_height(at - vec2(0, d));
    return normalize(vec3(-gx, -gy, 2.0 * d));
}
