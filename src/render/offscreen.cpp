// A context without a window, through EGL: a GPU if there is one, else Mesa in software.
#include "base/system.hpp"
#include <tarn/render.hpp>

#include <cstring>
#include <epoxy/egl.h>
#include <vector>

namespace tarn {

struct Offscreen::Impl {
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLContext context = EGL_NO_CONTEXT;

    Impl() = default;
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    ~Impl() {
        if (context == EGL_NO_CONTEXT) return;
        if (eglGetCurrentContext() == context)
            eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglDestroyContext(display, context);
    }
};

namespace {

bool has(const char* extensions, const char* name) {
    return extensions && std::strstr(extensions, name) != nullptr;
}

/// Displays to try, those of GPUs first.
std::vector<EGLDisplay> displays() {
    const char* const client = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    std::vector<EGLDisplay> found, software;
    if (has(client, "EGL_EXT_device_enumeration") && has(client, "EGL_EXT_platform_device")) {
        EGLDeviceEXT devices[16] = {};
        EGLint count = 0;
        eglQueryDevicesEXT(16, devices, &count);
        for (EGLint k = 0; k < count; ++k) {
            const char* const device = eglQueryDeviceStringEXT(devices[k], EGL_EXTENSIONS);
            const EGLDisplay display =
                eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, devices[k], nullptr);
            (has(device, "EGL_MESA_device_software") ? software : found).push_back(display);
        }
    }
    if (has(client, "EGL_MESA_platform_surfaceless"))
        found.push_back(
            eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
    found.insert(found.end(), software.begin(), software.end());
    return found;
}

/// A 3.3 core context on `display`, made current; EGL_NO_CONTEXT where that is not to be had.
EGLContext make_context(EGLDisplay display) {
    EGLint major = 0, minor = 0;
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, &major, &minor)) return EGL_NO_CONTEXT;
    if (!has(eglQueryString(display, EGL_EXTENSIONS), "EGL_KHR_surfaceless_context"))
        return EGL_NO_CONTEXT;
    if (!eglBindAPI(EGL_OPENGL_API)) return EGL_NO_CONTEXT;
    const EGLint config_wanted[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE,
                                    EGL_DONT_CARE, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    eglChooseConfig(display, config_wanted, &config, 1, &count);
    const EGLint wanted[] = {EGL_CONTEXT_MAJOR_VERSION,
                             3,
                             EGL_CONTEXT_MINOR_VERSION,
                             3,
                             EGL_CONTEXT_OPENGL_PROFILE_MASK,
                             EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                             EGL_NONE};
    const EGLContext context =
        eglCreateContext(display, count > 0 ? config : EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, wanted);
    if (context == EGL_NO_CONTEXT) return EGL_NO_CONTEXT;
    if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) return context;
    eglDestroyContext(display, context);
    return EGL_NO_CONTEXT;
}

}  // namespace

Result<Offscreen> Offscreen::create() {
    // libepoxy ends the program when it cannot open the library, so it is asked for here first.
    if (!has_library("libEGL.so.1"))
        return Error{ErrorCode::Unsupported,
                     "no pictures without a window: libEGL.so.1 is not on this machine; install "
                     "libegl1 and libgl1-mesa-dri"};
    auto impl = std::make_unique<Impl>();
    for (const EGLDisplay display : displays()) {
        impl->context = make_context(display);
        impl->display = display;
        if (impl->context != EGL_NO_CONTEXT) return Offscreen(std::move(impl));
    }
    return Error{ErrorCode::Unsupported,
                 "no OpenGL 3.3 through EGL on this machine; install libgl1-mesa-dri for software "
                 "rendering, or the driver of the GPU"};
}

Offscreen::Offscreen(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Offscreen::Offscreen(Offscreen&&) noexcept = default;
Offscreen& Offscreen::operator=(Offscreen&&) noexcept = default;
Offscreen::~Offscreen() = default;

void Offscreen::make_current() {
    eglMakeCurrent(impl_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, impl_->context);
}

}  // namespace tarn
