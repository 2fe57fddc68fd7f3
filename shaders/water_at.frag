// Notes where water is; water.frag and tank.frag give it light. A pixel is shaded once, however fine
// the mesh.
#include "scene.glsl"
#include "surface.glsl"
in vec2 v_flat;
out vec2 o_at;

void main() {
    if (PLACE != kOcean && simulated(v_flat).w < 0.5) discard;  // an obstacle stands there
    o_at = v_flat;
}
