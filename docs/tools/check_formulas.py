#!/usr/bin/env python3
"""Are the formulas of docs/derivations right? Each is compared with what it stands for, on random numbers.

usage: check_formulas.py

A check is named after the page and the heading that it belongs to. Prints what is wrong, and exits with 1 when
something is. No package is needed.
"""
import math
import random
import re
import sys
from pathlib import Path

PAGES = Path(__file__).resolve().parents[1] / "derivations"
CASES = 200
checks = []


def check(page, heading):
    """Registers a function that is called with a random engine, CASES times."""

    def register(function):
        checks.append((page, heading, function))
        return function

    return register


def same(a, b, size=1.0):
    """Whether two numbers are equal but for rounding."""
    assert abs(a - b) <= 1e-9 * max(abs(a), abs(b), abs(size)), f"{a} is not {b}"


def at_most(a, b, size=1.0):
    assert a <= b + 1e-9 * max(abs(a), abs(b), abs(size)), f"{a} is above {b}"


# ---- vectors ----


def add(a, b):
    return [x + y for x, y in zip(a, b)]


def sub(a, b):
    return [x - y for x, y in zip(a, b)]


def mul(f, a):
    return [f * x for x in a]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def length(a):
    return math.sqrt(dot(a, a))


def unit(a):
    return mul(1 / length(a), a)


def same_vectors(a, b):
    for x, y in zip(a, b):
        same(x, y)


def vector(r):
    return [r.uniform(-1, 1) for _ in range(3)]


def direction(r):
    while True:
        v = vector(r)
        if 0.1 < length(v) <= 1:
            return unit(v)


def across(a, k):
    return sub(a, mul(dot(a, k), k))


def turned(a, k, t):
    """Rodrigues: a direction, turned about k."""
    return add(add(mul(math.cos(t), a), mul(math.sin(t), cross(k, a))), mul((1 - math.cos(t)) * dot(a, k), k))


def screwed(x, o, k, t, h):
    """A point after a turn by t about the axis through o, with an advance of h per radian."""
    return add(add(o, turned(sub(x, o), k, t)), mul(h * t, k))


def determinant(rows):
    if len(rows) == 1:
        return rows[0][0]
    minors = ([row[:i] + row[i + 1 :] for row in rows[1:]] for i in range(len(rows)))
    return sum((-1) ** i * rows[0][i] * determinant(minor) for i, minor in enumerate(minors))


def second_derivative(f, t, h=1e-4):
    return (f(t + h) - 2 * f(t) + f(t - h)) / (h * h)


# ---- lines ----


@check("lines.md", "Sidedness")
def sidedness(r):
    a, b, c, d = (vector(r) for _ in range(4))
    dp, dq = sub(b, a), sub(d, c)
    s = dot(sub(c, a), cross(dp, dq))
    same(s, determinant([a + [1], b + [1], c + [1], d + [1]]))
    same(s, -(dot(dp, cross(c, dq)) + dot(dq, cross(a, dp))))

    def six(p, q):
        return [
            p[0] * q[1] - q[0] * p[1], p[0] * q[2] - q[0] * p[2], p[0] - q[0],
            p[1] * q[2] - q[1] * p[2], p[2] - q[2], q[1] - p[1],
        ]  # fmt: skip

    p, q = six(a, b), six(c, d)
    same(s, p[0] * q[4] + p[1] * q[5] + p[2] * q[3] + p[4] * q[0] + p[5] * q[1] + p[3] * q[2])


