// The picture: draws a Frame with OpenGL 3.3, into a window, an image, or a framebuffer of the
// host. Sees frames, never a solver. No OpenGL header is needed to include this one.
#pragma once

#include <tarn/frame.hpp>
#include <tarn/result.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tarn {

struct PictureSize {
    int width_px = 1280;
    int height_px = 720;
};

/// 8-bit RGB, rows from top to bottom without gaps.
struct Picture {
    PictureSize size = {};
    std::vector<std::uint8_t> rgb;
};

/// An OpenGL context without a window (EGL; Mesa in software or a GPU). Belongs to the thread that
/// made it; one at a time per thread is current.
class TARN_API Offscreen {
public:
    static Result<Offscreen> create();

    Offscreen(Offscreen&&) noexcept;
    Offscreen& operator=(Offscreen&&) noexcept;
    ~Offscreen();

    void make_current();

private:
    struct Impl;
    explicit Offscreen(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// What a picture may cost. The fields trade beauty for time; low() is for software rendering.
struct Quality {
    int photons = 224;              ///< per side of the grid that makes caustics; 0: no caustics
    int water_mesh = 384;           ///< cells per side of the drawn surface, at most
    int ground_mesh = 144;          ///< the same of the ground
    int march_steps = 12;           ///< along a ray through the ground
    int detail_cells = 128;         ///< per side of the tile of small waves; a power of two
    double supersample = 1.0;       ///< pixels per pixel along each axis, up to 3
    bool has_reflections = true;    ///< of ground and bodies; the sky is always reflected
    bool has_refraction = true;     ///< what lies under the water is seen through it
    bool has_glitter = true;        ///< of the sun
    bool has_smooth_slopes = true;  ///< between cells, by cubic splines
    bool has_shafts = true;         ///< light seen in the water itself

    TARN_API static Quality low();
    TARN_API static Quality high();
    /// For the renderer of this context: low() in software, else the default.
    TARN_API static Quality of(bool is_software);
};

/// Time that the passes of a picture took, on the device that draws. Waits for it.
struct PassTime {
    std::string name;
    double ms = 0.0;
};

struct RendererInfo {
    std::string device;   ///< as OpenGL names it
    std::string version;  ///< of OpenGL
    bool is_software = false;
    bool reads_device_fields = false;  ///< CUDA and OpenGL share this GPU
};

/// Draws frames whose water is a height field or a volume; water that is a mesh is answered with
/// ErrorCode::Unsupported. All bodies and drops are drawn. In mirrors, through the water and in
/// shadows the 64 bodies nearest to the eye show, a mesh there as the box around it or the
/// ellipsoid in that box; drops show in shadows alone, bubbles in neither.
///
/// Works in the OpenGL context that was current when it was made (3.3 core or later), which has to
/// be current in every call and when it is destroyed. Leaves the state of the context
/// changed but for the bound framebuffer. After an error the next draw starts afresh.
///
///     auto context = tarn::Offscreen::create();
///     auto renderer = tarn::Renderer::create();
///     auto picture = renderer.value().draw_picture(world.frame().value(), {1280, 720});
class TARN_API Renderer {
public:
    static Result<Renderer> create();

    Renderer(Renderer&&) noexcept;
    Renderer& operator=(Renderer&&) noexcept;
    ~Renderer();

    /// Into a framebuffer of the host, 0 for the window's; `size` is in pixels of the device.
    Result<void> draw(const Frame& frame, unsigned framebuffer, PictureSize size);
    Result<Picture> draw_picture(const Frame& frame, PictureSize size);

    Quality quality() const;
    void set_quality(const Quality& quality);
    /// Lowers and raises the quality so that a picture takes about `ms`; 0 leaves it alone.
    void set_target_ms(double ms);

    /// Draws once more, waiting after each pass.
    Result<std::vector<PassTime>> measure(const Frame& frame, PictureSize size);
    /// Draws frames one after the other, waiting at the end only: the mean time of one, in ms.
    Result<double> measure_total_ms(std::span<const Frame> frames, PictureSize size);
    RendererInfo info() const;

private:
    struct Impl;
    explicit Renderer(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace tarn
