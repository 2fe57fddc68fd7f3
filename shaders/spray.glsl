// The shadow of drops in the air: a map of their optical depth along the sun, in the plane of the still level.
uniform sampler2D u_spray;

// A quarter wider on each side than the water.
vec4 spray_rect() {
    vec2 margin = 0.25 * (u_rect.zw - u_rect.xy);
    return vec4(u_rect.xy - margin, u_rect.zw + margin);
}

// Place in the map of a point, along the sun.
vec2 spray_uv(vec3 at) {
    vec4 rect = spray_rect();
    vec2 on_level = at.xy - u_to_sun.xy / max(u_to_sun.z, 0.05) * (at.z - u_levels.x);
    return (on_level - rect.xy) / (rect.zw - rect.xy);
}

float spray_depth(vec3 at) {
    vec2 uv = spray_uv(at);
    return clamp(uv, 0.0, 1.0) == uv ? textureLod(u_spray, uv, 0.0).r : 0.0;
}

// Share of the sun that reaches a place below the drops. Drops send most light on forward, which is why this
// falls less than exponentially.
float spray_sun(vec3 at) {
    return 1.0 / (1.0 + 0.7 * spray_depth(at));
}
