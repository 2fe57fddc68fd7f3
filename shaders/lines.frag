// The mesh of the water as lines.
#include "scene.glsl"
#include "surface.glsl"
in vec3 v_at_ws;
in vec2 v_flat;
out vec4 o_colour;

void main() {
    if (GROUND == kBedGround && !is_wet(simulated(v_flat))) discard;
    o_colour = vec4(vec3(0.9, 0.55, 0.1) / u_sun_light.w, 1.0);
}
