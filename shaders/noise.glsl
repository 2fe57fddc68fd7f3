// Noise without textures: hashes, gradient noise, sums of octaves, cells.
float hash1(vec2 p) {
    vec3 q = fract(vec3(p.xyx) * 0.1031);
    q += dot(q, q.yzx + 33.33);
    return fract((q.x + q.y) * q.z);
}

vec2 hash2(vec2 p) {
    vec3 q = fract(vec3(p.xyx) * vec3(0.1031, 0.1030, 0.0973));
    q += dot(q, q.yzx + 33.33);
    return fract((q.xx + q.yz) * q.zy);
}

vec3 hash3(vec2 p) {
    vec3 q = fract(vec3(p.xyx) * vec3(0.1031, 0.1030, 0.0973));
    q += dot(q, q.yxz + 33.33);
    return fract((q.xxy + q.yzz) * q.zyx);
}

// Gradient noise, about -0.7 to 0.7.
float gradient_noise(vec2 p) {
    vec2 i = floor(p), f = p - i;
    vec2 u = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
    float a = dot(hash2(i) * 2.0 - 1.0, f);
    float b = dot(hash2(i + vec2(1, 0)) * 2.0 - 1.0, f - vec2(1, 0));
    float c = dot(hash2(i + vec2(0, 1)) * 2.0 - 1.0, f - vec2(0, 1));
    float d = dot(hash2(i + vec2(1, 1)) * 2.0 - 1.0, f - vec2(1, 1));
    return mix(mix(a, b, u.x), mix(c, d, u.x), u.y);
}

float octaves(vec2 p, int count) {
    float sum = 0.0, weight = 0.5;
    for (int k = 0; k < count; ++k) {
        sum += weight * gradient_noise(p);
        p = mat2(1.6, 1.2, -1.2, 1.6) * p + 3.7;
        weight *= 0.5;
    }
    return sum;
}

// Octaves on a surface in space by triplanar mapping: three projections along the axes, weighed by the
// normal, so that a pattern on steep ground is not stretched.
float triplanar(vec3 p, vec3 normal, int count) {
    vec3 weight = pow(normal * normal, vec3(2.0));
    weight /= weight.x + weight.y + weight.z;
    float sum = 0.0;
    if (weight.x > 0.01) sum += weight.x * octaves(p.yz, count);
    if (weight.y > 0.01) sum += weight.y * octaves(p.zx, count);
    if (weight.z > 0.01) sum += weight.z * octaves(p.xy, count);
    return sum;
}

// Distance to the nearest and second nearest of scattered points, and a number of the nearest.
vec3 cells(vec2 p) {
    vec2 i = floor(p);
    vec3 best = vec3(8.0, 8.0, 0.0);
    for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x) {
            vec2 cell = i + vec2(x, y);
            vec2 d = cell + 0.15 + 0.7 * hash2(cell) - p;
            float r = dot(d, d);
            if (r < best.x) best = vec3(r, best.x, hash1(cell + 7.7));
            else best.y = min(best.y, r);
        }
    return vec3(sqrt(best.xy), best.z);
}
