#pragma once

// A judge of carving by where the surface is, without any of its code: a point is solid when it was
// before and is in no tool, so along a ray the solid is known from the first surface and the planes
// of the tools. The carved surface must cross the ray there and nowhere else. No part of it may lie
// inside a tool, and no two of its polygons on each other: surfaces that cancel out leave volumes
// and winding numbers right. What is nearer to a border than `near` is not asked.

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "swept/mesh.h"
#include "swept/polyhedron.h"

namespace swept::oracle {

class CarveCheck {
   public:
    using Vector = Eigen::Vector3d;
    using Outline = std::vector<Vector>;

    /// The surface before the first carve. Rock: it encloses air, and all around is solid.
    CarveCheck(const Mesh& surface, bool rock) : before_(triangles_of(surface)), rock_(rock) {}

    void add_tool(const Polyhedron& tool, const Pose& pose) {
        Tool made;
        for (std::uint32_t f = 0; f < tool.face_count(); ++f) {
            Outline corners;
            for (const VertexIndex v : tool.corners(FaceIndex(f))) {
                corners.push_back(pose * tool.position(v));
            }
            Vector normal = Vector::Zero(), middle = Vector::Zero();
            for (std::size_t i = 0; i < corners.size(); ++i) {
                const Vector &a = corners[i], &b = corners[(i + 1) % corners.size()];
                normal += (a - corners[0]).cross(b - corners[0]);
                middle += a / static_cast<double>(corners.size());
            }
            normal.normalize();
            made.planes.push_back({normal, -normal.dot(middle)});
            for (const Vector& c : corners) made.box.add(c);
        }
        tools_.push_back(std::move(made));
    }

    /// What is wrong with a surface that all tools were carved from; empty: nothing was found.
    template <class Random>
    [[nodiscard]] std::string fault(const Mesh& surface, Random& random, int rays) {
        const std::vector<Triangle> after = triangles_of(surface);
        for (const Triangle& t : after) {
            for (const Tool& tool : tools_) {
                if (reaches_into(t, tool)) return "surface inside a tool";
            }
        }
        if (overlap_in_a_plane(after)) return "polygons on each other";
        for (int i = 0; i < rays; ++i) {
            const Ray ray = random_ray(random);
            std::vector<double> wanted, films;
            std::vector<Crossing> found;
            if (!expected(ray, wanted, films) || !crossings(ray, after, found)) continue;
            leave_out_films(films, found);
            ++asked;
            crossed += found.size();
            if (wanted.size() != found.size()) {
                return "a ray crosses the surface " + std::to_string(found.size()) +
                       " times instead of " + std::to_string(wanted.size());
            }
            for (std::size_t k = 0; k < wanted.size(); ++k) {
                if (std::abs(wanted[k] - found[k].at) > 1e-7) {
                    return "a ray meets the surface elsewhere";
                }
            }
        }
        return {};
    }

    std::uint64_t asked = 0, crossed = 0;  ///< rays that were decided, and what they met

   private:
    static constexpr double near = 1e-9;

    struct HalfSpace {
        Vector normal;
        double offset;  // inside: normal . x + offset < 0
    };
    struct Tool {
        std::vector<HalfSpace> planes;
        Box box;
    };
    struct Triangle {
        std::array<Vector, 3> corners;
        HalfSpace plane;
        double height;  // above the longest side
        Box box;
    };
    struct Ray {
        Vector from, along;
    };
    struct Crossing {
        double at;
        int step;  // 1: into the solid; -1: out of it
    };

    std::vector<Triangle> before_;
    bool rock_;
    std::vector<Tool> tools_;

    static std::vector<Triangle> triangles_of(const Mesh& mesh) {
        std::vector<Triangle> triangles;
        for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
            const auto loop = mesh.polygon(i);
            for (std::size_t k = 2; k < loop.size(); ++k) {
                const Vector &a = mesh.vertices[loop[0]], &b = mesh.vertices[loop[k - 1]],
                             &c = mesh.vertices[loop[k]];
                const Vector normal = (b - a).cross(c - a);
                const double longest = std::max({(b - a).norm(), (c - b).norm(), (a - c).norm()});
                if (!(longest > 0) || !(normal.norm() > 0)) continue;
                const Vector unit = normal.normalized();
                Triangle t{{a, b, c}, {unit, -unit.dot(a)}, normal.norm() / longest, {}};
                for (const Vector& v : t.corners) t.box.add(v);
                triangles.push_back(t);
            }
        }
        return triangles;
    }

