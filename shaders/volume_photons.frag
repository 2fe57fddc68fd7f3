// One photon of the caustic map per pixel: from the sun through all the water of a volume that lies in its
// way, to the floor, a wall, a body or the table around. The photons start evenly over the plane of the
// floor, and without water they would land where they start. volume_photons.vert makes triangles of them.
#include "scene.glsl"
#include "shade.glsl"
#include "volume.glsl"
#include "volume_light.glsl"
layout(location = 0) out vec2 o_landing;  // place in the caustic map, from 0 to 1
layout(location = 1) out vec4 o_share;    // of the sun's light that gets there
uniform int u_photons;                    // squares per side; one more photon
const int kMostSurfaces = 7;

void main() {
    vec2 start = mix(u_caustic_rect.xy, u_caustic_rect.zw, floor(gl_FragCoord.xy) / float(u_photons));
    vec3 dir = -u_to_sun.xyz, floor_at = vec3(start, u_levels.y), share = vec3(1.0);
    vec3 from = floor_at - dir * (1.01 * 2.0 * box_half().z / max(u_to_sun.z, 0.05));
    int medium = kOutside;
    Hit hit = Hit(0.0, from, vec3(0, 0, 1), kSky, -1);
    for (int k = 0; k < kMostSurfaces; ++k) {
        hit = meet(from, dir, medium);
        if (medium == kWater) share *= exp(-extinction() * hit.t) * through_dye(from, dir, hit.t);
        if (is_end(hit.what)) break;
        int behind = medium_behind(hit, medium);
        // Light comes into a pool through its open top.
        if (PLACE == kPool && medium == kOutside && hit.normal.z < 0.5) {
            hit.what = kSky;
            break;
        }
        vec3 normal = facing_normal(hit, dir, medium), side = -normal;
        if ((behind == kWater) != (medium == kWater)) {
            float index = medium == kWater ? 1.0 / u_absorbed.w : u_absorbed.w;
            float mirrored = u_scattered.w > 0.5 ? 1.0 : fresnel(-dot(dir, normal), index);
            if (mirrored < 1.0) {
                share *= 1.0 - mirrored;
                dir = refract(dir, normal, 1.0 / index);
            } else {
                dir = reflect(dir, normal);
                behind = medium;
                side = normal;
            }
        }
        from = off_surface(hit, dir, side);
        medium = behind;
    }
    // Light that goes up again, or on and on, is lost to the map.
    bool has_landed = is_end(hit.what) && hit.what != kSky;
    if (!has_landed) share = vec3(0.0);
    o_share = vec4(share, 1.0);
    o_landing = floor_uv(has_landed ? hit.at : floor_at, sun_way(has_landed && medium == kWater));
}
