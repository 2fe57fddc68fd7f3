// The shaders are written for two languages: OpenGL 3.3 draws with them all over these tests; here
// OpenGL ES 3.0 compiles and links them, which is what a browser does.
#include "render/shader_text.hpp"
#include "support/drawing.hpp"

#include <epoxy/egl.h>

namespace tarn::render {
namespace {

/// An OpenGL ES 3.0 context without a window; the test fails where there is none.
class EsContext {
public:
    EsContext() {
        got(Offscreen::create());  // says what is missing where EGL itself is
        display_ =
            eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
        if (!eglInitialize(display_, nullptr, nullptr) || !eglBindAPI(EGL_OPENGL_ES_API))
            throw std::runtime_error(
                "no OpenGL ES through EGL; install libegl1 and libgl1-mesa-dri");
        const EGLint wanted[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE};
        context_ = eglCreateContext(display_, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, wanted);
        if (!eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_))
            throw std::runtime_error("no OpenGL ES 3.0 context; install libgl1-mesa-dri");
    }
    ~EsContext() {
        eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglDestroyContext(display_, context_);
        eglBindAPI(EGL_OPENGL_API);
    }
    EsContext(const EsContext&) = delete;
    EsContext& operator=(const EsContext&) = delete;

private:
    EGLDisplay display_ = EGL_NO_DISPLAY;
    EGLContext context_ = EGL_NO_CONTEXT;
};

bool ends_with(const std::string& name, const std::string& end) {
    return name.size() > end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
}

std::string log_of_compiling(const std::string& file, const std::vector<std::string>& defines) {
    const std::string text = got(shader_text(file, defines, ShaderLanguage::GlslEs300));
    const GLuint shader =
        glCreateShader(ends_with(file, ".vert") ? GL_VERTEX_SHADER : GL_FRAGMENT_SHADER);
    const char* const source = text.c_str();
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    GLint is_good = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &is_good);
    char log[1000] = {};
    glGetShaderInfoLog(shader, sizeof log, nullptr, log);
    glDeleteShader(shader);
    return is_good ? "" : std::string("does not compile: ") + log;
}

/// Places and the ground they may have, as numbers of Place and GroundKind.
constexpr int kPlaces[][2] = {{0, 0}, {0, 2}, {1, 1}, {1, 2}, {2, 0},
                              {2, 2}, {3, 0}, {3, 2}, {4, 2}};

TEST(Shaders, CompileAsOpenGlEs300ForEveryPlaceAndGround) {
    const EsContext context;
    int compiled = 0;
    for (const std::string& file : shader_files()) {
        if (ends_with(file, ".glsl")) continue;
        const std::string text = got(shader_text(file, {}, ShaderLanguage::GlslEs300));
        EXPECT_EQ(text.rfind("#version 300 es\n", 0), 0u);
        const bool has_place = text.find("PLACE") != std::string::npos;
        // A volume stands in a pool or a tank, with an eye that is not told to be under water.
        for (int k = 0; has_place && k < 4; ++k, ++compiled)
            EXPECT_EQ(log_of_compiling(file, {"BODIES " + std::to_string(k & 1), "VOLUME 1",
                                              k < 2 ? "PLACE 0" : "PLACE 3"}),
                      "")
                << file << ", volume " << k;
        if (file.rfind("volume", 0) == 0) continue;
        const bool has_foam = text.find("u_foam_tile") != std::string::npos;
        const int variants = has_place ? 4 * int(std::size(kPlaces)) : 1;
        for (int k = 0; k < (has_foam ? 2 : 1) * variants; ++k, ++compiled) {
            const auto [place, ground] = kPlaces[k % variants / 4];
            EXPECT_EQ(log_of_compiling(file, {"BODIES " + std::to_string(k & 1),
                                              "UNDER " + std::to_string((k >> 1) & 1),
                                              "FOAM " + std::to_string(k / variants),
                                              "PLACE " + std::to_string(place),
                                              "GROUND " + std::to_string(ground)}),
                      "")
                << file << ", variant " << k;
        }
    }
    std::printf("%d shaders compiled\n", compiled);
    EXPECT_GT(compiled, 20);
}

TEST(Shaders, AreNamedWhenTheyAreMissing) {
    const auto text = shader_text("no_such.frag", {});
    ASSERT_FALSE(text);
    EXPECT_EQ(text.error().code, ErrorCode::NotFound);
    EXPECT_NE(text.error().message.find("no_such.frag"), std::string::npos);
}

}  // namespace
}  // namespace tarn::render
