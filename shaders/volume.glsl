// Water that fills cells of a box, by ray casting: where a ray meets its surface, a face of the box, the
// floor or a body. A ray is outside the box, in its air or in its water.
uniform sampler3D u_fill;   // share of water in x, y and z, smoothed, with one layer under the floor; water is
                            // where it exceeds a half
uniform sampler3D u_mixed;  // 1 in blocks of cells that the surface may pass through
uniform float u_step_cells; // along a ray
uniform sampler3D u_dye;    // its concentration in the cells
uniform vec4 u_dyed;        // colour of undiluted dye; w: how much light it takes per m, 0: there is none
const float kBlock = 4.0;   // cells per side
const int kMostSteps = 1024;

const int kSurface = 6;  // between water and air; besides what trace.glsl lists
const int kPane = 7;     // a face of the box

const int kOutside = 0;
const int kAir = 1;
const int kWater = 2;

vec3 box_middle() {
    return 0.5 * vec3(u_rect.xy + u_rect.zw, u_levels.y + u_levels.z);
}

vec3 box_half() {
    return 0.5 * vec3(u_rect.zw - u_rect.xy, u_levels.z - u_levels.y);
}

// The table under a tank, as place_mesh() of solid_meshes.cpp lays it.
float table_height() {
    return u_levels.y - 0.015 * 2.0 * max(box_half().x, box_half().y);
}

// Place counted in cells from the lowest corner.
vec3 in_cells(vec3 at) {
    return (at - vec3(u_rect.xy, u_levels.y)) / u_levels.w;
}

float filled(vec3 cell) {
    return textureLod(u_fill, (cell + vec3(0, 0, 1)) / vec3(textureSize(u_fill, 0)), 0.0).r;
}

// The same by tricubic B-spline filtering (eight linear fetches), without the creases that linear
// interpolation leaves in reflections.
float filled_smooth(vec3 cell) {
    vec3 size = vec3(textureSize(u_fill, 0));
    vec3 p = cell + vec3(-0.5, -0.5, 0.5), i = floor(p), f = p - i;
    vec3 f2 = f * f, f3 = f2 * f;
    vec3 w0 = (1.0 - f) * (1.0 - f) * (1.0 - f) / 6.0, w1 = (4.0 - 6.0 * f2 + 3.0 * f3) / 6.0;
    vec3 w3 = f3 / 6.0, low = w0 + w1, high = 1.0 - low;
    vec3 a = (i - 0.5 + w1 / low) / size, b = (i + 1.5 + w3 / high) / size;
    float sum = 0.0;
    for (int k = 0; k < 8; ++k) {
        bvec3 is_high = bvec3((k & 1) != 0, (k & 2) != 0, (k & 4) != 0);
        vec3 weight = mix(low, high, is_high);
        sum += weight.x * weight.y * weight.z * textureLod(u_fill, mix(a, b, is_high), 0.0).r;
    }
    return sum;
}

// Share of light that dye lets through along a way in the water.
vec3 through_dye(vec3 from, vec3 dir, float way) {
    if (u_dyed.w == 0.0) return vec3(1.0);
    const float kMostDyeSteps = 160.0;
    float steps = clamp(ceil(way / u_levels.w), 1.0, kMostDyeSteps), step_m = way / steps, sum = 0.0;
    vec3 size = vec3(textureSize(u_dye, 0));
    for (float k = 0.5; k < steps; ++k) sum += textureLod(u_dye, in_cells(from + k * step_m * dir) / size, 0.0).r;
    return exp(-u_dyed.w * (1.0 - 0.8 * u_dyed.rgb) * sum * step_m);
}

// Out of the water: along the falling fill, from the corners of a tetrahedron around the place.
vec3 surface_normal(vec3 at) {
    vec3 cell = in_cells(at), rise = vec3(0.0);
    for (int k = 0; k < 4; ++k) {
        vec3 corner = vec3(k == 0 || k == 3 ? 1.0 : -1.0, k == 2 || k == 3 ? 1.0 : -1.0, k == 1 || k == 3 ? 1.0 : -1.0);
        vec3 there = cell + 0.6 * corner;
        rise += corner * (u_has.w == 1 ? filled_smooth(there) : filled(there));
    }
    float size = length(rise);
    return size > 1e-6 ? -rise / size : vec3(0, 0, 1);
}

