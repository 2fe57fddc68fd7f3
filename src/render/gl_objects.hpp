// OpenGL objects that clean up after themselves: textures, framebuffers, programs, meshes. All
// belong to the context that was current when they were made.
#pragma once

#include "render/gl.hpp"
#include <tarn/result.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tarn::render {

/// Owns one name of OpenGL; `Free` gives it back.
template <auto Free>
class Name {
public:
    Name() = default;
    explicit Name(GLuint name) : name_(name) {}
    Name(Name&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
    Name& operator=(Name&& other) noexcept {
        std::swap(name_, other.name_);
        return *this;
    }
    ~Name() {
        if (name_ != 0) Free(name_);
    }
    GLuint get() const { return name_; }

private:
    GLuint name_ = 0;
};

void free_texture(GLuint name);
void free_framebuffer(GLuint name);
void free_buffer(GLuint name);
void free_vertex_array(GLuint name);
void free_program(GLuint name);

using BufferName = Name<free_buffer>;

enum class Filter { Nearest, Linear, Mipmaps };
enum class Wrap { Clamp, Repeat, RepeatX };

struct TextureDesc {
    int width = 1, height = 1;
    GLenum format = GL_RGBA16F;  ///< sized
    Filter filter = Filter::Linear;
    Wrap wrap = Wrap::Clamp;
};

class Texture {
public:
    Texture() = default;
    explicit Texture(const TextureDesc& desc);

    GLuint get() const { return name_.get(); }
    const TextureDesc& desc() const { return desc_; }
    bool is_made() const { return name_.get() != 0; }
    /// Rows from the south (or the lower edge), without gaps unless `row_stride` says so.
    void upload(const void* data, std::ptrdiff_t row_stride = 0);
    void make_mipmaps();

private:
    Name<free_texture> name_;
    TextureDesc desc_;
};

/// Of three dimensions: x fastest, then y, then z. Coordinates outside are clamped to it.
struct VolumeTextureDesc {
    int nx = 1, ny = 1, nz = 1;
    GLenum format = GL_R16F;  ///< sized
    bool operator==(const VolumeTextureDesc&) const = default;
};

class VolumeTexture {
public:
    VolumeTexture() = default;
    explicit VolumeTexture(const VolumeTextureDesc& desc);

    GLuint get() const { return name_.get(); }
    const VolumeTextureDesc& desc() const { return desc_; }
    bool is_made() const { return name_.get() != 0; }
    /// Halves for a format of halves, bytes for one of bytes; without gaps.
    void upload(const void* data);

private:
    Name<free_texture> name_;
    VolumeTextureDesc desc_;
};

/// Textures to draw into, with or without depth and stencil. They have to outlive the target.
class Target {
public:
    Target() = default;
    Target(std::span<const Texture* const> colours, const Texture* depth);

    GLuint get() const { return name_.get(); }
    /// Binds it and sets the viewport to all of it.
    void bind() const;
    bool is_complete() const;

private:
    Name<free_framebuffer> name_;
    int width_ = 0, height_ = 0;
};

class Program {
public:
    Program() = default;
    /// From shaders/NAME.vert and shaders/NAME.frag (or `vertex` in place of NAME.vert), with one
    /// `#define` line per entry of `defines`.
    static Result<Program> make(const std::string& name, const std::string& vertex = {},
                                const std::vector<std::string>& defines = {});

    void use() const;
    void set(const char* uniform, int value) const;
    void set(const char* uniform, float value) const;
    void set(const char* uniform, float x, float y) const;
    void set(const char* uniform, float x, float y, float z, float w) const;
    /// Binds a texture to a unit and names it for a sampler.
    void bind(const char* sampler, int unit, const Texture& texture) const;
    void bind(const char* sampler, int unit, const VolumeTexture& texture) const;

private:
    Name<free_program> name_;
};

/// Attribute k has `attributes[k]` floats.
class Mesh {
public:
    Mesh() = default;
    Mesh(std::span<const float> vertices, std::span<const int> attributes,
         std::span<const std::uint32_t> indices);

    void draw(GLenum mode = GL_TRIANGLES) const;
    std::size_t index_count() const { return std::size_t(count_); }

private:
    Name<free_vertex_array> array_;
    BufferName vertices_, indices_;
    GLsizei count_ = 0;
};

/// A grid of `cells_x` by `cells_y` squares with one attribute: x and y from 0 to 1.
Mesh grid_mesh(int cells_x, int cells_y);

/// A vertex array without attributes: core OpenGL draws nothing without one.
class ScreenArray {
public:
    ScreenArray();
    void bind() const;

private:
    Name<free_vertex_array> name_;
};

/// Draws one triangle that covers the target. Needs a program with screen.vert and a bound array.
void draw_screen();

}  // namespace tarn::render
