// Drops smaller than a pixel, and streaks: a soft spot that is moved along the way of the drop. Its opacity,
// summed over the picture, is that of the drop's disc, however small it is and however fast.
in vec2 v_at;
flat in vec4 v_along;
flat in vec4 v_veil;
out vec4 o_colour;

void main() {
    // The spot 2 (1 - r^2), whose integral is that of the unit disc, averaged along the way in closed form.
    float across = 1.0 - v_at.y * v_at.y;
    float reach = sqrt(max(across, 0.0)), half_way = v_along.w;
    float from = max(v_at.x - half_way, -reach), to = min(v_at.x + half_way, reach);
    float share = to > from ? (across * (to - from) - (to * to * to - from * from * from) / 3.0) / half_way : 0.0;
    o_colour = vec4(v_veil.rgb, clamp(share * v_veil.a, 0.0, 1.0));
}
