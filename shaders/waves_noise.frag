// The light alternative to the FFT: gradient noise in three dimensions, the third being time, that
// repeats over the tile; octaves move with the wind.
#include "scene.glsl"
in vec2 v_uv;
out vec4 o_waves;
uniform vec4 u_wind;  // m/s, size of the tile in m

vec3 gradient(ivec3 p, int period, int seed) {
    p.xy = ivec2(p.x - period * (p.x / period), p.y - period * (p.y / period));
    uint h = uint(p.x) * 0x9e3779b1u ^ uint(p.y) * 0x85ebca77u ^ uint(p.z) * 0xc2b2ae3du ^
             uint(seed) * 0x27d4eb2fu;
    h = (h ^ (h >> 15u)) * 0x2c1b3c6du;
    h = (h ^ (h >> 12u)) * 0x297a2d39u;
    h ^= h >> 15u;
    return vec3(float(h & 1023u), float((h >> 10u) & 1023u), float((h >> 20u) & 1023u)) / 511.5 - 1.0;
}

float noise(vec3 p, int period, int seed) {
    vec3 i = floor(p), f = p - i;
    vec3 u = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
    ivec3 b = ivec3(i);
    b.xy += 64 * period;  // whole numbers above 0, so that the remainder is the wrapped place
    float sum = 0.0;
    for (int k = 0; k < 8; ++k) {
        ivec3 c = ivec3(k & 1, (k >> 1) & 1, k >> 2);
        vec3 w = mix(1.0 - u, u, vec3(c));
        sum += w.x * w.y * w.z * dot(gradient(b + c, period, seed), f - vec3(c));
    }
    return sum;
}

float height(vec2 uv) {
    float sum = 0.0;
    float share = 0.012 * u_wind.z * min(length(u_wind.xy) / 4.0, 2.0);
    int period = 6;
    for (int k = 0; k < 4; ++k) {
        float wave_m = u_wind.z / float(period);
        float speed = sqrt(9.81 * wave_m / (2.0 * kPi));
        vec2 drift = normalize(u_wind.xy + 1e-6) * mod(u_eye_time.w * speed / u_wind.z, 1.0);
        // The drift wraps with the tile: whole periods are lost without a trace.
        vec2 at = fract(uv - drift) * float(period);
        sum += share / float(period) * noise(vec3(at, u_eye_time.w * speed / wave_m * 0.5), period, k);
        period *= 2;
    }
    return sum * 4.0;
}

void main() {
    float e = 1.0 / 256.0, d = e * u_wind.z;
    float h = height(v_uv);
    float sx = (height(v_uv + vec2(e, 0)) - height(v_uv - vec2(e, 0))) / (2.0 * d);
    float sy = (height(v_uv + vec2(0, e)) - height(v_uv - vec2(0, e))) / (2.0 * d);
    o_waves = vec4(h, sx, sy, 0.0);
}
