#include "viewer/gui.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <algorithm>
#include <backends/imgui_impl_opengl3.h>
#include <cmath>
#include <epoxy/gl.h>
#include <filesystem>
#include <imgui.h>

namespace tarn::viewer {
namespace {

constexpr float kLetter_px = 15.0f, kPlainLetter_px = 13.0f;

/// Fonts that are nicer to read than the one that is built in, where they are to be found.
constexpr const char* kFonts[] = {
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/TTF/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
};

void load_font(ImGuiIO& io, float scale) {
    io.Fonts->Clear();
    std::error_code ignored;
    for (const char* const file : kFonts)
        if (std::filesystem::exists(file, ignored) &&
            io.Fonts->AddFontFromFileTTF(file, std::round(kLetter_px * scale)))
            return;
    ImFontConfig config;
    config.SizePixels = std::round(kPlainLetter_px * scale);
    io.Fonts->AddFontDefault(&config);
}

void choose_style(float scale) {
    ImGuiStyle style;
    ImGui::StyleColorsDark(&style);
    style.WindowRounding = 6.0f;
    style.FrameRounding = style.GrabRounding = style.PopupRounding = 3.0f;
    style.WindowPadding = ImVec2(10.0f, 10.0f);
    style.ItemSpacing = ImVec2(8.0f, 5.0f);
    style.GrabMinSize = 12.0f;
    style.Colors[ImGuiCol_WindowBg] = ImVec4(0.07f, 0.09f, 0.11f, 0.88f);
    style.Colors[ImGuiCol_PopupBg] = ImVec4(0.09f, 0.11f, 0.14f, 1.0f);
    style.Colors[ImGuiCol_TextDisabled] = ImVec4(0.66f, 0.70f, 0.74f, 1.0f);
    // The number stands on the grab of its slider, so the grab is faint.
    style.Colors[ImGuiCol_SliderGrab] = ImVec4(0.36f, 0.60f, 0.90f, 0.45f);
    style.Colors[ImGuiCol_SliderGrabActive] = ImVec4(0.36f, 0.60f, 0.90f, 0.75f);
    style.ScaleAllSizes(scale);
    ImGui::GetStyle() = style;
}

struct KeyPair {
    ImGuiKey ours;
    int glfw;
};
constexpr KeyPair kEditKeys[] = {
    {ImGuiKey_Tab, GLFW_KEY_TAB},
    {ImGuiKey_LeftArrow, GLFW_KEY_LEFT},
    {ImGuiKey_RightArrow, GLFW_KEY_RIGHT},
    {ImGuiKey_UpArrow, GLFW_KEY_UP},
    {ImGuiKey_DownArrow, GLFW_KEY_DOWN},
    {ImGuiKey_Home, GLFW_KEY_HOME},
    {ImGuiKey_End, GLFW_KEY_END},
    {ImGuiKey_Delete, GLFW_KEY_DELETE},
    {ImGuiKey_Backspace, GLFW_KEY_BACKSPACE},
    {ImGuiKey_Enter, GLFW_KEY_ENTER},
    {ImGuiKey_KeyPadEnter, GLFW_KEY_KP_ENTER},
    {ImGuiKey_Escape, GLFW_KEY_ESCAPE},
    {ImGuiKey_A, GLFW_KEY_A},
    {ImGuiKey_C, GLFW_KEY_C},
    {ImGuiKey_V, GLFW_KEY_V},
    {ImGuiKey_X, GLFW_KEY_X},
    {ImGuiKey_Z, GLFW_KEY_Z},
};

}  // namespace

Gui::Gui() : context_(ImGui::CreateContext()) {
    ImGui::SetCurrentContext(context_);
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;  // nothing is left behind in the current folder
    io.LogFilename = nullptr;
    for (const KeyPair& pair : kEditKeys) io.KeyMap[pair.ours] = pair.glfw;
    ImGui_ImplOpenGL3_Init("#version 330 core");
}

Gui::~Gui() {
    ImGui::SetCurrentContext(context_);
    ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext(context_);
}

/// Fonts and sizes for this screen. Letters are drawn in pixels and placed in units of the window.
void Gui::fit(const Host::View& view) {
    ImGuiIO& io = ImGui::GetIO();
    // A window that is minimised has no size; letters stay as they were.
    const auto ratio = [this](int pixels, int units) {
        return pixels > 0 && units > 0 ? float(pixels) / float(units) : font_unit_;
    };
    const float x = ratio(view.pixels.width_px, view.window.width_px);
    const float y = ratio(view.pixels.height_px, view.window.height_px);
    io.DisplaySize = ImVec2(float(view.window.width_px), float(view.window.height_px));
    io.DisplayFramebufferScale = ImVec2(x, y);
    if (view.scale == scale_ && x == font_unit_) return;
    scale_ = view.scale;
    font_unit_ = x;
    load_font(io, float(scale_));
    io.FontGlobalScale = 1.0f / x;
    choose_style(float(scale_) / x);
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
}

void Gui::feed(const Event& event) {
    ImGuiIO& io = ImGui::GetIO();
    if (const auto* key = std::get_if<KeyEvent>(&event)) {
        if (key->key >= 0 && key->key < int(std::size(io.KeysDown)))
            io.KeysDown[key->key] = key->is_down;
        // X11 tells modifiers as they were before the key, so the keys themselves are asked.
        io.KeyCtrl = io.KeysDown[GLFW_KEY_LEFT_CONTROL] || io.KeysDown[GLFW_KEY_RIGHT_CONTROL];
        io.KeyShift = io.KeysDown[GLFW_KEY_LEFT_SHIFT] || io.KeysDown[GLFW_KEY_RIGHT_SHIFT];
        io.KeyAlt = io.KeysDown[GLFW_KEY_LEFT_ALT] || io.KeysDown[GLFW_KEY_RIGHT_ALT];
    } else if (const auto* text = std::get_if<TextEvent>(&event)) {
        io.AddInputCharacter(text->code_point);
    } else if (const auto* move = std::get_if<MoveEvent>(&event)) {
        io.MousePos = ImVec2(float(move->at.x), float(move->at.y));
    } else if (const auto* wheel = std::get_if<WheelEvent>(&event)) {
        io.MouseWheel += float(wheel->steps);
    } else if (const auto* button = std::get_if<ButtonEvent>(&event)) {
        io.KeyCtrl = (button->mods & GLFW_MOD_CONTROL) != 0;
        io.KeyShift = (button->mods & GLFW_MOD_SHIFT) != 0;
        io.KeyAlt = (button->mods & GLFW_MOD_ALT) != 0;
        if (button->button >= 0 && button->button < int(std::size(io.MouseDown)))
            io.MouseDown[button->button] = button->is_down;
    }
}

void Gui::begin(const Host::View& view, const std::vector<Event>& events, double dt_s) {
    ImGui::SetCurrentContext(context_);
    fit(view);
    ImGui::GetIO().DeltaTime = float(std::clamp(dt_s, 1e-4, 0.5));
    for (const Event& event : events) feed(event);
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
}

void Gui::end(const Host::View& view) {
    ImGui::Render();
    // The renderer leaves the context as it likes; ImGui sets what it knows of, not these.
    glBindFramebuffer(GL_FRAMEBUFFER, view.framebuffer);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDisable(GL_FRAMEBUFFER_SRGB);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

bool Gui::wants_mouse() const {
    return ImGui::GetIO().WantCaptureMouse;
}
bool Gui::wants_keys() const {
    return ImGui::GetIO().WantTextInput;
}
bool Gui::wants_text() const {
    return ImGui::GetMouseCursor() == ImGuiMouseCursor_TextInput;
}

}  // namespace tarn::viewer
