// Geometry pass of deferred shading: where on the water a pixel lies. water.frag and tank.frag shade it, once
// per pixel however fine the mesh is.
#include "scene.glsl"
#include "surface.glsl"
in vec2 v_flat;
out vec2 o_at;

void main() {
    // An obstacle stands there, or the bed is dry.
    vec4 water = simulated(v_flat);
    if ((PLACE != kOcean || GROUND == kBedGround) && (!is_wet(water) || is_film(water, v_flat))) discard;
    o_at = v_flat;
}
