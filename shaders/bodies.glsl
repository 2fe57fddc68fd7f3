// Bodies as exact shapes: where a ray meets them, and whether one stands in the way. A mesh is met as the
// box around it or the ellipsoid in that box; thin ones are not met. The first u_counts.y bodies of the texture are looked at.
uniform sampler2D u_bodies;  // four texels per body: centre and radius of the sphere around it; turn; half
                             // size and shape; colour and number of the whole
const int kBodiesPerRow = 256;
const int kBodyCentre = 0;
const int kBodyTurn = 1;
const int kBodySize = 2;
const int kBodyColour = 3;
const float kBoxShape = 1.0;
const float kCylinderShape = 2.0;
const float kMeshShape = 3.0;  // and above
const float kEllipsoidShape = 4.0;
const float kNoShape = 5.0;

vec4 body_texel(int k, int part) {
    return texelFetch(u_bodies, ivec2(4 * (k % kBodiesPerRow) + part, k / kBodiesPerRow), 0);
}

vec3 turned(vec3 v, vec4 q) {  // q: x y z w
    return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

vec2 span_sphere(vec3 o, vec3 d, float r) {
    float b = dot(o, d), h = b * b - dot(o, o) + r * r;
    if (h < 0.0) return vec2(1.0, -1.0);
    h = sqrt(h);
    return vec2(-b - h, -b + h);
}

vec2 span_ellipsoid(vec3 o, vec3 d, vec3 half_size) {
    vec3 p = o / half_size, v = d / half_size;
    float a = dot(v, v), b = dot(p, v), h = b * b - a * (dot(p, p) - 1.0);
    if (h < 0.0) return vec2(1.0, -1.0);
    h = sqrt(h);
    return vec2(-b - h, -b + h) / a;
}

vec2 span_box(vec3 o, vec3 d, vec3 half_size) {
    vec3 inv = 1.0 / (abs(d) + 1e-9) * mix(vec3(-1.0), vec3(1.0), greaterThanEqual(d, vec3(0.0)));
    vec3 a = (-half_size - o) * inv, b = (half_size - o) * inv;
    vec3 near = min(a, b), far = max(a, b);
    return vec2(max(max(near.x, near.y), near.z), min(min(far.x, far.y), far.z));
}

vec2 span_cylinder(vec3 o, vec3 d, float r, float half_height) {
    float a = dot(d.xy, d.xy), b = dot(o.xy, d.xy), c = dot(o.xy, o.xy) - r * r;
    vec2 round = vec2(-1e9, 1e9);
    if (a > 1e-9) {
        float h = b * b - a * c;
        if (h < 0.0) return vec2(1.0, -1.0);
        h = sqrt(h);
        round = vec2(-b - h, -b + h) / a;
    } else if (c > 0.0) {
        return vec2(1.0, -1.0);
    }
    float inv = 1.0 / (abs(d.z) + 1e-9) * (d.z >= 0.0 ? 1.0 : -1.0);
    float za = (-half_height - o.z) * inv, zb = (half_height - o.z) * inv;
    return vec2(max(round.x, min(za, zb)), min(round.y, max(za, zb)));
}

// Entry and exit of a ray with body k, in its length; exit before entry: missed.
vec2 span_body(int k, vec3 from, vec3 dir) {
    vec4 centre = body_texel(k, kBodyCentre);
    vec3 away = centre.xyz - from, aside = cross(away, dir);
    if (dot(aside, aside) > centre.w * centre.w) return vec2(1.0, -1.0);
    vec4 turn = body_texel(k, kBodyTurn), size = body_texel(k, kBodySize);
    if (size.w == kNoShape) return vec2(1.0, -1.0);
    vec4 back = vec4(-turn.xyz, turn.w);
    vec3 o = turned(-away, back), d = turned(dir, back);
    if (size.w < kBoxShape) return span_sphere(o, d, size.x);
    if (size.w == kCylinderShape) return span_cylinder(o, d, size.x, size.z);
    if (size.w == kEllipsoidShape) return span_ellipsoid(o, d, size.xyz);
    return span_box(o, d, size.xyz);
}

vec3 body_normal(int k, vec3 at) {
    vec4 turn = body_texel(k, kBodyTurn), size = body_texel(k, kBodySize);
    vec3 o = turned(at - body_texel(k, kBodyCentre).xyz, vec4(-turn.xyz, turn.w));
    vec3 n = o;
    if (size.w == kCylinderShape) {
        n = abs(o.z) / size.z > length(o.xy) / size.x ? vec3(0, 0, sign(o.z)) : vec3(o.xy, 0.0);
    } else if (size.w == kEllipsoidShape) {
        n = o / (size.xyz * size.xyz);
    } else if (size.w >= kBoxShape) {
        vec3 share = abs(o) / size.xyz;
        float most = max(share.x, max(share.y, share.z));
        n = sign(o) * step(vec3(most), share);
    }
    return normalize(turned(n, turn));
}

// Nearest body along a ray before `limit`: its number and the distance, or -1.
float nearest_body(vec3 from, vec3 dir, float limit, out int which) {
    which = -1;
    // A ray through a volume may start a little inside: at the line where its surface meets the body.
    float best = limit, least = VOLUME == 1 ? -0.2 * u_levels.w : 1e-3;
    for (int k = 0; k < u_counts.y; ++k) {
        vec2 s = span_body(k, from, dir);
        if (s.y > max(s.x, 0.0) && s.x > least && s.x < best) {
            best = max(s.x, 0.0);
            which = k;
        }
    }
    return best;
}

// 0 where a body other than `own` hides the sun, 1 where none does; soft by the width of the sun.
float bodies_sun(vec3 from, vec3 dir, float limit, int own) {
    float share = 1.0, soft = VOLUME == 1 ? 0.2 * u_levels.w : 0.02;
    float whole = own < 0 ? -1.0 : body_texel(own, kBodyColour).w;
    for (int k = 0; k < u_counts.y; ++k) {
        if (own >= 0 && body_texel(k, kBodyColour).w == whole) continue;
        vec2 s = span_body(k, from, dir);
        float inside = s.y - max(s.x, 0.0);
        if (inside > 0.0 && s.y > 2e-3 && s.x < limit)
            share *= 1.0 - smoothstep(0.0, soft + 0.03 * max(s.x, 0.0), inside);
    }
    return share;
}
