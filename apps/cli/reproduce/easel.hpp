// Pictures of worlds for a page, and how long they take. In a build without the renderer
// easel_absent.cpp stands in; where nothing can be drawn a page goes without pictures and says why.
#pragma once

#include "section.hpp"
#include <tarn/frame.hpp>
#include <tarn/render.hpp>
#include <tarn/world.hpp>

#include <memory>
#include <optional>
#include <string>

namespace tarn::cli::reproduce {

class Easel {
public:
    static Easel open(PictureSize size);
    Easel(Easel&&) noexcept;
    ~Easel();

    bool can_draw() const { return why_not_.empty(); }
    /// Why nothing is drawn; empty: it is.
    const std::string& why_not() const { return why_not_; }
    /// What draws.
    const std::string& device() const { return device_; }

    /// A PNG of the world as it is, in a view of its own or that of its scene; none where nothing
    /// can be drawn.
    Result<std::optional<NamedFile>> still(const World& world, const std::string& name,
                                           std::optional<ViewMode> view = {}) const;
    /// Of one picture as this machine draws it, in ms, after a still, which pays for programs and
    /// meshes; none where nothing can be drawn.
    Result<std::optional<double>> drawing_ms(const World& world) const;
    /// Draws without light that moves through water, as a game would, and waits for the picture.
    Result<void> draw_fast(const World& world, ViewMode view) const;

private:
    struct Impl;
    Easel(std::unique_ptr<Impl> impl, std::string why_not);

    std::unique_ptr<Impl> impl_;
    std::string why_not_, device_;
};

}  // namespace tarn::cli::reproduce
