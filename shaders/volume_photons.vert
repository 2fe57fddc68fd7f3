// Photons of a volume of water where they landed (volume_photons.frag), as corners of triangles.
#include "scene.glsl"
layout(location = 0) in vec2 a_uv;
uniform sampler2D u_landing;  // place in the caustic map
uniform sampler2D u_share;    // of the sun's light
out vec2 v_start;
out vec4 v_flux;

void main() {
    ivec2 photon = ivec2(a_uv * vec2(textureSize(u_landing, 0) - 1) + 0.5);
    vec3 share = texelFetch(u_share, photon, 0).rgb;
    v_start = mix(u_caustic_rect.xy, u_caustic_rect.zw, a_uv);
    v_flux = vec4(share * u_sun_light.rgb, share.g) * max(u_to_sun.z, 0.0);
    gl_Position = vec4(2.0 * texelFetch(u_landing, photon, 0).xy - 1.0, 0.0, 1.0);
}
