// One photon of the caustic map per vertex: from the sun to the surface, refracted there, to where it lands.
// The photon map lies in the plane of the bed. A landing place is projected into it along the mean direction
// of the light, so bed, walls and bodies share one map without a seam, and each keeps its own landing places.
#include "scene.glsl"
#include "optics.glsl"
#include "noise.glsl"
#include "surface.glsl"
#include "bodies.glsl"
#include "trace.glsl"
#include "light.glsl"
#include "foam.glsl"
layout(location = 0) in vec2 a_uv;
uniform float u_wave_lod;
uniform vec4 u_photons;  // where they start: x0 y0 x1 y1
out vec2 v_start;
out vec4 v_flux;

void main() {
    vec2 start = mix(u_photons.xy, u_photons.zw, a_uv);
    vec4 water = simulated(start);
    vec2 slope = water.yz + small_waves(start, u_wave_lod).yz;
    vec3 normal = normalize(vec3(-slope, 1.0));
    vec3 from = vec3(start, u_levels.x + water.x);
    float cosine = max(dot(normal, u_to_sun.xyz), 0.0);
    vec3 dir = refract(-u_to_sun.xyz, normal, 1.0 / u_absorbed.w);
    Hit hit = trace(from, dir);
    float enters = 1.0 - fresnel(cosine, u_absorbed.w);
    float sun = surface_sun(from);
    if (GROUND == kBedGround && !is_wet(water)) {
        // On land: of no use by itself, but a triangle may reach from here into the water.
        hit.at = vec3(start, u_levels.x + (water.w > 0.5 * kNoWater ? water.x : 0.0));
        hit.t = 0.0;
    }
    // Light that falls on a level square metre of this piece of surface.
    float falls = max(dot(vec3(-slope, 1.0), u_to_sun.xyz), 0.0) * enters * sun;
    if (FOAM == 1) falls *= foam_passes(start);
    v_start = start;
    v_flux = vec4(falls * u_sun_light.rgb * exp(-(u_absorbed.rgb + u_scattered.rgb) * hit.t), falls);
    gl_Position = vec4(2.0 * caustic_uv(hit.at) - 1.0, 0.0, 1.0);
}