    // ---- clipping ------------------------------------------------------------------------------

    static void clip(Outline& outline, const HalfSpace& by, double deeper) {
        Outline kept;
        for (std::size_t i = 0; i < outline.size(); ++i) {
            const Vector &a = outline[i], &b = outline[(i + 1) % outline.size()];
            const double at_a = by.normal.dot(a) + by.offset + deeper;
            const double at_b = by.normal.dot(b) + by.offset + deeper;
            if (at_a < 0) kept.push_back(a);
            if ((at_a < 0) != (at_b < 0)) kept.push_back(a + at_a / (at_a - at_b) * (b - a));
        }
        outline = std::move(kept);
    }
    static double area(const Outline& outline) {
        Vector sum = Vector::Zero();
        for (std::size_t i = 2; i < outline.size(); ++i) {
            sum += (outline[i - 1] - outline[0]).cross(outline[i] - outline[0]);
        }
        return sum.norm() / 2;
    }
    static bool apart(const Box& a, const Box& b) {
        return (a.lower.array() > b.upper.array() + near).any() ||
               (b.lower.array() > a.upper.array() + near).any();
    }
    static bool reaches_into(const Triangle& t, const Tool& tool) {
        if (apart(t.box, tool.box)) return false;
        Outline left(t.corners.begin(), t.corners.end());
        for (const HalfSpace& plane : tool.planes) {
            clip(left, plane, near);
            if (left.empty()) return false;
        }
        return area(left) > 1e-11;
    }
    /// The side of a tool may be off a wall, or off that of another tool, by a rounding: between
    /// them there is a film of solid, or of air.
    [[nodiscard]] bool may_be_film(const Triangle& s, const Triangle& t) const {
        if (s.plane.normal.dot(t.plane.normal) > 0) return false;
        const auto lies_in = [&](const Triangle& x, const HalfSpace& plane) {
            return std::ranges::all_of(x.corners, [&](const Vector& v) {
                return std::abs(plane.normal.dot(v) + plane.offset) < near;
            });
        };
        int tools = 0, walls = 0;
        for (const Tool& tool : tools_) {
            for (const HalfSpace& p : tool.planes) tools += lies_in(s, p) || lies_in(t, p) ? 1 : 0;
        }
        for (const Triangle& x : before_)
            walls += lies_in(s, x.plane) || lies_in(t, x.plane) ? 1 : 0;
        return tools > 1 || (tools > 0 && walls > 0);
    }
    [[nodiscard]] bool overlap_in_a_plane(const std::vector<Triangle>& triangles) {
        for (std::size_t i = 0; i < triangles.size(); ++i) {
            for (std::size_t k = 0; k < i; ++k) {
                const Triangle &s = triangles[i], &t = triangles[k];
                if (s.height < 1e-6 || t.height < 1e-6 || apart(s.box, t.box)) continue;
                if (std::abs(s.plane.normal.dot(t.plane.normal)) < 1 - 1e-9) continue;
                Outline left(s.corners.begin(), s.corners.end());
                const bool level = std::ranges::all_of(left, [&](const Vector& v) {
                    return std::abs(t.plane.normal.dot(v) + t.plane.offset) < near;
                });
                if (!level) continue;
                for (std::size_t e = 0; e < 3; ++e) {
                    const Vector &a = t.corners[e], &b = t.corners[(e + 1) % 3];
                    const Vector outward = (b - a).cross(t.plane.normal).normalized();
                    clip(left, {outward, -outward.dot(a)}, 0);
                }
                if (area(left) > 1e-9 && !may_be_film(s, t)) return true;
            }
        }
        return false;
    }

    // ---- rays ----------------------------------------------------------------------------------

