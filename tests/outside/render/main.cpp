// Draws one small picture of a pond through the installed headers; fails if it has only one colour.
#include <tarn/render.hpp>
#include <tarn/world.hpp>

#include <algorithm>
#include <cstdio>

int main() {
    const auto fail = [](const tarn::Error& error) {
        return std::fprintf(stderr, "%s\n", error.message.c_str()), 1;
    };
    auto world = tarn::World::from_scene("pond", {.backend = tarn::Backend::Cpu});
    if (!world) return fail(world.error());
    const auto frame = world.value().frame();
    if (!frame) return fail(frame.error());
    const auto context = tarn::Offscreen::create();
    if (!context) return fail(context.error());
    auto renderer = tarn::Renderer::create();
    if (!renderer) return fail(renderer.error());
    const auto picture = renderer.value().draw_picture(frame.value(), {64, 36});
    if (!picture) return fail(picture.error());
    const auto [darkest, brightest] = std::ranges::minmax(picture.value().rgb);
    std::printf("a picture with values from %d to %d\n", darkest, brightest);
    return darkest < brightest ? 0 : 1;
}
