// The rim of the water's rectangle: place at `along`, from 0 to 4 counter-clockwise from the south-west.
vec2 rim_place(float along) {
    int side = min(int(along), 3);
    float share = along - float(side);
    vec2 a = u_rect.xy, b = u_rect.zw;
    return side == 0 ? vec2(mix(a.x, b.x, share), a.y)
         : side == 1 ? vec2(b.x, mix(a.y, b.y, share))
         : side == 2 ? vec2(mix(b.x, a.x, share), b.y)
                     : vec2(a.x, mix(b.y, a.y, share));
}
