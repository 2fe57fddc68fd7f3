// A volume of water as data: its cells by how full they are, or a plane through it coloured by speed.
#include "scene.glsl"
#include "bodies.glsl"
#include "trace.glsl"
#include "volume.glsl"
in vec3 v_at_ws;
out vec4 o_colour;             // times its share of the pixel
uniform sampler3D u_cells;     // fill and speed in m/s, as given
uniform sampler2D u_colours;   // sequential below
uniform int u_is_slice;
uniform vec2 u_view_range;     // speeds at the two ends of the table
uniform vec4 u_slice;          // unit vector across the plane, and its place along it in m

const vec3 kFluid = vec3(0.03, 0.14, 0.55);
const vec3 kInterface = vec3(0.80, 0.30, 0.04);

float depth_of(vec3 at) {
    vec4 clip = u_view_projection * vec4(at, 1.0);
    return clamp(0.5 + 0.5 * clip.z / clip.w, 0.0, 1.0);
}

void draw_slice(vec3 eye, vec3 dir, vec2 box) {
    float t = (u_slice.w - dot(eye, u_slice.xyz)) / dot(dir, u_slice.xyz);
    if (!(t > max(box.x, 0.0) - 1e-4 && t < box.y + 1e-4)) discard;
    vec3 at = eye + t * dir;
    vec2 here = textureLod(u_cells, in_cells(at) / vec3(textureSize(u_cells, 0)), 0.0).rg;
    if (here.x < 0.5) discard;
    float share = (here.y - u_view_range.x) / (u_view_range.y - u_view_range.x);
    o_colour = vec4(texture(u_colours, vec2(clamp(share, 0.002, 0.998), 0.25)).rgb / u_sun_light.w, 1.0);
    gl_FragDepth = depth_of(at);
}

// From cell to cell along the ray: full cells are opaque, cells at the surface let light through.
void draw_cells(vec3 eye, vec3 dir, vec2 box) {
    float t = max(box.x, 0.0);
    vec3 size = vec3(textureSize(u_cells, 0)), o = in_cells(eye), d = dir / u_levels.w;
    vec3 inv = 1.0 / (abs(d) + 1e-9), forward = mix(vec3(-1.0), vec3(1.0), greaterThanEqual(d, vec3(0.0)));
    vec3 cell = clamp(floor(o + (t + 1e-5) * d), vec3(0.0), size - 1.0);
    vec3 next = (cell + step(vec3(0.0), d) - o) * inv * forward, face = abs(face_normal(eye + t * dir));
    vec4 sum = vec4(0.0);
    float first = -1.0;
    for (int k = 0; k < kMostSteps && sum.a < 0.97; ++k) {
        float fill = texelFetch(u_cells, ivec3(cell), 0).r;
        if (fill > 0.001) {
            if (first < 0.0) first = t;
            bool is_full = fill > 0.999;
            vec3 p = fract(o + t * d), from_edge = min(p, 1.0 - p) + face;
            float width = u_sky_light.w * t / u_levels.w;
            float line = 1.0 - smoothstep(0.03, 0.03 + width, min(from_edge.x, min(from_edge.y, from_edge.z)));
            float light = 0.55 + 0.45 * dot(face, vec3(0.25, 0.5, 1.0)) - 0.3 * line;
            float alpha = is_full ? 1.0 : mix(0.12, 0.5, fill) + 0.15 * line;
            vec3 colour = (is_full ? kFluid : kInterface) * light / u_sun_light.w;
            sum += (1.0 - sum.a) * alpha * vec4(colour, 1.0);
        }
        float least = min(next.x, min(next.y, next.z));
        face = next.x == least ? vec3(1, 0, 0) : next.y == least ? vec3(0, 1, 0) : vec3(0, 0, 1);
        t = least;
        cell += face * forward;
        next += face * inv;
        if (any(lessThan(cell, vec3(0.0))) || any(greaterThanEqual(cell, size))) break;
    }
    if (first < 0.0) discard;
    o_colour = sum;
    gl_FragDepth = depth_of(eye + first * dir);
}

void main() {
    vec3 eye = u_eye_time.xyz, dir = normalize(v_at_ws - eye);
    vec2 box = span_box(eye - box_middle(), dir, box_half());
    if (u_is_slice == 1) draw_slice(eye, dir, box);
    else draw_cells(eye, dir, box);
}
