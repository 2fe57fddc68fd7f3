#include "render/pass_bodies.hpp"

#include "base/vector.hpp"
#include "render/frame_check.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tarn::render {
namespace {

constexpr int kPerRow = 256;  // as in bodies.glsl
constexpr std::size_t kTexels = 4;

bool is_same(const MeshView& a, const MeshView& b) {
    const auto same = [](auto one, auto other) {
        return one.data() == other.data() && one.size() == other.size();
    };
    return a.revision == b.revision && same(a.positions_m, b.positions_m) &&
           same(a.normals, b.normals) && same(a.indices, b.indices);
}

/// Of length 1; no turn where it has no length.
std::array<double, 4> unit_turn(const std::array<double, 4>& turn) {
    double sum = 0.0;
    for (const double part : turn) sum += part * part;
    const double size = std::sqrt(sum);
    if (!(size > 0.0)) return {1.0, 0.0, 0.0, 0.0};
    return {turn[0] / size, turn[1] / size, turn[2] / size, turn[3] / size};
}

Vec3 turned(Vec3 v, const std::array<double, 4>& turn) {
    const Vec3 axis = {turn[1], turn[2], turn[3]};
    return v + 2.0 * cross(axis, cross(axis, v) + turn[0] * v);
}

Vec3 half_size_m(const BodyView& body) {
    const bool is_ball = body.shape == BodyView::Shape::Sphere;
    const bool is_round = body.shape != BodyView::Shape::Box;
    return {0.5 * body.size_m.x, 0.5 * (is_round ? body.size_m.x : body.size_m.y),
            0.5 * (is_ball ? body.size_m.x : body.size_m.z)};
}

/// Of the sphere around a body, a hair wider than it.
double reach_m(const BodyView& body, Vec3 half_m) {
    const bool is_ball = body.shape == BodyView::Shape::Sphere;
    return 1.001 * (is_ball ? half_m.x : length(half_m));
}

/// Parts of one body follow each other and share positions and place: the number of the first.
std::size_t whole_of(std::span<const BodyView> bodies, std::size_t k) {
    const auto is_part = [&](std::size_t other) {
        const BodyView &a = bodies[k], &b = bodies[other];
        return b.shape == BodyView::Shape::Mesh &&
               a.mesh.positions_m.data() == b.mesh.positions_m.data() && a.at_m.x == b.at_m.x &&
               a.at_m.y == b.at_m.y && a.at_m.z == b.at_m.z;
    };
    if (bodies[k].shape != BodyView::Shape::Mesh) return k;
    while (k > 0 && is_part(k - 1)) --k;
    return k;
}

}  // namespace

Result<BodiesPass> BodiesPass::make() {
    BodiesPass pass;
    for (std::size_t k = 0; k < pass.shapes_.size(); ++k)
        pass.shapes_[k] = unit_mesh(BodyView::Shape(k));
    return pass;
}

const BodiesPass::KeptMesh* BodiesPass::kept(const MeshView& view) const {
    const auto found = std::ranges::find_if(
        meshes_, [&](const KeptMesh& mesh) { return is_same(mesh.view, view); });
    return found == meshes_.end() ? nullptr : &*found;
}

Result<void> BodiesPass::keep_meshes(std::span<const BodyView> bodies) {
    for (KeptMesh& mesh : meshes_) mesh.is_in_frame = false;
    for (std::size_t k = 0; k < bodies.size(); ++k) {
        if (bodies[k].shape != BodyView::Shape::Mesh) continue;
        const MeshView& view = bodies[k].mesh;
        if (const KeptMesh* const mesh = kept(view)) {
            meshes_[std::size_t(mesh - meshes_.data())].is_in_frame = true;
            continue;
        }
        const auto good = check_mesh(view, "Frame::bodies[" + std::to_string(k) + "].mesh");
        if (!good) return good.error();
        const Bounds bounds = bounds_of(view);
        meshes_.push_back({view, bounds, unit_mesh(view, bounds), proxy_of(view, bounds)});
    }
    std::erase_if(meshes_, [](const KeptMesh& mesh) { return !mesh.is_in_frame; });
    return {};
}

void BodiesPass::order(const Frame& frame) {
    order_.resize(frame.bodies.size());
    std::iota(order_.begin(), order_.end(), std::size_t(0));
    if (order_.size() <= std::size_t(kTracedBodies)) return;
    const auto away_m = [&](std::size_t k) {
        return length(frame.bodies[k].at_m - frame.camera.eye_m);
    };
    std::ranges::nth_element(order_, order_.begin() + kTracedBodies, {}, away_m);
}

void BodiesPass::append(const BodyView& body, std::size_t whole) {
    const std::array<double, 4> turn = unit_turn(body.turn);
    Vec3 at = body.at_m, half = half_size_m(body);
    int shape = int(body.shape);
    if (body.shape == BodyView::Shape::Mesh) {
        const KeptMesh& mesh = *kept(body.mesh);
        at = at + turned(mesh.bounds.middle_m, turn);
        half = mesh.bounds.half_m;
        shape = int(mesh.proxy);
    }
    texels_.push_back({float(at.x), float(at.y), float(at.z), float(reach_m(body, half))});
    texels_.push_back({float(turn[1]), float(turn[2]), float(turn[3]), float(turn[0])});
    texels_.push_back({float(half.x), float(half.y), float(half.z), float(shape)});
    texels_.push_back({body.colour[0], body.colour[1], body.colour[2], float(whole)});
}

Result<void> BodiesPass::upload(const Frame& frame, PassResources& resources) {
    if (const auto done = keep_meshes(frame.bodies); !done) return done.error();
    order(frame);
    resources.block.counts[1] = int(std::min(order_.size(), std::size_t(kTracedBodies)));
    if (order_.empty()) return {};
    const auto rows = int((order_.size() + kPerRow - 1) / kPerRow);
    GLint most = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
    if (rows > most)
        return Error{ErrorCode::Unsupported,
                     "Frame::bodies has " + std::to_string(order_.size()) +
                         " bodies; this OpenGL device draws up to " +
                         std::to_string(std::size_t(kPerRow) * std::size_t(most))};
    texels_.clear();
    for (const std::size_t k : order_) append(frame.bodies[k], whole_of(frame.bodies, k));
    texels_.resize(kTexels * std::size_t(kPerRow) * std::size_t(rows));
    Texture& bodies = resources.maps.bodies;
    if (!bodies.is_made() || bodies.desc().height != rows)
        bodies = Texture({.width = int(kTexels) * kPerRow,
                          .height = rows,
                          .format = GL_RGBA32F,
                          .filter = Filter::Nearest});
    bodies.upload(texels_.data());
    return {};
}

Result<void> BodiesPass::draw_geometry(const Frame& frame, const PassResources& resources) {
    if (frame.bodies.empty()) return {};
    const auto program = program_.use(resources);
    if (!program) return program.error();
    resources.buffers.solids.bind();
    glEnable(GL_DEPTH_TEST);
    for (std::size_t k = 0; k < order_.size(); ++k) {
        const BodyView& body = frame.bodies[order_[k]];
        program.value()->set("u_body", int(k));
        if (body.shape == BodyView::Shape::Mesh)
            kept(body.mesh)->mesh.draw();
        else
            shapes_[std::size_t(body.shape)].draw();
    }
    glDisable(GL_DEPTH_TEST);
    return {};
}

}  // namespace tarn::render
