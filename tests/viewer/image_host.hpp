// A viewer without a window: pictures go into an image, events come from the test.
#pragma once

#include "viewer/events.hpp"
#include "viewer/pixels.hpp"

#include <epoxy/gl.h>
#include <utility>

namespace tarn::viewer {

class ImageHost : public Host {
public:
    explicit ImageHost(PictureSize size, double scale = 1.0) { resize(size, scale); }
    ~ImageHost() override { release(); }
    ImageHost(const ImageHost&) = delete;
    ImageHost& operator=(const ImageHost&) = delete;

    void resize(PictureSize size, double scale = 1.0) {
        release();
        view_.window = view_.pixels = size;
        view_.scale = scale;
        glGenTextures(1, &texture_);
        glBindTexture(GL_TEXTURE_2D, texture_);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, size.width_px, size.height_px, 0, GL_RGBA,
                     GL_UNSIGNED_BYTE, nullptr);
        glGenFramebuffers(1, &view_.framebuffer);
        glBindFramebuffer(GL_FRAMEBUFFER, view_.framebuffer);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_, 0);
    }
    /// A window whose units are larger than its pixels.
    void set_window_size(PictureSize window) { view_.window = window; }

    View view() const override { return view_; }
    std::vector<Event> poll() override { return std::exchange(events, {}); }
    Pad pad() const override { return sticks; }
    void present() override {}
    void toggle_full_screen() override { ++full_screen_toggles; }
    double time_s() const override { return time_s_ += picture_s; }

    Picture picture() const { return read_pixels(view_.framebuffer, view_.pixels); }

    std::vector<Event> events;
    Pad sticks;
    int full_screen_toggles = 0;
    double picture_s = 1.0 / 60.0;  ///< that a picture takes by the clock of this host

private:
    void release() {
        glDeleteFramebuffers(1, &view_.framebuffer);
        glDeleteTextures(1, &texture_);
    }

    View view_;
    GLuint texture_ = 0;
    mutable double time_s_ = 1.0;
};

}  // namespace tarn::viewer
