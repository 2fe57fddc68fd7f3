// Antialiasing after the fact, in the manner of FXAA: edges of luminance are blended along their direction.
in vec2 v_uv;
out vec4 o_colour;
uniform sampler2D u_picture;  // colour, brightness

void main() {
    vec2 px = 1.0 / vec2(textureSize(u_picture, 0));
    vec4 middle = textureLod(u_picture, v_uv, 0.0);
    float nw = textureLod(u_picture, v_uv + px * vec2(-0.5, 0.5), 0.0).a;
    float ne = textureLod(u_picture, v_uv + px * vec2(0.5, 0.5), 0.0).a;
    float sw = textureLod(u_picture, v_uv + px * vec2(-0.5, -0.5), 0.0).a;
    float se = textureLod(u_picture, v_uv + px * vec2(0.5, -0.5), 0.0).a;
    float low = min(middle.a, min(min(nw, ne), min(sw, se)));
    float high = max(middle.a, max(max(nw, ne), max(sw, se)));
    o_colour = vec4(middle.rgb, 1.0);
    if (high - low < max(0.03, 0.1 * high)) return;
    vec2 along = vec2(sw + se - nw - ne, nw + sw - ne - se);
    float least = max((nw + ne + sw + se) * 0.03, 0.008);
    along = clamp(along / (min(abs(along.x), abs(along.y)) + least), -6.0, 6.0) * px;
    vec3 near = 0.5 * (textureLod(u_picture, v_uv - along / 6.0, 0.0).rgb +
                       textureLod(u_picture, v_uv + along / 6.0, 0.0).rgb);
    vec3 wide = 0.5 * near + 0.25 * (textureLod(u_picture, v_uv - 0.5 * along, 0.0).rgb +
                                     textureLod(u_picture, v_uv + 0.5 * along, 0.0).rgb);
    float bright = dot(wide, vec3(0.299, 0.587, 0.114));
    o_colour = vec4(bright < low || bright > high ? near : wide, 1.0);
}
