// Notes where water is: 1 for its surface, 2 to 5 for the sides of a tank; water.frag and tank.frag
// give it light. A pixel is shaded once, however fine the mesh.
#include "scene.glsl"
#include "surface.glsl"
in vec3 v_at_ws;
in vec2 v_flat;
flat in int v_kind;
out vec4 o_at;

void main() {
    if (PLACE != kOcean && simulated(v_flat).w < 0.5) discard;  // an obstacle stands there
    o_at = vec4(v_flat, v_at_ws.z, float(v_kind));
}
