// One triangle that covers the whole target.
out vec2 v_uv;

void main() {
    vec2 corner = vec2(float((gl_VertexID << 1) & 2), float(gl_VertexID & 2));
    v_uv = corner;
    gl_Position = vec4(2.0 * corner - 1.0, 1.0, 1.0);
}
