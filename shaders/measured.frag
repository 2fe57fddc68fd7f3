// The surface as a measurement: level, speed or vorticity through a table of colours.
#include "scene.glsl"
#include "surface.glsl"
out vec4 o_colour;
uniform sampler2D u_water_at;
uniform sampler2D u_velocity;  // u, v in m/s
uniform sampler2D u_colours;   // sequential below, diverging above
uniform int u_view;            // as ViewMode
uniform vec2 u_view_range;     // values of the two ends of the table

vec2 velocity(vec2 at) {
    return textureLod(u_velocity, surface_uv(at), 0.0).xy;
}

vec3 view_colour(vec2 at) {
    float value = simulated(at).x;
    float row = 0.75;
    if (u_view == 2) {
        value = length(velocity(at));
        row = 0.25;
    } else if (u_view == 3) {
        float d = u_levels.w;
        value = (velocity(at + vec2(d, 0)).y - velocity(at - vec2(d, 0)).y -
                 velocity(at + vec2(0, d)).x + velocity(at - vec2(0, d)).x) / (2.0 * d);
    }
    float share = (value - u_view_range.x) / (u_view_range.y - u_view_range.x);
    vec3 colour = texture(u_colours, vec2(clamp(share, 0.002, 0.998), row)).rgb;
    vec2 slope = simulated(at).yz;
    float shade = 0.72 + 0.28 * dot(normalize(vec3(-4.0 * slope, 1.0)), normalize(vec3(-0.4, -0.3, 0.85)));
    return colour * shade / u_sun_light.w;
}

void main() {
    vec2 noted = texelFetch(u_water_at, ivec2(gl_FragCoord.xy), 0).xy;
    o_colour = vec4(view_colour(noted), 1.0);
}
