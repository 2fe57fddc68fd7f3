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
    v.file(
        {"file", "",
         "Closed surface of a `mesh`: .obj, .stl, .gltf or .glb, in metres, or one that comes "
         "with Tarn, such as tarn:duck.obj. Of an .obj file with a group `hull` that group alone "
         "meets water and bodies; the others are drawn."},
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
void describe(Visitor& v, Body::Paint& paint) {
    v.name({"part", "", "Name of a part of the mesh, a group of an .obj file.", Need::Required},
           paint.part, Spelling{"A-Za-z0-9_-", 40});
    v.numbers({"colour", "", "Share of red, green and blue light that it gives back."},
              paint.colour, from(0.0, 1.0));
}

inline constexpr Range kThrottles = from(-1.0, 1.0);
inline constexpr Range kAngles_deg = from(-180.0, 180.0);
inline constexpr Range kPlaces_m = from(-1e5, 1e5);
inline constexpr Range kDirections = from(-1e3, 1e3);

template <class Visitor>
void describe(Visitor& v, Thruster& thruster) {
    v.numbers({"at", "m", "Where it pushes, in the axes of the shape."}, thruster.at_m, kPlaces_m);
    v.numbers({"axis", "", "Where it pushes the body to, in the axes of the shape."}, thruster.axis,
              kDirections);
    v.number({"thrust", "N", "Thrust at rest, at full throttle."}, thruster.thrust_n,
             from(0.0, 1e9));
    v.number({"power", "W",
              "The most that it gives the body, at half the top speed; in place of a thrust."},
             thruster.power_w, from(0.0, 1e10));
    v.at_most_one("thrust", "power");
    v.number(
        {"top_speed", "m/s", "Speed through the water at which nothing is left of the thrust."},
        thruster.top_speed_m_per_s, above(0.0, 1e3));
}

template <class Visitor>
void describe(Visitor& v, Foil& foil) {
    v.numbers({"at", "m", "Middle of its area, in the axes of the shape."}, foil.at_m, kPlaces_m);
    v.numbers({"axis", "", "That it turns about, in the axes of the shape."}, foil.axis,
              kDirections);
    v.numbers({"chord", "", "Along the plate at an angle of 0, in the axes of the shape."},
              foil.chord, kDirections);
    v.number({"area", "m2", "Of one side."}, foil.area_m2, above(0.0, 1e6));
}

template <class Visitor>
void describe_drives(Visitor& v, Body& body) {
    v.number({"drag", "",
              "Drag coefficient of its wet surface; without it 1 for triangles and spheres, and 0 "
              "for a lid, which has the drag of waves and of its form."},
             body.flow.drag, from(0.0, 100.0));
    v.number({"lift", "", "Lift coefficient of its wet surface; 0.2 where there is drag."},
             body.flow.lift, from(0.0, 100.0));
    v.number({"angle_share", "",
              "How much the angle to the flow counts: 1 is the projected area, 0 the whole; 0.7."},
             body.flow.angle_share, from(0.0, 1.0));
    v.list({"thrusters", "", "Propellers and jets."}, body.thrusters);
    v.list({"rudders", "", "Plates in the water that the rudder angle turns."}, body.rudders);
    v.list({"sails", "", "Plates in the wind that the sheet angle turns."}, body.sails);
    v.number({"throttle", "", "Of its thrusters at the start, -1 to 1."}, body.helm.throttle,
             kThrottles);
    v.number({"rudder", "degrees", "Angle of its rudders at the start; positive turns to port."},
             body.helm.rudder_deg, kAngles_deg);
    v.number({"sheet", "degrees", "Angle of its sails at the start."}, body.helm.sheet_deg,
             kAngles_deg);
    v.numbers({"force", "N", "Constant force from outside at its centre of mass: x, y, z."},
              body.force_n, from(-1e12, 1e12));
    v.numbers({"torque", "N m", "Constant torque from outside about x, y, z."}, body.torque_nm,
              from(-1e12, 1e12));
}

template <class Visitor>
void describe(Visitor& v, Joint& joint) {
    v.word({"kind", "",
            "A rope holds the ends at most its length apart, a ball joint holds them together, a "
            "hinge also lets the bodies turn about its axis alone."},
           joint.kind, {.now = {"rope", "ball", "hinge"}});
    v.name({"body", "", "Name of a body.", Need::Required}, joint.body,
           Spelling{"A-Za-z0-9_-", 40});
    v.name({"other", "", "Name of the other body; without it a fixed place."}, joint.other,
           Spelling{"A-Za-z0-9_-", 40});
    v.numbers({"at", "m", "Where it holds the body, in the axes of its shape."}, joint.at_m,
              kPlaces_m);
    v.numbers({"to", "m",
               "Its other end: in the axes of the other body, or in the world; without it where "
               "the first end is at the start."},
              joint.to_m, from(-1e7, 1e7));
    v.number({"length", "m", "Of a rope; without it the distance of its ends at the start."},
             joint.length_m, from(0.0, 1e6));
    v.numbers({"axis", "", "Of a hinge, in the axes of the body's shape."}, joint.axis,
              kDirections);
}

template <class Visitor>
void describe_as(Visitor& v, const char* key, HelmEvent& helm) {
    v.group(
        {key, "", "A body is driven or steered otherwise; what is absent stays."},
        [&](auto& inner) {
            inner.name({"body", "", "Its name.", Need::Required}, helm.body,
                       Spelling{"A-Za-z0-9_-", 40});
            inner.number({"throttle", "", "Of its thrusters, -1 to 1."}, helm.throttle, kThrottles);
            inner.number({"rudder", "degrees", "Angle of its rudders."}, helm.rudder_deg,
                         kAngles_deg);
            inner.number({"sheet", "degrees", "Angle of its sails."}, helm.sheet_deg, kAngles_deg);
        });
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
    v.list({"paint", "", "Parts of a mesh that have another colour."}, body.paint);
    v.word({"forces", "",
            "How the water acts on it: lid solves the water under the hull with it, triangles and "
            "spheres add up forces on its surface; auto takes what fits its size in cells."},
           body.forces, {.now = {"auto", "lid", "triangles", "spheres"}});
    describe_drives(v, body);
}

}  // namespace tarn::scene
