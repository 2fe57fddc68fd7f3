#!/usr/bin/env python3
"""Makes the meshes of scenes/meshes again: tools/make_meshes.py. Metres, x ahead, y to port, z up.

The group `hull` is what water and other bodies meet; other groups are only drawn.
"""
import math
import pathlib

OUT = pathlib.Path(__file__).resolve().parent.parent / "scenes" / "meshes"


class Mesh:
    def __init__(self):
        self.points, self.groups = [], {}

    def point(self, x, y, z):
        self.points.append((x, y, z))
        return len(self.points)

    def faces(self, group):
        return self.groups.setdefault(group, [])

    def quad(self, group, a, b, c, d):
        """Cut so that no triangle is flat where two corners are one."""
        for t in ((a, b, c), (a, c, d)):
            if len({self.points[k - 1] for k in t}) == 3:
                self.faces(group).append(t)

    def loft(self, group, rings, close_ends=True):
        """Closed rings of equal length, one after the other; outside is to the right of their turn."""
        index = [[self.point(*p) for p in ring] for ring in rings]
        n = len(rings[0])
        for r in range(len(index) - 1):
            for k in range(n):
                m = (k + 1) % n
                self.quad(group, index[r][k], index[r][m], index[r + 1][m], index[r + 1][k])
        if not close_ends:
            return
        for ring, is_first in ((index[0], True), (index[-1], False)):
            places = [self.points[k - 1] for k in ring]
            if len(set(places)) == 1:
                continue
            middle = self.point(*(sum(p[c] for p in places) / n for c in range(3)))
            for k in range(n):
                a, b = ring[k], ring[(k + 1) % n]
                t = (a, middle, b) if is_first else (a, b, middle)
                if len({self.points[i - 1] for i in t}) == 3:
                    self.faces(group).append(t)

    def box(self, group, low, high, shrink=(1.0, 1.0)):
        """A box whose top is smaller by a share along x and y."""
        (x0, y0, z0), (x1, y1, z1) = low, high
        cx, cy = 0.5 * (x0 + x1), 0.5 * (y0 + y1)
        hx, hy = 0.5 * (x1 - x0), 0.5 * (y1 - y0)

        def ring(z, sx, sy):
            return [(cx - sx * hx, cy - sy * hy, z), (cx + sx * hx, cy - sy * hy, z),
                    (cx + sx * hx, cy + sy * hy, z), (cx - sx * hx, cy + sy * hy, z)]

        self.loft(group, [ring(z0, 1, 1), ring(z1, *shrink)])

    def turned(self, group, outline, sides=24, at=(0, 0)):
        """A body of revolution about z: (radius, z) from below to above."""
        rings = [[(at[0] + r * math.cos(2 * math.pi * k / sides),
                   at[1] + r * math.sin(2 * math.pi * k / sides), z) for k in range(sides)]
                 for r, z in outline]
        self.loft(group, rings)

    def rod(self, group, a, b, radius, sides=8):
        along = [b[c] - a[c] for c in range(3)]
        size = math.sqrt(sum(v * v for v in along))
        w = [v / size for v in along]
        other = (0, 0, 1) if abs(w[2]) < 0.9 else (1, 0, 0)
        u = [w[1] * other[2] - w[2] * other[1], w[2] * other[0] - w[0] * other[2],
             w[0] * other[1] - w[1] * other[0]]
        length = math.sqrt(sum(v * v for v in u))
        u = [v / length for v in u]
        v = [w[1] * u[2] - w[2] * u[1], w[2] * u[0] - w[0] * u[2], w[0] * u[1] - w[1] * u[0]]
        self.loft(group, [[tuple(end[c] + radius * (math.cos(2 * math.pi * k / sides) * u[c] +
                                                    math.sin(2 * math.pi * k / sides) * v[c])
                                 for c in range(3)) for k in range(sides)] for end in (a, b)])

    def write(self, name, about):
        lines = [f"# {about} Made by tools/make_meshes.py."]
        lines += ["v " + " ".join(f"{v:.4f}" for v in p) for p in self.points]
        for group, faces in self.groups.items():
            lines.append(f"g {group}")
            lines += ["f %d %d %d" % t for t in faces]
        (OUT / f"{name}.obj").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(name, sum(len(f) for f in self.groups.values()), "triangles")


