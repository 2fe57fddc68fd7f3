// Shadows and ambient occlusion that the ground casts on itself, by marching through its height map.
float sun_seen(vec3 at) {
    if (u_to_sun.z <= 0.0) return 0.0;
    float share = 1.0, step_m = 1.5 * u_ground_range.w;
    // Nothing stands above the highest ground.
    float reach = clamp((u_ground_range.y - at.z) / max(u_to_sun.z, 0.05), 0.0, 40.0 * step_m * 8.0);
    for (int k = 1; k <= 40; ++k) {
        float part = float(k) / 40.0;
        // Over a bed, whose texels are as fine as the cells, near ground needs closer steps.
        float t = reach * (GROUND == kBedGround ? part * part : part);
        vec3 p = at + t * u_to_sun.xyz;
        share = min(share, 0.5 + (p.z - ground_height(p.xy)) / (0.02 * t + 0.4 * u_ground_range.w));
    }
    return clamp(share, 0.0, 1.0);
}

float sky_seen(vec2 at, float height) {
    float hidden = 0.0, near = u_ground_range.w;
    if (GROUND == kBedGround) near = max(near, 0.004 * min(u_rect.z - u_rect.x, u_rect.w - u_rect.y));
    for (int k = 0; k < 16; ++k) {
        float angle = 2.4 * float(k), r = near * (1.5 + 1.1 * float(k));
        vec2 there = at + r * vec2(cos(angle), sin(angle));
        hidden += clamp((ground_height(there) - height) / r, 0.0, 1.0);
    }
    return 1.0 - 0.75 * hidden / 16.0 * 2.0;
}
