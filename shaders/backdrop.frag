// The sky behind everything, and the sun in it.
#include "scene.glsl"
#include "sky.glsl"
in vec2 v_uv;
out vec4 o_colour;

void main() {
    vec4 far = u_inverse_view_projection * vec4(2.0 * v_uv - 1.0, 1.0, 1.0);
    vec3 dir = normalize(far.xyz / far.w - u_eye_time.xyz);
    vec3 colour = textureLod(u_sky, sky_uv(dir), 0.0).rgb;
    float toward = dot(dir, u_to_sun.xyz);
    float disc = smoothstep(0.99995, 0.99998, toward) * u_to_sun.w;
    float hidden = smoothstep(0.0, 0.02, dir.z);
    colour += u_sun_light.rgb * disc * hidden * 60.0;
    if (UNDER == 1) colour = u_scattered.rgb / (u_scattered.rgb + u_absorbed.rgb) * u_sky_light.rgb * 0.05;
    o_colour = vec4(colour, 1.0);
}
