// Notes where water is; water.frag and tank.frag give it light. A pixel is shaded once, however fine
// the mesh.
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