def hull(mesh, group, length, beam, depth, sections, bow_rise=0.0, flare=0.15, stern=0.85, deadrise=0.35,
         points=5, bow_power=2.2):
    """A hull with a keel, round bilges and a deck: its keel at z = 0, the deck at `depth`."""
    rings = []
    for s in range(sections + 1):
        t = s / sections                       # 0 stern, 1 bow
        x = length * (t - 0.5)
        fullness = stern + (1 - stern) * math.sin(math.pi * min(t / 0.45, 1.0) / 2)
        taper = max(1.0 - max((t - 0.4) / 0.6, 0.0) ** bow_power, 0.0)
        half = 0.5 * beam * fullness * taper
        keel = depth * (0.9 * max((t - 0.72) / 0.28, 0.0) ** 2.2)
        top = depth + bow_rise * max((t - 0.3) / 0.7, 0.0) ** 2
        # A little narrower at the water line; more so towards the bow.
        low = 1.0 - flare * (1.0 + 1.6 * t)
        side = []
        for k in range(points + 1):
            u = k / points
            around = math.sin(0.5 * math.pi * u)
            width = half * (around ** (0.6 + deadrise)) * (low + (1 - low) * u)
            z = keel + (top - keel) * (u ** 1.8 if u < 1 else 1.0)
            side.append((width, z))
        if s == sections:
            side = [(0.0, top)] * (points + 1)
        starboard = [(x, -w, z) for w, z in reversed(side[1:])]
        port = [(x, w, z) for w, z in side]
        rings.append(starboard + port)
    mesh.loft(group, rings)


def motorboat():
    """FLOAT's: 12.7 x 3.85 x 2.4 m."""
    m = Mesh()
    hull(m, "hull", 12.7, 3.85, 1.9, 22, bow_rise=0.5, deadrise=0.25, bow_power=2.4)
    m.box("deck", (-5.6, -1.45, 1.88), (2.7, 1.45, 1.96), (0.99, 0.97))
    m.box("cabin", (-1.6, -1.3, 1.94), (2.9, 1.3, 2.7), (0.9, 0.86))
    m.box("glass", (-1.3, -1.12, 2.7), (2.4, 1.12, 3.25), (0.78, 0.9))
    m.box("cabin", (-1.5, -1.05, 3.25), (1.9, 1.05, 3.37), (0.96, 0.96))
    m.box("seat", (-5.2, -1.3, 1.94), (-4.5, 1.3, 2.35))
    m.box("seat", (-4.4, -0.5, 1.94), (-2.6, 0.5, 2.2))
    m.rod("rail", (-1.2, 0, 3.35), (-1.6, 0, 4.3), 0.05)
    for side in (-1, 1):
        stations = [(3.2, 1.42), (4.4, 1.05), (5.4, 0.58), (6.05, 0.12)]
        tops = [(x, side * y, 2.0 + 0.5 * max((x + 2.54) / 8.89, 0) ** 2 + 0.55) for x, y in stations]
        for (x, y), top in zip(stations, tops):
            m.rod("rail", (x, side * y, top[2] - 0.75), top, 0.03, 6)
        for a, b in zip(tops, tops[1:]):
            m.rod("rail", a, b, 0.03, 6)
    m.write("motorboat", "Motorboat.")


