#include "render/gl_objects.hpp"

#include "render/shader_text.hpp"

#include <algorithm>

namespace tarn::render {
namespace {

struct PixelFormat {
    GLenum sized, layout, type;
};

constexpr PixelFormat kFormats[] = {
    {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE},
    {GL_R8, GL_RED, GL_UNSIGNED_BYTE},
    {GL_R32F, GL_RED, GL_FLOAT},
    {GL_RG32F, GL_RG, GL_FLOAT},
    {GL_RGBA32F, GL_RGBA, GL_FLOAT},
    {GL_R16F, GL_RED, GL_FLOAT},
    {GL_RG16F, GL_RG, GL_FLOAT},
    {GL_RGBA16F, GL_RGBA, GL_FLOAT},
    {GL_R11F_G11F_B10F, GL_RGB, GL_FLOAT},
    {GL_DEPTH24_STENCIL8, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8},
};

PixelFormat pixel_format(GLenum sized) {
    return *std::find_if(std::begin(kFormats), std::end(kFormats) - 1,
                         [&](const PixelFormat& f) { return f.sized == sized; });
}

GLint wrap_mode(Wrap wrap, bool is_x) {
    if (wrap == Wrap::Repeat || (wrap == Wrap::RepeatX && is_x)) return GL_REPEAT;
    return GL_CLAMP_TO_EDGE;
}

GLuint new_name(void (*make)(GLsizei, GLuint*)) {
    GLuint name = 0;
    make(1, &name);
    return name;
}

GLuint bound_vertex_array() {
    GLint name = 0;
    glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &name);
    return GLuint(name);
}

std::string program_log(GLuint program) {
    char text[600] = {};
    glGetProgramInfoLog(program, sizeof text, nullptr, text);
    return text;
}

Result<GLuint> compile(GLenum kind, const std::string& file,
                       const std::vector<std::string>& defines) {
    const auto text = shader_text(file, defines);
    if (!text) return text.error();
    const GLuint shader = glCreateShader(kind);
    const char* source = text.value().c_str();
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    GLint is_good = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &is_good);
    if (is_good) return shader;
    char log[600] = {};
    glGetShaderInfoLog(shader, sizeof log, nullptr, log);
    glDeleteShader(shader);
    return Error{ErrorCode::Unsupported,
                 "shader " + file + " does not compile on this OpenGL driver: " + log};
}

}  // namespace

void free_texture(GLuint name) {
    glDeleteTextures(1, &name);
}
void free_framebuffer(GLuint name) {
    glDeleteFramebuffers(1, &name);
}
void free_buffer(GLuint name) {
    glDeleteBuffers(1, &name);
}
void free_vertex_array(GLuint name) {
    glDeleteVertexArrays(1, &name);
}
void free_program(GLuint name) {
    glDeleteProgram(name);
}

Texture::Texture(const TextureDesc& desc)
    : name_(new_name([](GLsizei n, GLuint* names) { glGenTextures(n, names); })), desc_(desc) {
    const PixelFormat format = pixel_format(desc.format);
    glBindTexture(GL_TEXTURE_2D, get());
    glTexImage2D(GL_TEXTURE_2D, 0, GLint(desc.format), desc.width, desc.height, 0, format.layout,
                 format.type, nullptr);
    const GLint magnify = desc.filter == Filter::Nearest ? GL_NEAREST : GL_LINEAR;
    const GLint minify = desc.filter == Filter::Mipmaps ? GL_LINEAR_MIPMAP_LINEAR : magnify;
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, magnify);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, minify);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, wrap_mode(desc.wrap, true));
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, wrap_mode(desc.wrap, false));
}

void Texture::upload(const void* data, std::ptrdiff_t row_stride) {
    const PixelFormat format = pixel_format(desc_.format);
    glBindTexture(GL_TEXTURE_2D, get());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, GLint(row_stride));
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, desc_.width, desc_.height, format.layout, format.type,
                    data);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
}

