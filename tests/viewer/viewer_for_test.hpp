// A viewer in tests, without a window: drawn picture by picture, clicked and typed at.
#pragma once

#include "image_host.hpp"
#include "support/world_for_test.hpp"
#include "viewer/viewer.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <numeric>
#include <thread>

namespace tarn::viewer {

class ViewerPanel : public testing::Test {
protected:
    void SetUp() override {
        auto made = Offscreen::create();
        ASSERT_TRUE(made) << made.error().message;
        context_.emplace(std::move(made.value()));
        // Few pixels, since software draws them; the panel has as much room as in a large window.
        host_.emplace(PictureSize{256, 280}, 0.2);
        host_->set_window_size({1280, 1400});
        // The pond's water in a pool, whose floor is not painted texel by texel before the first
        // picture.
        start({"pond",
               {.backend = Backend::Cpu,
                .threads = 1,
                .set = {"water.cells=[50,50]", "look.place=pool"}}});
    }
    void TearDown() override {
        viewer_.reset();
        host_.reset();
    }
    void start(const Recipe& recipe) {
        viewer_.reset();
        auto made = Viewer::create({.recipe = recipe, .folder = folder_.path()});
        ASSERT_TRUE(made) << made.error().message;
        viewer_ = std::move(made.value());
        for (int k = 0; k < 3; ++k) draw();
    }
    bool draw() {
        const auto goes_on = viewer_->frame(*host_);
        EXPECT_TRUE(goes_on) << (goes_on ? "" : goes_on.error().message);
        return goes_on && goes_on.value();
    }
    void send(std::vector<Event> events) {
        host_->events = std::move(events);
        draw();
    }
    void move(Vec2 to) { send({MoveEvent{to}}); }
    void click(Vec2 at, int button = GLFW_MOUSE_BUTTON_LEFT, int mods = 0) {
        move(at);
        draw();
        send({ButtonEvent{button, mods, true}});
        send({ButtonEvent{button, mods, false}});
        draw();
    }
    void click(const std::string& label) {
        const auto box = viewer_->widgets().box(label);
        ASSERT_TRUE(box) << label << " is not in the panel";
        click(box->centre());
    }
    /// Opens a list and takes an entry.
    void choose(const std::string& list, const std::string& entry) {
        click(list);
        draw();
        click(list + "/" + entry);
    }
    void press_key(int key, int mods = 0) {
        send({KeyEvent{key, mods, true}});
        send({KeyEvent{key, mods, false}});
    }
    /// Draws until `fits` holds.
    template <class Fits>
    bool wait_for(Fits fits) {
        for (const auto end = Clock::now() + std::chrono::seconds(30); Clock::now() < end;) {
            draw();
            if (fits()) return true;
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        return false;
    }
    bool is_paused() const { return viewer_->state().vitals.is_paused; }
    double water() const {
        const auto& level = viewer_->state().level;
        return std::accumulate(level.begin(), level.end(), 0.0);
    }

    TempFolder folder_;
    std::optional<Offscreen> context_;
    std::optional<ImageHost> host_;
    std::unique_ptr<Viewer> viewer_;
};

}  // namespace tarn::viewer