def sailboat():
    """FLOAT's: 19 x 4.6 x 2.3 m."""
    m = Mesh()
    hull(m, "hull", 19.0, 4.6, 2.1, 24, bow_rise=0.35, deadrise=0.35, stern=0.62, bow_power=1.7)
    m.box("deck", (-7.0, -1.5, 2.08), (5.2, 1.5, 2.16), (0.98, 0.9))
    m.box("cabin", (-2.2, -1.15, 2.14), (4.2, 1.15, 2.7), (0.92, 0.8))
    m.rod("mast", (1.6, 0, 2.1), (1.6, 0, 24.0), 0.12, 10)
    m.rod("mast", (1.6, 0, 3.7), (-6.2, 0, 3.9), 0.09, 8)
    # Sails: thin curved shells.
    def sail(corner_low, corner_top, corner_out, belly):
        rows, columns = 10, 6
        for side in (1, -1):
            grid = []
            for r in range(rows + 1):
                t = r / rows
                line = []
                for c in range(columns + 1):
                    s = c / columns * (1 - t)
                    p = [corner_low[k] + t * (corner_top[k] - corner_low[k]) +
                         s * (corner_out[k] - corner_low[k]) for k in range(3)]
                    p[1] += belly * math.sin(math.pi * min(s / max(1 - t, 1e-9), 1.0)) * math.sin(
                        math.pi * min(t + 0.15, 1.0)) * (1 - t) + side * 0.03
                    line.append(m.point(*p))
                grid.append(line)
            for r in range(rows):
                for c in range(columns):
                    q = (grid[r][c], grid[r][c + 1], grid[r + 1][c + 1], grid[r + 1][c])
                    m.quad("sail", *(q if side > 0 else tuple(reversed(q))))
    sail((1.4, 0, 4.0), (1.5, 0, 23.6), (-6.0, 0, 4.1), 0.9)
    sail((9.2, 0, 2.9), (1.8, 0, 20.5), (2.2, 0, 3.2), 0.8)
    for side in (-1, 1):
        m.rod("mast", (1.2, side * 2.2, 2.1), (1.6, 0, 20.0), 0.025, 5)
    m.rod("mast", (9.3, 0, 2.5), (1.6, 0, 21.0), 0.025, 5)
    m.write("sailboat", "Sailing yacht.")


def cargo_boat():
    """FLOAT's: 3.23 x 1.2 x 0.43 m, flat and broad."""
    m = Mesh()
    hull(m, "hull", 3.23, 1.2, 0.36, 18, bow_rise=0.07, deadrise=0.0, flare=0.08, stern=0.9, bow_power=3.0)
    m.box("deck", (-1.5, -0.5, 0.355), (0.75, 0.5, 0.37))
    for side in (-1, 1):
        m.box("rim", (-1.55, side * 0.55 - 0.025, 0.35), (0.7, side * 0.55 + 0.025, 0.43))
    m.box("rim", (-1.6, -0.55, 0.35), (-1.52, 0.55, 0.43))
    m.write("cargo_boat", "Cargo boat.")


def ellipsoid(m, group, centre, radii, rings=10, sides=18):
    outline = []
    for r in range(rings + 1):
        a = math.pi * (r / rings - 0.5)
        outline.append((math.cos(a) if 0 < r < rings else 0.0, math.sin(a)))
    m.loft(group, [[(centre[0] + radii[0] * c * math.cos(2 * math.pi * k / sides),
                     centre[1] + radii[1] * c * math.sin(2 * math.pi * k / sides),
                     centre[2] + radii[2] * s) for k in range(sides)] for c, s in outline])


def duck():
    """A rubber duck, 10 cm long; its hull is the body without the head."""
    m = Mesh()
    rings, sides = 12, 20
    shape = []
    for r in range(rings + 1):
        a = math.pi * (r / rings - 0.5)
        c = math.cos(a) if 0 < r < rings else 0.0
        z = 0.03 * math.sin(a)
        ring = []
        for k in range(sides):
            b = 2 * math.pi * k / sides
            x, y = 0.05 * c * math.cos(b), 0.036 * c * math.sin(b)
            tail = max(-x / 0.05, 0.0) ** 2
            ring.append((x - 0.004 * tail, y * (1 - 0.45 * tail), z + 0.022 * tail + 0.03))
        shape.append(ring)
    m.loft("hull", shape)
    ellipsoid(m, "head", (0.025, 0, 0.073), (0.024, 0.023, 0.024))
    ellipsoid(m, "head", (0.021, 0, 0.052), (0.02, 0.019, 0.02), 8, 14)
    ellipsoid(m, "beak", (0.05, 0, 0.07), (0.013, 0.012, 0.0045), 8, 14)
    for side in (-1, 1):
        ellipsoid(m, "eye", (0.041, side * 0.0135, 0.081), (0.0042, 0.0042, 0.0052), 6, 10)
        ellipsoid(m, "wing", (-0.008, side * 0.032, 0.037), (0.024, 0.008, 0.014), 8, 14)
    m.write("duck", "Rubber duck.")


