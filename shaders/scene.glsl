// What every pass knows about the frame. The same layout is in src/render/scene_block.hpp.
// Programs are compiled for a PLACE and its GROUND, with or without BODIES, for an eye above or UNDER
// water, for water that is a height field or a VOLUME, and with or without a field of FOAM, so that a
// software renderer has little code to translate.
#ifndef PLACE
#define PLACE 0
#endif
#ifndef GROUND
#define GROUND 0
#endif
#ifndef BODIES
#define BODIES 0
#endif
#ifndef UNDER
#define UNDER 0
#endif
#ifndef VOLUME
#define VOLUME 0
#endif
#ifndef FOAM
#define FOAM 0
#endif
const float kPi = 3.14159265;

const int kPool = 0;
const int kPond = 1;
const int kOcean = 2;
const int kTank = 3;
const int kShore = 4;

// What is under the water: a level floor, the made-up ground of a pond, or the bed of the solver.
const int kLevelGround = 0;
const int kPondGround = 1;
const int kBedGround = 2;
const float kNoWater = -1e6;  // depth in cells of a bed that are far from water

layout(std140) uniform Scene {
    mat4 u_view_projection;
    mat4 u_inverse_view_projection;
    vec4 u_eye_time;       // eye, time in s
    vec4 u_to_sun;         // towards the sun; w: 1 while it is up
    vec4 u_sun_light;      // irradiance of a surface that faces the sun; w: exposure
    vec4 u_sky_light;      // irradiance of level ground from the sky; w: angle of a pixel in rad
    vec4 u_rect;           // of the water: x0 y0 x1 y1
    vec4 u_levels;         // still level, bed, top of the walls, cell size in m
    vec4 u_ground_rect;    // of the height map: x0 y0 x1 y1
    vec4 u_ground_range;   // lowest, highest, height beyond the map, size of a texel in m
    vec4 u_ground_map;     // share of a bed's map before and after the water along x, along y; size of a
                           // texel of its paint in m; water that is thinner carries no mirror, in m
    vec4 u_absorbed;       // per m; w: index of refraction
    vec4 u_scattered;      // per m; w: 1 for a metal, -1 for what foams
    vec4 u_mirrored;       // of a metal; w: spacing of the rings of open water per m
    vec4 u_detail;         // size of the tile in m, its slope variance, strength, scale of the second layer
    vec4 u_caustic_rect;   // of the caustic map, in the plane of the bed: x0 y0 x1 y1
    vec4 u_light_below;    // direction of the sun's light under flat water; w: share that enters
    ivec4 u_counts;        // steps along a ray, bodies that rays meet, rays that leave the surface, steps in shafts
    ivec4 u_has;           // caustics, reflections of solids, glitter, smooth slopes
    vec4 u_ring;           // of the mesh of open water: first angle, span, nearest, farthest
};

bool is_boxed() {
    return PLACE == kPool || PLACE == kTank;
}

bool is_over_water(vec2 at) {
    // A little wider, so that points on the walls themselves count.
    vec2 middle = 0.5 * (u_rect.xy + u_rect.zw), reach = 0.5001 * (u_rect.zw - u_rect.xy);
    return all(lessThanEqual(abs(at - middle), reach));
}

// Irradiance of level ground from sun and sky.
vec3 level_light() {
    return u_sky_light.rgb + u_sun_light.rgb * max(u_to_sun.z, 0.0);
}

// Direction of the ray of a pixel, `uv` from 0 to 1 across the picture.
vec3 pixel_ray(vec2 uv) {
    vec4 far = u_inverse_view_projection * vec4(2.0 * uv - 1.0, 1.0, 1.0);
    return normalize(far.xyz / far.w - u_eye_time.xyz);
}
