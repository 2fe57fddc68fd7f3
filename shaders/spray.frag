// Adds a drop to the map of shadows, as a soft spot.
flat in float v_depth;
out vec4 o_depth;

void main() {
    vec2 p = 2.0 * gl_PointCoord - 1.0;
    o_depth = vec4(2.0 * max(1.0 - dot(p, p), 0.0) * v_depth, 0.0, 0.0, 1.0);
}