def pin():
    """A bowling pin, 38 cm high, with its neck band."""
    inch = 0.0254
    outline = [(0.0, 0.0), (1.02, 0.0), (1.25, 0.5), (1.41, 0.75), (1.95, 2.25), (2.28, 3.375), (2.39, 4.5), (2.28, 5.875),
               (1.85, 7.25), (1.24, 8.625), (0.98, 9.375), (0.9, 10.0), (0.94, 10.875), (1.05, 11.75), (1.2, 12.6),
               (1.27, 13.5), (1.12, 14.3), (0.74, 14.8), (0.0, 15.0)]
    m = Mesh()
    m.turned("hull", [(r * inch, z * inch) for r, z in outline], 16)
    for low, high, radius in ((9.35, 9.7, 1.0), (10.2, 10.55, 0.95)):
        m.turned("band", [((radius + 0.02) * inch, low * inch), ((radius + 0.02) * inch, high * inch)], 16)
    m.write("pin", "Bowling pin.")


def buoy():
    """A navigation buoy, 1.2 m across and 3 m high: a float, a tower and a lamp."""
    m = Mesh()
    m.turned("hull", [(0.0, -0.5), (0.2, -0.5), (0.5, -0.3), (0.6, 0.0), (0.6, 0.3), (0.5, 0.38), (0.0, 0.4)], 24)
    m.turned("band", [(0.605, 0.06), (0.605, 0.2)], 24)
    for k in range(4):
        a = math.pi / 4 + k * math.pi / 2
        c, s = math.cos(a), math.sin(a)
        m.rod("tower", (0.42 * c, 0.42 * s, 0.35), (0.13 * c, 0.13 * s, 1.9), 0.03, 6)
    for z, r in ((0.9, 0.33), (1.4, 0.235)):
        corners = [(r * math.cos(math.pi / 4 + k * math.pi / 2), r * math.sin(math.pi / 4 + k * math.pi / 2), z)
                   for k in range(4)]
        for a, b in zip(corners, corners[1:] + corners[:1]):
            m.rod("tower", a, b, 0.02, 5)
    m.turned("tower", [(0.0, 1.86), (0.2, 1.86), (0.2, 1.94), (0.0, 1.94)], 16)
    m.turned("lamp", [(0.0, 1.94), (0.1, 1.94), (0.11, 2.15), (0.07, 2.25), (0.0, 2.28)], 16)
    m.turned("mark", [(0.0, 2.3), (0.22, 2.3), (0.0, 2.68)], 16)
    m.write("buoy", "Navigation buoy.")


def paddle_wheel():
    """A wheel of eight paddles, 0.5 m across and 0.26 m wide, that turns about y."""
    hub, rim, half_width, half_thick, paddles = 0.085, 0.25, 0.13, 0.019, 8
    outline = []
    for k in range(paddles):
        a = 2 * math.pi * k / paddles
        for r, side in ((hub, -1), (rim, -1), (rim, 1), (hub, 1)):
            along, across = r, side * half_thick
            outline.append((along * math.cos(a) - across * math.sin(a), along * math.sin(a) + across * math.cos(a)))
    m = Mesh()
    m.loft("hull", [[(x, y, -z) for x, z in outline] for y in (-half_width, half_width)])
    m.rod("axle", (0, -half_width - 0.06, 0), (0, half_width + 0.06, 0), 0.022, 16)
    for y in (-half_width - 0.004, half_width - 0.008):
        m.loft("ring", [[(r * math.cos(2 * math.pi * k / 32), w, -r * math.sin(2 * math.pi * k / 32)) for k in range(32)]
                        for r, w in ((0.1, y), (0.1, y + 0.012))])
    m.write("paddle_wheel", "Paddle wheel.")


if __name__ == "__main__":
    OUT.mkdir(exist_ok=True)
    for make in (motorboat, sailboat, cargo_boat, duck, pin, buoy, paddle_wheel):
        make()
