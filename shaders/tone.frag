// Tone mapping: exposure, bloom, a filmic curve [narkowicz2015], sRGB encoding.
#include "scene.glsl"
in vec2 v_uv;
out vec4 o_colour;
uniform sampler2D u_picture;
uniform sampler2D u_bloom;

vec3 film(vec3 x) {
    return clamp(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0);
}

vec3 srgb(vec3 c) {
    return mix(12.92 * c, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}

void main() {
    vec3 colour = texture(u_picture, v_uv).rgb * u_sun_light.w;
    vec3 glow = textureLod(u_bloom, v_uv, 1.0).rgb + textureLod(u_bloom, v_uv, 2.5).rgb +
                textureLod(u_bloom, v_uv, 4.0).rgb;
    colour += 0.035 * glow;
    if (any(isnan(colour)) || any(isinf(colour))) colour = vec3(0.0);
    vec3 result = srgb(film(0.8 * colour));
    o_colour = vec4(result, dot(result, vec3(0.299, 0.587, 0.114)));
}
