// The sky behind everything, and the sun in it.
#include "scene.glsl"
#include "shade.glsl"
in vec2 v_uv;
out vec4 o_colour;

void main() {
    vec3 dir = pixel_ray(v_uv);
    vec3 colour;
    if (UNDER == 1) {
        colour = scattered_light(1e3, u_levels.x - u_eye_time.z, max(-dir.z, 0.0), dir);
    } else {
        colour = sky(dir, PLACE == kTank ? 3.0 : 0.0);
        float disc = smoothstep(0.99995, 0.99998, dot(dir, u_to_sun.xyz)) * u_to_sun.w;
        colour += u_sun_light.rgb * disc * smoothstep(0.0, 0.02, dir.z) * 60.0;
    }
    o_colour = vec4(colour, 1.0);
}
