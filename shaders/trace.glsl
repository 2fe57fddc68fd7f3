// Ray tracing of the scene: where a ray ends, on the ground, a wall, a body, or in the sky. The ground is a
// height map, which a ray is marched through in steps; the step that crosses it is then bisected.
#include "ground.glsl"

const int kSky = 0;
const int kGround = 1;
const int kWall = 2;
const int kDeck = 3;
const int kBody = 4;
const int kFar = 5;

struct Hit {
    float t;
    vec3 at;
    vec3 normal;
    int what;
    int body;
};

// Distance along a ray to the border of a rectangle it starts in.
float leave(vec2 from, vec2 dir, vec4 rect) {
    vec2 far = mix(rect.xy, rect.zw, step(vec2(0.0), dir));
    vec2 t = (far - from) / (dir + mix(vec2(-1e-9), vec2(1e-9), step(vec2(0.0), dir)));
    return max(0.0, min(t.x, t.y));
}

// Distance to the ground map along a ray, negative: none.
float march_ground(vec3 from, vec3 dir) {
    float end = leave(from.xy, dir.xy, u_ground_rect);
    float down = 1.0 / (abs(dir.z) + 1e-6);
    float begin = dir.z < 0.0 ? max(0.0, (from.z - u_ground_range.y) * down) : 0.0;
    end = min(end, dir.z < 0.0 ? (from.z - u_ground_range.x) * down
                               : (u_ground_range.y - from.z) * down);
    if (end <= begin) return -1.0;
    float a = begin, b = begin, n = float(u_counts.x);
    bool is_found = false;
    for (int k = 1; k <= u_counts.x; ++k) {
        a = b;
        float share = float(k) / n;
        // Over a bed the near ground counts: it may lie close under the water.
        b = mix(begin, end, GROUND == kBedGround ? share * share : share);
        vec3 p = from + b * dir;
        if (p.z < ground_height(p.xy)) {
            is_found = true;
            break;
        }
    }
    if (!is_found) return -1.0;
    for (int k = 0; k < 6; ++k) {
        float middle = 0.5 * (a + b);
        vec3 p = from + middle * dir;
        if (p.z < ground_height(p.xy)) b = middle;
        else a = middle;
    }
    return 0.5 * (a + b);
}

// Distance to the ground below for a ray that goes down steeply, as light under water does, by root finding.
// While the ray is above the ground, the next guess is where level ground of that height would be met; once
// it is below, the root is bracketed and regula falsi finds it. Exact after few steps, however thin the water.
float drop_to_ground(vec3 from, vec3 dir) {
    float end = leave(from.xy, dir.xy, u_ground_rect), above = 0.0, below = -1.0;
    float gap_above = max(from.z - ground_height(from.xy), 0.0), gap_below = 0.0;
    float t = min(gap_above / -dir.z, end);
    for (int k = 0; k < 5; ++k) {
        vec3 p = from + t * dir;
        float gap = p.z - ground_height(p.xy);
        if (gap < 0.0) {
            below = t;
            gap_below = gap;
        } else {
            above = t;
            gap_above = gap;
        }
        t = below < 0.0 ? min(t + gap_above / -dir.z, end)
                        : mix(above, below, clamp(gap_above / max(gap_above - gap_below, 1e-9), 0.1, 0.9));
    }
    return t;
}

// Share of a narrow cone of rays that the ground covers, by cone tracing through its height map; `spread`
// is the tangent of the half angle. `t` becomes the distance to where the middle ray meets the ground or,
// where it passes above, comes nearest to it.
float ground_cover(vec3 from, vec3 dir, float spread, out float t) {
    float end = leave(from.xy, dir.xy, u_ground_rect), highest = -1e6, before = 0.0;
    end = min(end, max(u_ground_range.y - from.z, 0.0) / max(dir.z - spread, 1e-3));
    bool is_met = false;
    t = end;
    for (int k = 1; k <= u_counts.x; ++k) {
        float share = float(k) / float(u_counts.x), s = end * share * share;
        vec3 p = from + s * dir;
        float over = (ground_height(p.xy) - p.z) / max(s, 1e-6);  // of the ground over the ray
        if (!is_met && over > highest) t = over > 0.0 ? 0.5 * (before + s) : s;
        if (over > 0.0) is_met = true;
        highest = max(highest, over);
        before = s;
    }
    return smoothstep(-spread, spread, highest);
}

float to_ground(vec3 from, vec3 dir) {
    if (GROUND == kBedGround && dir.z < -0.6) return drop_to_ground(from, dir);
    return march_ground(from, dir);
}

// In a basin with upright walls everything but the bodies is exact.
Hit trace_box(vec3 from, vec3 dir) {
    Hit hit = Hit(1e6, from + 1e6 * dir, vec3(0, 0, 1), kSky, -1);
    float side = leave(from.xy, dir.xy, u_rect);
    if (GROUND == kBedGround) {
        float t = to_ground(from, dir);
        if (t >= 0.0 && t <= side) return Hit(t, from + t * dir, ground_normal(from.xy + t * dir.xy), kGround, -1);
    } else if (dir.z < 0.0) {
        float t = (u_levels.y - from.z) / dir.z;
        if (t <= side) return Hit(max(t, 0.0), from + t * dir, vec3(0, 0, 1), kGround, -1);
    }
    vec3 at = from + side * dir;
    if (at.z > u_levels.z) return hit;
    vec2 middle = 0.5 * (u_rect.xy + u_rect.zw), size = 0.5 * (u_rect.zw - u_rect.xy);
    vec2 out_by = abs(at.xy - middle) - size;
    vec3 normal = out_by.x > out_by.y ? vec3(-sign(at.x - middle.x), 0, 0)
                                      : vec3(0, -sign(at.y - middle.y), 0);
    return Hit(side, at, normal, kWall, -1);
}

Hit trace_open(vec3 from, vec3 dir) {
    Hit hit = Hit(1e6, from + 1e6 * dir, vec3(0, 0, 1), kSky, -1);
    if (GROUND != kLevelGround) {
        float t = to_ground(from, dir);
        if (t >= 0.0) {
            vec3 at = from + t * dir;
            return Hit(t, at, vec3(0, 0, 1), kGround, -1);
        }
    }
    float height = PLACE == kOcean ? u_levels.y : u_ground_range.z;
    if (dir.z < 0.0) {
        float t = (height - from.z) / dir.z;
        if (t > 0.0) return Hit(t, from + t * dir, vec3(0, 0, 1), kFar, -1);
    }
    return hit;
}

// For rays that start over or in the water.
Hit trace(vec3 from, vec3 dir) {
    Hit hit;
    if (is_boxed()) hit = trace_box(from, dir);
    else hit = trace_open(from, dir);
    if (BODIES > 0) {
        int which;
        float t = nearest_body(from, dir, hit.t, which);
        if (which >= 0) {
            vec3 at = from + t * dir;
            hit = Hit(t, at, body_normal(which, at), kBody, which);
        }
    }
    return hit;
}