// Distance along a ray to where it leaves its medium, before `end`; negative: it does not. Blocks without a
// surface are passed at once; in others linear steps find a change, and bisection finds its place.
float march_water(vec3 from, vec3 dir, float end, bool is_water) {
    vec3 o = in_cells(from), inv = 1.0 / (abs(dir) + 1e-9) * mix(vec3(-1.0), vec3(1.0), greaterThanEqual(dir, vec3(0.0)));
    ivec3 last_block = textureSize(u_mixed, 0) - 1;
    float last = end / u_levels.w, t = 0.0, before = 0.0;
    bool is_found = false;
    for (int k = 0; k < kMostSteps; ++k) {
        before = t;
        vec3 block = clamp(floor((o + t * dir) / kBlock), vec3(0.0), vec3(last_block));
        if (texelFetch(u_mixed, ivec3(block), 0).r < 0.5) {
            vec3 leaves = ((block + step(vec3(0.0), dir)) * kBlock - o) * inv;
            t = max(min(min(leaves.x, leaves.y), leaves.z), t) + 0.01;
        } else {
            t += u_step_cells;
        }
        t = min(t, last);
        is_found = (filled(o + t * dir) > 0.5) != is_water;
        if (is_found || t >= last) break;
    }
    if (!is_found) return -1.0;
    for (int k = 0; k < 8; ++k) {
        float middle = 0.5 * (before + t);
        if ((filled(o + middle * dir) > 0.5) != is_water) t = middle;
        else before = middle;
    }
    return 0.5 * (before + t) * u_levels.w;
}

// Outward, of the face of the box that a place on it belongs to.
vec3 face_normal(vec3 at) {
    vec3 from_middle = at - box_middle(), out_by = abs(from_middle) - box_half();
    float most = max(out_by.x, max(out_by.y, out_by.z));
    if (out_by.x == most) return vec3(sign(from_middle.x), 0, 0);
    if (out_by.y == most) return vec3(0, sign(from_middle.y), 0);
    return vec3(0, 0, sign(from_middle.z));
}

// The box from outside, and the table it stands on. In a pool rays leave the box upwards only.
Hit meet_outside(vec3 from, vec3 dir) {
    Hit hit = Hit(1e6, from, vec3(0, 0, 1), kSky, -1);
    if (PLACE == kTank && dir.z < 0.0) {
        float t = (table_height() - from.z) / dir.z, reach = 24.0 * max(box_half().x, box_half().y);
        vec2 away = abs(from.xy + t * dir.xy - box_middle().xy);
        if (t > 0.0 && max(away.x, away.y) < reach) hit = Hit(t, from, vec3(0, 0, 1), kFar, -1);
    }
    vec2 box = span_box(from - box_middle(), dir, box_half());
    if (box.y > max(box.x, 0.0) && box.x > 0.0 && box.x < hit.t)
        hit = Hit(box.x, from, face_normal(from + box.x * dir), kPane, -1);
    return hit;
}

Hit meet_inside(vec3 from, vec3 dir) {
    float t = max(span_box(from - box_middle(), dir, box_half()).y, 0.0);
    vec3 normal = face_normal(from + t * dir);
    if (normal.z < -0.5) return Hit(t, from, -normal, kGround, -1);
    if (PLACE == kPool && normal.z < 0.5) return Hit(t, from, -normal, kWall, -1);
    return Hit(t, from, normal, kPane, -1);
}

// What a ray meets next. The normal of a pane points out of the box; that of the water's surface is left to
// surface_normal().
Hit meet(vec3 from, vec3 dir, int medium) {
    Hit hit;
    if (medium == kOutside) hit = meet_outside(from, dir);
    else hit = meet_inside(from, dir);
    if (BODIES > 0) {
        int which;
        float t = nearest_body(from, dir, hit.t, which);
        if (which >= 0) hit = Hit(t, from, body_normal(which, from + t * dir), kBody, which);
    }
    if (medium != kOutside) {
        float t = march_water(from, dir, hit.t, medium == kWater);
        if (t >= 0.0) hit = Hit(t, from, vec3(0, 0, 1), kSurface, -1);
    }
    hit.at = from + hit.t * dir;
    return hit;
}

// The medium behind what a ray met, for kSurface and kPane.
int medium_behind(Hit hit, int medium) {
    if (hit.what == kSurface) return medium == kWater ? kAir : kWater;
    if (medium != kOutside) return kOutside;
    return filled(in_cells(hit.at)) > 0.5 ? kWater : kAir;
}

bool is_end(int what) {
    return what != kSurface && what != kPane;
}

// A little off a surface along a ray that leaves it towards `side`, so that it does not meet it again at once;
// a hair of it straight, for rays that graze the surface.
vec3 off_surface(Hit hit, vec3 dir, vec3 side) {
    float off = hit.what == kSurface ? 0.04 * u_levels.w : 1e-4 * box_half().x;
    return hit.at + off / max(dot(dir, side), 0.25) * dir + 0.1 * off * side;
}

// Against the ray. Smoothed normals may lean away from it at an outline; they are turned until they face it.
vec3 facing_normal(Hit hit, vec3 dir, int medium) {
    vec3 normal = hit.normal;
    if (hit.what == kPane) return dot(normal, dir) < 0.0 ? normal : -normal;
    normal = surface_normal(hit.at);
    if (medium == kWater) normal = -normal;
    float cosine = -dot(dir, normal);
    return cosine < 0.02 ? normalize(normal - (0.02 - cosine) * dir) : normal;
}