    template <class Random>
    Ray random_ray(Random& random) const {
        std::uniform_real_distribution<double> unit(-1, 1);
        const Box& box = tools_.empty() ? before_.front().box : tools_.back().box;
        Vector through = box.centre(), along;
        for (int k = 0; k < 3; ++k) {
            through[k] += 0.65 * unit(random) * box.size()[k];
            along[k] = unit(random);
        }
        if (!(along.norm() > 0.1)) along = {1, 0.3, 0.2};
        along.normalize();
        return {through - 50 * along, along};
    }
    static void leave_out_films(const std::vector<double>& films, std::vector<Crossing>& found) {
        for (const double at : films) {
            for (std::size_t i = 0; i + 1 < found.size();) {
                const bool both = std::abs(found[i].at - at) < 1e-7 &&
                                  std::abs(found[i + 1].at - at) < 1e-7 &&
                                  found[i].step != found[i + 1].step;
                if (both) {
                    found.erase(found.begin() + static_cast<std::ptrdiff_t>(i),
                                found.begin() + static_cast<std::ptrdiff_t>(i) + 2);
                } else {
                    ++i;
                }
            }
        }
    }
    /// Where a ray crosses triangles, ascending; false: too near to a border to say.
    static bool crossings(const Ray& ray, const std::vector<Triangle>& triangles,
                          std::vector<Crossing>& found) {
        for (const Triangle& t : triangles) {
            bool all_left = true, all_right = true, unsure = false;
            for (std::size_t e = 0; e < 3; ++e) {
                const Vector a = t.corners[e] - ray.from, b = t.corners[(e + 1) % 3] - ray.from;
                const Vector side = (b - a).cross(ray.along);
                const double distance = a.dot(side) / std::max(side.norm(), 1e-30);
                if (std::abs(distance) < 1e-10) {
                    unsure = true;
                } else {
                    (distance > 0 ? all_right : all_left) = false;
                }
            }
            if (!all_left && !all_right) continue;
            if (unsure) return false;
            const double slope = t.plane.normal.dot(ray.along);
            const double at = -(t.plane.normal.dot(ray.from) + t.plane.offset) / slope;
            found.push_back({at, slope < 0 ? 1 : -1});
        }
        std::ranges::sort(found, {}, &Crossing::at);
        return true;
    }
    /// Where the solid begins and ends along a ray; false: too near to say.
    bool expected(const Ray& ray, std::vector<double>& wanted, std::vector<double>& films) const {
        std::vector<Crossing> surface;
        if (!crossings(ray, before_, surface)) return false;
        struct Event {
            double at;
            int solid, tool;
        };
        std::vector<Event> events;
        for (const auto& [at, step] : surface) events.push_back({at, step, 0});
        for (const Tool& tool : tools_) {
            double enters = -std::numeric_limits<double>::infinity(), leaves = -enters;
            for (const HalfSpace& plane : tool.planes) {
                const double slope = plane.normal.dot(ray.along);
                const double height = plane.normal.dot(ray.from) + plane.offset;
                if (std::abs(slope) < 1e-12) {
                    if (height > 0) leaves = -std::numeric_limits<double>::infinity();
                } else if (slope < 0) {
                    enters = std::max(enters, -height / slope);
                } else {
                    leaves = std::min(leaves, -height / slope);
                }
            }
            if (std::abs(leaves - enters) < 1e-7) return false;
            if (leaves < enters) continue;
            events.push_back({enters, 0, 1});
            events.push_back({leaves, 0, -1});
        }
        std::ranges::sort(events, {}, &Event::at);
        int solid = rock_ ? 1 : 0, tools = 0;
        bool was = solid > 0;
        for (std::size_t i = 0, end = 0; i < events.size(); i = end) {
            int of_tools = 0;
            for (; end < events.size() && events[end].at - events[i].at < near; ++end) {
                of_tools += events[end].tool != 0 ? 1 : 0;
                solid += events[end].solid;
                tools += events[end].tool;
            }
            if (end < events.size() && events[end].at - events[i].at < 1e-7) return false;
            if (of_tools > 0 && end - i > 1) films.push_back(events[i].at);
            const bool is = solid > 0 && tools == 0;
            if (is != was) wanted.push_back(events[i].at);
            was = is;
        }
        return true;
    }
};

}  // namespace swept::oracle