void Texture::make_mipmaps() {
    glBindTexture(GL_TEXTURE_2D, get());
    glGenerateMipmap(GL_TEXTURE_2D);
}

VolumeTexture::VolumeTexture(const VolumeTextureDesc& desc)
    : name_(new_name([](GLsizei n, GLuint* names) { glGenTextures(n, names); })), desc_(desc) {
    const PixelFormat format = pixel_format(desc.format);
    glBindTexture(GL_TEXTURE_3D, get());
    glTexImage3D(GL_TEXTURE_3D, 0, GLint(desc.format), desc.nx, desc.ny, desc.nz, 0, format.layout,
                 format.type, nullptr);
    const GLint filter = desc.format == GL_R8 ? GL_NEAREST : GL_LINEAR;
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MAG_FILTER, filter);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MIN_FILTER, filter);
    for (const int axis : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R})
        glTexParameteri(GL_TEXTURE_3D, GLenum(axis), GL_CLAMP_TO_EDGE);
}

void VolumeTexture::upload(const void* data) {
    const PixelFormat format = pixel_format(desc_.format);
    glBindTexture(GL_TEXTURE_3D, get());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glPixelStorei(GL_UNPACK_IMAGE_HEIGHT, 0);
    glTexSubImage3D(GL_TEXTURE_3D, 0, 0, 0, 0, desc_.nx, desc_.ny, desc_.nz, format.layout,
                    format.type == GL_FLOAT ? GL_HALF_FLOAT : format.type, data);
}

Target::Target(std::span<const Texture* const> colours, const Texture* depth)
    : name_(new_name([](GLsizei n, GLuint* names) { glGenFramebuffers(n, names); })) {
    glBindFramebuffer(GL_FRAMEBUFFER, get());
    std::vector<GLenum> buffers;
    for (std::size_t k = 0; k < colours.size(); ++k) {
        const GLenum slot = GLenum(GL_COLOR_ATTACHMENT0 + k);
        glFramebufferTexture2D(GL_FRAMEBUFFER, slot, GL_TEXTURE_2D, colours[k]->get(), 0);
        buffers.push_back(slot);
    }
    if (depth)
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_TEXTURE_2D,
                               depth->get(), 0);
    if (buffers.empty()) buffers.push_back(GL_NONE);
    glDrawBuffers(GLsizei(buffers.size()), buffers.data());
    const TextureDesc& desc = colours.empty() ? depth->desc() : colours.front()->desc();
    width_ = desc.width;
    height_ = desc.height;
}

void Target::bind() const {
    glBindFramebuffer(GL_FRAMEBUFFER, get());
    glViewport(0, 0, width_, height_);
}

