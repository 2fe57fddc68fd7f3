// Paints the map of the sky: the computed clear air, clouds before it, hills and trees below.
#include "scene.glsl"
#include "noise.glsl"
in vec2 v_uv;
out vec4 o_colour;
uniform sampler2D u_air;
uniform vec4 u_clouds;  // share of the sky, seed, 1 where land stands at the horizon, 0

vec3 direction(vec2 uv) {
    float t = 2.0 * uv.y - 1.0;
    float elevation = 0.5 * kPi * sign(t) * t * t;
    float around = 2.0 * kPi * uv.x;
    return vec3(cos(elevation) * cos(around), cos(elevation) * sin(around), sin(elevation));
}

// On the ring of azimuth, so that east meets itself without a seam.
float ring_noise(float around, float scale, float seed) {
    return octaves(scale * vec2(cos(around), sin(around)) + seed, 5);
}

vec3 clouds_over(vec3 air, vec3 dir) {
    if (dir.z < 0.02 || u_clouds.x <= 0.0) return air;
    vec2 at = dir.xy / (dir.z + 0.12) * 1.3 + u_clouds.y * 13.7;
    float bumps = octaves(at, 6) + 0.5 * octaves(at * 0.35 + 9.0, 3);
    float cover = smoothstep(0.42 - 0.9 * u_clouds.x, 0.62 - 0.6 * u_clouds.x, bumps + 0.25);
    float thick = smoothstep(0.0, 0.7, bumps + 0.2);
    float toward = max(dot(dir, u_to_sun.xyz), 0.0);
    vec3 lit = u_sun_light.rgb * (0.055 + 0.16 * pow(toward, 8.0) * (1.0 - 0.7 * thick)) * u_to_sun.w;
    vec3 shade = u_sky_light.rgb * 0.24;
    vec3 cloud = shade + lit * mix(1.15, 0.5, thick);
    float haze = smoothstep(0.02, 0.22, dir.z);
    return mix(air, cloud, 0.85 * cover * haze);
}

vec3 land_over(vec3 air, vec3 dir, float around) {
    if (u_clouds.z < 0.5) return air;
    float seed = u_clouds.y * 5.1;
    float far_hills = 0.030 + 0.055 * ring_noise(around, 1.9, seed + 3.0);
    float near_hills = 0.018 + 0.035 * ring_noise(around, 3.7, seed + 21.0);
    float trees = 0.012 + 0.012 * ring_noise(around, 9.0, seed + 40.0) +
                  0.010 * abs(ring_noise(around, 70.0, seed));
    float blur = 0.0022;
    vec3 light = level_light();
    vec3 haze = texture(u_air, vec2(v_uv.x, 0.5 + 0.5 * sqrt(0.03))).rgb;
    vec3 result = air;
    result = mix(result, mix(light * vec3(0.035, 0.05, 0.055) / kPi, haze, 0.62),
                 smoothstep(blur, -blur, dir.z - far_hills));
    result = mix(result, mix(light * vec3(0.05, 0.075, 0.04) / kPi, haze, 0.30),
                 smoothstep(blur, -blur, dir.z - near_hills));
    result = mix(result, mix(light * vec3(0.035, 0.055, 0.022) / kPi, haze, 0.08),
                 smoothstep(blur, -blur, dir.z - trees));
    return result;
}

void main() {
    vec3 dir = direction(v_uv);
    vec3 air = texture(u_air, v_uv).rgb;
    air = clouds_over(air, dir);
    o_colour = vec4(land_over(air, dir, 2.0 * kPi * v_uv.x), 1.0);
}
