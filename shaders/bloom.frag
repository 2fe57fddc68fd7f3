// Bloom: keeps what is far brighter than white, at a quarter of the size. Mip levels of it are the glow.
#include "scene.glsl"
in vec2 v_uv;
out vec4 o_colour;
uniform sampler2D u_picture;

void main() {
    vec3 colour = min(textureLod(u_picture, v_uv, 0.0).rgb * u_sun_light.w, vec3(24.0));
    o_colour = vec4(max(colour - 1.2, 0.0), 1.0);
}