bool Target::is_complete() const {
    glBindFramebuffer(GL_FRAMEBUFFER, get());
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

Result<Program> Program::make(const std::string& name, const std::string& vertex,
                              const std::vector<std::string>& defines) {
    const auto vertex_shader =
        compile(GL_VERTEX_SHADER, (vertex.empty() ? name : vertex) + ".vert", defines);
    if (!vertex_shader) return vertex_shader.error();
    const auto fragment_shader = compile(GL_FRAGMENT_SHADER, name + ".frag", defines);
    if (!fragment_shader) return fragment_shader.error();
    Program program;
    program.name_ = Name<free_program>(glCreateProgram());
    const GLuint id = program.name_.get();
    for (const GLuint shader : {vertex_shader.value(), fragment_shader.value()}) {
        glAttachShader(id, shader);
        glDeleteShader(shader);
    }
    glLinkProgram(id);
    GLint is_good = 0;
    glGetProgramiv(id, GL_LINK_STATUS, &is_good);
    if (!is_good)
        return Error{
            ErrorCode::Unsupported,
            "shaders of " + name + " do not link on this OpenGL driver: " + program_log(id)};
    const GLuint block = glGetUniformBlockIndex(id, "Scene");
    if (block != GL_INVALID_INDEX) glUniformBlockBinding(id, block, 0);
    return program;
}

void Program::use() const {
    glUseProgram(name_.get());
}

void Program::set(const char* uniform, int value) const {
    glUniform1i(glGetUniformLocation(name_.get(), uniform), value);
}

void Program::set(const char* uniform, float value) const {
    glUniform1f(glGetUniformLocation(name_.get(), uniform), value);
}

void Program::set(const char* uniform, float x, float y, float z, float w) const {
    glUniform4f(glGetUniformLocation(name_.get(), uniform), x, y, z, w);
}

void Program::set(const char* uniform, float x, float y) const {
    glUniform2f(glGetUniformLocation(name_.get(), uniform), x, y);
}

void Program::bind(const char* sampler, int unit, const Texture& texture) const {
    glActiveTexture(GLenum(GL_TEXTURE0 + unit));
    glBindTexture(GL_TEXTURE_2D, texture.get());
    set(sampler, unit);
}

void Program::bind(const char* sampler, int unit, const VolumeTexture& texture) const {
    glActiveTexture(GLenum(GL_TEXTURE0 + unit));
    glBindTexture(GL_TEXTURE_3D, texture.get());
    set(sampler, unit);
}

Mesh::Mesh(std::span<const float> vertices, std::span<const int> attributes,
           std::span<const std::uint32_t> indices)
    : array_(new_name([](GLsizei n, GLuint* names) { glGenVertexArrays(n, names); })),
      vertices_(new_name([](GLsizei n, GLuint* names) { glGenBuffers(n, names); })),
      indices_(new_name([](GLsizei n, GLuint* names) { glGenBuffers(n, names); })),
      count_(GLsizei(indices.size())) {
    const GLuint before = bound_vertex_array();
    glBindVertexArray(array_.get());
    glBindBuffer(GL_ARRAY_BUFFER, vertices_.get());
    glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(vertices.size_bytes()), vertices.data(),
                 GL_STATIC_DRAW);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_.get());
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, GLsizeiptr(indices.size_bytes()), indices.data(),
                 GL_STATIC_DRAW);
    int stride = 0;
    for (const int size : attributes) stride += size;
    std::size_t offset = 0;
    for (std::size_t k = 0; k < attributes.size(); ++k) {
        glEnableVertexAttribArray(GLuint(k));
        glVertexAttribPointer(GLuint(k), attributes[k], GL_FLOAT, GL_FALSE,
                              GLsizei(std::size_t(stride) * sizeof(float)),
                              reinterpret_cast<const void*>(offset * sizeof(float)));
        offset += std::size_t(attributes[k]);
    }
    glBindVertexArray(before);
}

void Mesh::draw(GLenum mode) const {
    const GLuint before = bound_vertex_array();
    glBindVertexArray(array_.get());
    glDrawElements(mode, count_, GL_UNSIGNED_INT, nullptr);
    glBindVertexArray(before);
}

Mesh grid_mesh(int cells_x, int cells_y) {
    std::vector<float> vertices;
    std::vector<std::uint32_t> indices;
    for (int j = 0; j <= cells_y; ++j)
        for (int i = 0; i <= cells_x; ++i) {
            vertices.push_back(float(i) / float(cells_x));
            vertices.push_back(float(j) / float(cells_y));
        }
    const auto at = [&](int i, int j) { return std::uint32_t(j * (cells_x + 1) + i); };
    for (int j = 0; j < cells_y; ++j)
        for (int i = 0; i < cells_x; ++i)
            for (const std::uint32_t index : {at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j),
                                              at(i + 1, j + 1), at(i, j + 1)})
                indices.push_back(index);
    const int attributes[] = {2};
    return Mesh(vertices, attributes, indices);
}

ScreenArray::ScreenArray()
    : name_(new_name([](GLsizei n, GLuint* names) { glGenVertexArrays(n, names); })) {}

void ScreenArray::bind() const {
    glBindVertexArray(name_.get());
}

void draw_screen() {
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace tarn::render
