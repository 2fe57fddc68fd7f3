// The sky as painted by sky.frag: clear air, clouds, the land at the horizon.
uniform sampler2D u_sky;

vec2 sky_uv(vec3 dir) {
    float elevation = asin(clamp(dir.z, -1.0, 1.0)) / (0.5 * kPi);
    return vec2(atan(dir.y, dir.x) / (2.0 * kPi),
                0.5 + 0.5 * sign(elevation) * sqrt(abs(elevation)));
}

vec3 sky(vec3 dir, float lod) {
    return textureLod(u_sky, sky_uv(dir), lod).rgb;
}
