// The photon map is filled by triangles: three photons spread their flux over the area they land on. The
// Jacobian determinant of the start places says how much of the surface a texel of the map stands for. It is
// exact for each triangle, so the map conserves energy.
#include "scene.glsl"
#include "surface.glsl"
in vec2 v_start;
in vec4 v_flux;
out vec4 o_light;
uniform float u_texel_m2;

void main() {
    // Light on land would be taken for light in the water behind it. A little is kept at the shore, so
    // that its last texel is as bright as the others.
    if (GROUND == kBedGround && simulated(v_start).w < 0.5 * kNoWater) discard;
    vec2 dx = dFdx(v_start), dy = dFdy(v_start);
    o_light = v_flux * (abs(dx.x * dy.y - dx.y * dy.x) / u_texel_m2);
}