@check("lines.md", "Through a polygon")
def through_a_polygon(r):
    corners = [[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]  # counter-clockwise from above
    x, target = add(vector(r), [0, 0, 2]), [r.uniform(-2, 2), r.uniform(-2, 2), 0]
    v = sub(target, x)
    sides = [dot(v, cross(sub(x, c), sub(corners[(i + 1) % 4], c))) for i, c in enumerate(corners)]
    inside = abs(target[0]) <= 1 and abs(target[1]) <= 1
    assert inside == all(s >= 0 for s in sides)
    back = mul(-1, v)
    sides = [dot(back, cross(sub(x, c), sub(corners[(i + 1) % 4], c))) for i, c in enumerate(corners)]
    assert inside == all(s <= 0 for s in sides)


@check("lines.md", "Closest points of two lines")
def closest_points(r):
    a, dp, c, dq = (vector(r) for _ in range(4))
    n, w = cross(dp, dq), sub(c, a)
    if length(n) < 0.1:
        return
    lam = dot(cross(w, dq), n) / dot(n, n)
    mu = dot(cross(w, dp), n) / dot(n, n)
    gap = sub(add(c, mul(mu, dq)), add(a, mul(lam, dp)))
    same(dot(gap, dp), 0)
    same(dot(gap, dq), 0)
    same(length(gap) * length(n), abs(dot(w, n)))


# ---- motions ----


class Turn:
    def __init__(self, r):
        self.o, self.k, self.h = vector(r), direction(r), r.uniform(-1, 1)

    def arm(self, x):
        return across(sub(x, self.o), self.k)

    def at(self, x, t):
        return screwed(x, self.o, self.k, t, self.h)


@check("motions.md", "Anchored at the start")
def anchored(r):
    m, x0, t, n = Turn(r), vector(r), r.uniform(0, 6), direction(r)
    q = m.arm(x0)
    kq = cross(m.k, q)
    x = add(add(x0, mul(math.sin(t), kq)), add(mul(-(1 - math.cos(t)), q), mul(m.h * t, m.k)))
    same_vectors(x, m.at(x0, t))
    velocity = add(add(mul(math.cos(t), kq), mul(-math.sin(t), q)), mul(m.h, m.k))
    same(length(velocity), math.hypot(length(q), m.h))
    bound = math.hypot(dot(n, kq), dot(n, q))
    at_most(bound, length(q))
    at_most(abs(second_derivative(lambda t: dot(n, m.at(x0, t)), t)), bound + 1e-6)


@check("motions.md", "The screw between two poses")
def screw_between(r):
    k, angle, t = direction(r), r.uniform(0.1, math.pi), vector(r)
    g = dot(t, k)
    u = add(mul(0.5, sub(t, mul(g, k))), mul(1 / (2 * math.tan(angle / 2)), cross(k, t)))
    x = vector(r)
    same_vectors(add(turned(x, k, angle), t), screwed(x, u, k, angle, g / angle))
    same(dot(u, k), 0)  # closest to the origin


@check("motions.md", "Velocity field")
def velocity_field(r):
    m, x, n, angle, f = Turn(r), vector(r), direction(r), r.uniform(0.1, 6), r.random()
    g = m.h * angle

    def field(x):
        return add(mul(angle, cross(m.k, sub(x, m.o))), mul(g, m.k))

    step = 1e-6
    difference = mul(1 / (2 * step), sub(m.at(x, step * angle), m.at(x, -step * angle)))
    assert length(sub(difference, field(x))) < 1e-5
    same(dot(n, field(x)), dot(turned(n, m.k, f * angle), field(m.at(x, f * angle))))


@check("motions.md", "Point and plane")
def point_and_plane(r):
    m, x0, n, c, t = Turn(r), vector(r), direction(r), mul(0.3, vector(r)), r.uniform(0, 6)
    q = m.arm(x0)
    c0, b, v, w = dot(n, sub(x0, c)), dot(n, cross(m.k, q)), dot(n, q), m.h * dot(n, m.k)
    same(c0 + b * math.sin(t) - v * (1 - math.cos(t)) + w * t, dot(n, sub(m.at(x0, t), c)))
    # The entering zero of a rotation.
    def height(t):
        return c0 + b * math.sin(t) - v * (1 - math.cos(t))

    a = c0 - 2 * v
    d = b * b - a * c0
    same(d, b * b + v * v - (c0 - v) ** 2)
    if d < 1e-6:
        assert d > 0 or all(height(0.01 * i) * height(0) > -1e-3 for i in range(629))
        return
    zero = 2 * math.atan2(b + math.sqrt(d), -a) if b >= 0 else 2 * math.atan2(c0, math.sqrt(d) - b)
    zero += 2 * math.pi if zero < 0 else 0
    assert 0 <= zero <= 2 * math.pi
    assert abs(height(zero)) < 1e-7
    assert height(zero - 1e-4) > height(zero + 1e-4)


@check("motions.md", "Two edges")
def two_edges(r):
    m, a, dp, c, dq, t = Turn(r), vector(r), vector(r), vector(r), vector(r), r.uniform(0, 6)
    s, _ = edge_function(m, a, dp, c, dq)
    moved, there = turned(dp, m.k, t), m.at(a, t)
    same(s(t), dot(sub(c, there), cross(moved, dq)))
    e = vector(r)
    shifted, _ = edge_function(m, a, dp, add(c, e), dq)
    change_b = dot(cross(m.k, dp), cross(dq, e))
    change_v = dot(across(dp, m.k), across(cross(dq, e), m.k))
    change = dot(e, cross(dp, dq)) + change_b * math.sin(t) - change_v * (1 - math.cos(t))
    same(shifted(t), s(t) + change)


def edge_function(m, a, dp, c, dq):
    k, n = m.k, cross(dp, dq)
    c0 = dot(sub(c, a), n)
    b = dot(sub(c, a), cross(cross(k, dp), dq)) - dot(cross(k, m.arm(a)), n)
    mp, mq = cross(sub(a, m.o), dp), cross(sub(c, m.o), dq)
    v = -(dot(across(dp, k), across(mq, k)) + dot(across(mp, k), across(dq, k)))
    w1, w2 = m.h * dot(across(dp, k), across(dq, k)), -m.h * dot(k, n)

    def s(t):
        return c0 + b * math.sin(t) - v * (1 - math.cos(t)) + t * (w1 * math.sin(t) + w2 * math.cos(t))

    return s, lambda t: math.hypot(b, v) + (2 + t) * math.hypot(w1, w2)


@check("motions.md", "Bounds on the second derivative")
def second_derivatives(r):
    m, t = Turn(r), r.uniform(0, 6)
    s, bound = edge_function(m, vector(r), vector(r), vector(r), vector(r))
    at_most(abs(second_derivative(s, t)), bound(t) + 1e-5)


# ---- the search ----


@check("search.md", "Pairs of features")
def pairs_of_features(r):
    m, x0, p, t = Turn(r), vector(r), mul(0.5, vector(r)), r.uniform(0, 6)
    rho = length(m.arm(x0))
    speed = math.hypot(rho, m.h)
    d = direction(r)

    def to_point(t):
        return length(sub(m.at(x0, t), p))

    def to_line(t):
        return length(across(sub(m.at(x0, t), p), d))

    for distance in (to_point, to_line):
        if distance(t) < 0.05:
            continue
        bend = second_derivative(distance, t)
        at_most(-bend, rho + 1e-4)
        at_most(bend, speed**2 / distance(t) + rho + 1e-4)
    # Two edges: s' of the anchored form, for any point of either.
    a, dp, c, dq, lam, mu = vector(r), vector(r), vector(r), vector(r), r.random(), r.random()
    moved, there = turned(dp, m.k, t), m.at(a, t)
    va = add(cross(m.k, sub(there, m.o)), mul(m.h, m.k))
    dv = cross(m.k, moved)
    n, rate = cross(moved, dq), cross(dv, dq)
    w = sub(add(c, mul(mu, dq)), add(there, mul(lam, moved)))
    s, _ = edge_function(m, a, dp, c, dq)
    same(s(t), dot(w, n))
    slope = dot(w, rate) - dot(add(va, mul(lam, dv)), n)
    assert abs(slope - (s(t + 1e-5) - s(t - 1e-5)) / 2e-5) < 1e-6
    n1 = length(across(dp, m.k)) * length(dq)
    at_most(length(rate), n1)
    at_most(length(cross(cross(m.k, dv), dq)), n1)


# ---- van Waveren's zone ----


@check("paper-zone.md", "The line of an edge")
def line_of_an_edge(r):
    n1, n2, e = direction(r), direction(r), r.uniform(0.01, 1)
    cosine = dot(n1, n2)
    if cosine < -0.99:
        return
    k = mul(e / (1 + cosine), add(n1, n2))
    same(dot(k, n1), e)
    same(dot(k, n2), e)
    same(length(k), e / math.cos(math.acos(min(cosine, 1)) / 2))
    n0 = unit(add(mul(r.random(), n1), mul(r.random() + 1e-3, n2)))
    at_most(e, dot(k, n0))


@check("paper-zone.md", "Rotation")
def rotation_in_the_zone(r):
    c0, b, v = r.uniform(-1, 1), r.uniform(-1, 1), r.uniform(-1, 1)

    def height(t):
        return c0 + b * math.sin(t) - v * (1 - math.cos(t))

    highest = c0 - v + math.hypot(b, v)
    same(height(math.atan2(b, v)), highest)
    assert all(height(0.1 * i) <= highest + 1e-12 for i in range(63))


# ---- spheres ----


@check("spheres.md", "Particle and face")
def particle_and_face(r):
    v0, v1, v2 = vector(r), vector(r), vector(r)
    a, b = sub(v1, v0), sub(v2, v0)
    n = cross(a, b)
    alpha, beta = r.uniform(-1, 2), r.uniform(-1, 2)
    c = add(mul(alpha, a), mul(beta, b))
    drop = max(range(3), key=lambda i: abs(n[i]))
    j, k = (i for i in range(3) if i != drop)
    det = a[j] * b[k] - a[k] * b[j]
    if abs(det) < 0.05:
        return
    same((c[j] * b[k] - c[k] * b[j]) / det, alpha)
    same((a[j] * c[k] - a[k] * c[j]) / det, beta)


@check("spheres.md", "Sphere, edge and vertex")
def sphere_edge_vertex(r):
    v0, ve, vs, pos, radius = vector(r), vector(r), mul(4, vector(r)), mul(3, vector(r)), 0.5
    vd = sub(pos, v0)
    a = dot(ve, vs) ** 2 - dot(ve, ve) * dot(vs, vs)
    same(a, -dot(cross(ve, vs), cross(ve, vs)))
    b = 2 * (dot(vd, ve) * dot(ve, vs) - dot(vd, vs) * dot(ve, ve))
    c = radius**2 * dot(ve, ve) - dot(cross(vd, ve), cross(vd, ve))
    if length(ve) < 0.2 or a > -1e-3:
        return
    if b * b - 4 * a * c > 1e-3:
        root = math.sqrt(b * b - 4 * a * c)
        f = (-b + root) / (2 * a)
        at_most(f, (-b - root) / (2 * a))
        same(length(across(add(vd, mul(f, vs)), unit(ve))), radius, 10)
        if c < 0 < b:
            same(f, 2 * c / (-b - root), 10)
    a, b, c = dot(vs, vs), 2 * dot(vd, vs), dot(vd, vd) - radius**2
    if b * b - 4 * a * c > 1e-3:
        f = (-b - math.sqrt(b * b - 4 * a * c)) / (2 * a)
        same(length(add(vd, mul(f, vs))), radius, 10)


@check("spheres.md", "Circles and helices")
def circles_and_helices(r):
    m, x0, n, t, h = Turn(r), vector(r), direction(r), r.uniform(0, 5), r.uniform(0, 1)
    q, k = m.arm(x0), m.k
    velocity = add(add(mul(math.cos(t), cross(k, q)), mul(-math.sin(t), q)), mul(m.h, k))
    bend = math.hypot(dot(n, cross(k, q)), dot(n, q))
    fall = dot(n, m.at(x0, t)) - dot(n, m.at(x0, t + h))
    at_most(fall, abs(dot(n, velocity)) * h + bend * h * h / 2)


# ---- the screen ----


@check("glide.md", "Places on the screen")
def places_on_the_screen(r):
    radius, phi, y = r.uniform(0.1, 2), r.uniform(-3, 3), r.uniform(-2, 2)
    angle, g, f = r.uniform(0.1, 3), r.uniform(-2, 2), r.random()

    def place(phi, y):
        square = g * g + radius**2 * angle**2
        return radius * (y * angle - phi * g) / math.sqrt(square), (y * g + phi * radius**2 * angle) / square

    (h0, t0), (h1, t1) = place(phi, y), place(phi + f * angle, y + f * g)
    same(h0, h1)
    same(t1 - t0, f)
    p = g / angle
    same(h0, radius * (y - p * phi) / math.sqrt(p * p + radius**2))
    same(t0, (p * y + radius**2 * phi) / (p * p + radius**2) / angle)


@check("glide.md", "Facing")
def facing(r):
    j, n, x, angle, g = direction(r), direction(r), vector(r), r.uniform(0, 3), r.uniform(-1, 1)
    v = add(mul(angle, cross(j, x)), mul(g, j))
    same(dot(v, n), angle * dot(cross(n, j), x) + g * dot(j, n))
    same(dot(cross(n, j), n), 0)  # across the face


@check("glide.md", "Properness")
def properness(r):
    m, psi = r.uniform(-0.99, 0.99), r.uniform(0, math.pi)
    # The surface rises from the edge along x; level is the plane z = 0.
    slope = m / math.sqrt(1 - m * m)
    along = [math.cos(psi), math.sin(psi), math.sin(psi) * slope]
    same(along[2] / length(along), m * math.sin(psi) / math.sqrt(1 - (m * math.cos(psi)) ** 2))


# ---- boxes ----


@check("boxes.md", "Non-negative combinations")
def non_negative_combinations(r):
    normals = [direction(r) for _ in range(3)]
    weights = [r.random() for _ in range(3)]
    x, slack = vector(r), [r.random() for _ in range(3)]
    offsets = [dot(n, x) + s for n, s in zip(normals, slack)]
    y = [sum(w * n[i] for w, n in zip(weights, normals)) for i in range(3)]
    at_most(dot(y, x), sum(w * d for w, d in zip(weights, offsets)))


def main():
    wrong = 0
    for page, heading, function in checks:
        name = f"docs/derivations/{page}, \"{heading}\""
        headings = re.findall(r"^#+ (.*)$", (PAGES / page).read_text(), re.MULTILINE)
        engine = random.Random(name)
        try:
            assert heading in headings, "there is no such heading"
            for _ in range(CASES):
                function(engine)
        except AssertionError as what:
            wrong += 1
            print(f"{name}: {what}")
    print(f"formulas: {len(checks)} checked, {wrong} wrong")
    sys.exit(1 if wrong else 0)


main()
