// The keys of a body, for the visitors of describe.hpp.
#pragma once

#include "scene/bodies.hpp"
#include "scene/field.hpp"

namespace tarn::scene {

template <class Visitor>
void describe_body_shape(Visitor& v, Body& body) {
    v.word({"shape", "", "Its shape. Cylinders and capsules stand along their own z."}, body.shape,
           {.now = {"sphere", "box", "cylinder", "capsule", "mesh"}});
    v.number({"radius", "m", "Radius of a sphere, a cylinder or a capsule."}, body.radius_m,
             above(0.0, 1e5));
    v.number({"length", "m", "Length of a cylinder or a capsule along its axis, ends included."},
             body.length_m, above(0.0, 1e5));
    v.numbers({"size", "m",
               "Edges of a box along its own x, y, z; of a cylinder or a capsule diameter, "
               "diameter, length."},
              body.size_m, above(0.0, 1e5));
    v.file({"file", "", "Closed surface of a `mesh`: .obj, .stl, .gltf or .glb, in metres."},
           body.file);
}

template <class Visitor>
void describe_body_mass(Visitor& v, Body& body) {
    v.number({"density", "kg/m3", "Mean density; 500 without it and without a mass."},
             body.density_kg_per_m3, from(0.1, 1e5));
    v.number({"mass", "kg", "Mass, in place of the density."}, body.mass_kg, from(1e-9, 1e15));
    v.at_most_one("density", "mass");
    v.numbers(
        {"centre", "m",
         "Where the centre of mass lies, from the centre of the volume, along the axes of the "
         "shape."},
        body.centre_m, from(-1e5, 1e5));
    v.number({"friction", "", "Friction where it touches others."}, body.friction, from(0.0, 10.0));
    v.number({"restitution", "", "Part of the speed that comes back when it hits something."},
             body.restitution, from(0.0, 1.0));
}

template <class Visitor>
void describe(Visitor& v, Body& body) {
    v.name({"name", "", "Name of its columns; b1, b2, ... without one."}, body.name,
           Spelling{"A-Za-z0-9_-", 40});
    describe_body_shape(v, body);
    describe_body_mass(v, body);
    v.numbers(
        {"at", "m", "Centre of the shape at the start: x, y, z; of a mesh the origin of its file.",
         Need::Required},
        body.at_m, from(-1e7, 1e7));
    v.numbers({"rotate", "degrees", "Turned at the start about the world's x, then y, then z."},
              body.rotate_deg, from(-360.0, 360.0));
    v.numbers({"velocity", "m/s", "Velocity at the start: x, y, z."}, body.velocity_m_per_s,
              from(-1e3, 1e3));
    v.numbers({"spin", "rad/s", "Turning at the start about the world's x, y, z."},
              body.spin_rad_per_s, from(-1e3, 1e3));
    v.flag({"fixed", "", "Stays where it is, or goes on with its velocity, whatever pushes it."},
           body.is_fixed);
    v.numbers({"colour", "", "Share of red, green and blue light that it gives back."}, body.colour,
              from(0.0, 1.0));
    v.word({"forces", "",
            "How the water acts on it: lid solves the water under the hull with it, triangles and "
            "spheres add up forces on its surface; auto takes what fits its size in cells."},
           body.forces, {.now = {"auto", "lid", "triangles", "spheres"}});
}

}  // namespace tarn::scene
