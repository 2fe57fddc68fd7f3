// Foam on the water, and bubbles below its surface.
uniform sampler2D u_foam;       // share of the surface that foam covers; share of light that bubbles scatter
uniform sampler2D u_foam_tile;  // rank, its slope along x and y, tone: see src/scenery/foam.hpp
uniform sampler2D u_velocity;   // of the water in m/s; none: 0

const float kCycle_s = 1.5;     // after which a copy of the pattern begins anew
const float kSoftEdge = 0.10, kSharpEdge = 0.004;  // ranks on each side of its edge over which foam thins out

struct Foam {
    float white;  // share of light that comes from foam
    float thick;  // 0 at the edge of a patch, 1 inside
    float tone;   // of small bubbles, -1 to 1
    vec2 slope;   // of its relief
};

float foam_tile_m() {
    return clamp(50.0 * u_levels.w, 0.25, 12.0);
}

// Cover and aeration by the frame; none outside the simulated water.
vec2 foam_fields(vec2 at) {
    vec2 uv = surface_uv(at);
    if (clamp(uv, 0.0, 1.0) != uv) return vec2(0.0);
    return clamp(textureLod(u_foam, uv, 0.0).rg, 0.0, 1.0) * patch_share(at);
}

// Share of sunlight that passes foam and bubbles.
float foam_passes(vec2 at) {
    vec2 much = foam_fields(at);
    return (1.0 - 0.75 * much.x) * (1.0 - 0.8 * much.y);
}

// The pattern, carried along by the water. Two copies of it move with the water for a cycle each, half a cycle
// apart; a copy begins anew where it has no weight, before the flow has stretched it.
vec4 carried_pattern(vec2 at, vec2 flow_from, float lod) {
    vec2 velocity = textureLod(u_velocity, surface_uv(flow_from), 0.0).rg;
    float turn = fract(u_eye_time.w / kCycle_s), other_turn = fract(turn + 0.5);
    float weight = 1.0 - abs(2.0 * turn - 1.0);
    vec2 one = at - velocity * kCycle_s * (turn - 0.5), other = at - velocity * kCycle_s * (other_turn - 0.5);
    vec4 a = textureLod(u_foam_tile, one / foam_tile_m(), lod) - 0.5;
    vec4 b = textureLod(u_foam_tile, other / foam_tile_m(), lod) - 0.5;
    // The mean of two copies that are not alike has less contrast; where the water rests they are alike.
    float unlike = smoothstep(0.004, 0.03, distance(one, other) / foam_tile_m());
    float contrast = mix(1.0, inversesqrt(weight * weight + (1.0 - weight) * (1.0 - weight)), unlike);
    return 0.5 + contrast * mix(b, a, weight);
}

// Foam that covers a share of the water. `shifted` is where in the pattern this is, `width` that of a pixel in m.
Foam foam_of(float cover, vec2 at, vec2 shifted, float width) {
    float lod = log2(width / (foam_tile_m() / float(textureSize(u_foam_tile, 0).x)));
    lod = max(lod, 0.0);
    vec4 pattern = carried_pattern(shifted, at, lod);
    // Smaller copies of the tile have less contrast; measured.
    pattern.r = clamp(0.5 + (1.0 + 0.03 * lod * lod) * (pattern.r - 0.5), 0.0, 1.0);
    // Foam thins out over some ranks, over fewer where there is little foam or little free water.
    float edge = clamp(min(cover, 1.0 - cover), kSharpEdge, kSoftEdge);
    float least = 1.0 - cover + kSharpEdge * (1.0 - 2.0 * cover);
    float white = cover > 0.0 ? smoothstep(least - edge, least + edge, pattern.r) : 0.0;
    // From far away the pattern is its mean.
    float far = smoothstep(3.0, 5.5, lod);
    float thick = mix(smoothstep(least, least + 0.08 + 0.4 * cover, pattern.r), cover, far);
    return Foam(mix(white, cover, far), thick, (2.0 * pattern.a - 1.0) * (1.0 - far), 2.0 * pattern.gb - 1.0);
}

// Light that foam gives back, of which `sun` of the sun reaches it.
vec3 foam_light(Foam foam, vec3 normal, float sun) {
    vec3 turned = normalize(vec3(normal.xy - 0.35 * foam.slope * normal.z, normal.z));
    vec3 light = u_sky_light.rgb * (0.5 + 0.5 * turned.z) + u_sun_light.rgb * max(dot(turned, u_to_sun.xyz), 0.0) * sun;
    return (0.52 + 0.26 * foam.thick + 0.05 * foam.tone) * light / kPi;
}

// Light that comes back from bubbles in the water, blue-green by the way it goes among them.
vec3 milky_light(float depth, float sunlit) {
    vec3 light = u_sky_light.rgb + u_sun_light.rgb * max(u_to_sun.z, 0.0) * sunlit;
    return 0.7 * light / kPi * exp(-u_absorbed.rgb * clamp(1.5 * depth, 0.3, 3.0));
}
