#include "report.h"

#include <fmt/format.h>

#include <cstdio>

namespace swept::bench {

namespace {

std::string number(std::optional<double> value) {
    return value ? short_number(*value) : "";
}

std::string whole(double value) {
    return fmt::format("{:.0f}", value);
}

std::string whole(std::optional<double> value) {
    return value ? whole(*value) : "";
}

std::string hash_text(std::uint64_t hash) {
    return fmt::format("{:016x}", hash);
}

}  // namespace

std::string name_of_length(double length) {
    return length == 0 ? "no end" : fmt::format("{:g} m", length);
}

Table ray_table(const Results& results) {
    Table table{
        {"<scene", "triangles", "<length", "hits", "swept ns", "Embree ns", "ratio", "batch ns",
         "Embree, 8 at once ns", "ratio", "Embree, high quality ns", "boxes", "faces", "answers"},
        {}};
    for (const RayRow& row : results.rays.rows) {
        table.add({row.scene, grouped(row.triangles), name_of_length(row.length), percent(row.hits),
                   whole(row.time(swept_single)), whole(row.time(embree_medium)),
                   number(row.ratio(embree_medium, swept_single)), whole(row.time(swept_batch)),
                   whole(row.time(embree_eight)), number(row.ratio(embree_eight, swept_batch)),
                   whole(row.time(embree_high)), short_number(row.box_tests),
                   short_number(row.face_tests),
                   hash_text(row.hash) + (row.batch_same ? "" : ", the batch's differ")});
    }
    return table;
}

Table slow_ray_table(const Results& results) {
    Table table{{"<scene", "<length", "rays", "swept ns", "Bullet, world ns", "Bullet, mesh ns",
                 "ODE ns", "ratio to Bullet", "ratio to ODE"},
                {}};
    for (const RayRow& row : results.rays.rows) {
        table.add({row.scene, name_of_length(row.length), grouped(row.slow_rays),
                   whole(row.time(swept_single)), number(row.time(bullet_world)),
                   number(row.time(bullet_mesh)), number(row.time(ode)), number(row.bullet_ratio()),
                   number(row.ratio(ode, swept_single))});
    }
    return table;
}

Table tally_table(const Results& results) {
    Table table{
        {"<who", "rays", "hits", "hits of swept", "differ", "they are right", "swept is right"},
        {}};
    for (const auto& [who, tally] : results.rays.tallies) {
        table.add({who, grouped(tally.asked), grouped(tally.hits), grouped(tally.our_hits),
                   grouped(tally.differ), grouped(tally.right), grouped(tally.ours_right)});
    }
    return table;
}

Table verdict_table(const Verdicts& verdicts) {
    Table table{{"<who", "judged", "missed", "false", "other face", "fraction off"}, {}};
    for (const auto& [who, verdict] : verdicts.of) {
        table.add({who, grouped(verdict.asked), grouped(verdict.missed),
                   grouped(verdict.false_hits), grouped(verdict.other_face), grouped(verdict.off)});
    }
    return table;
}

Table sphere_table(const Results& results) {
    Table table{{"<scene", "triangles", "<length", "spheres", "to Bullet", "hits", "swept ns",
                 "batch ns", "Bullet ns", "ratio", "boxes", "faces", "answers"},
                {}};
    for (const SphereRow& row : results.spheres) {
        table.add({row.scene, grouped(row.triangles), name_of_length(row.length),
                   grouped(row.spheres), row.bullet_ns ? grouped(row.slow_spheres) : "",
                   percent(row.hits), whole(row.ns), whole(row.batch_ns), number(row.bullet_ns),
                   number(row.bullet_ratio()), short_number(row.box_tests),
                   short_number(row.face_tests), hash_text(row.hash)});
    }
    return table;
}

Table sphere_error_table(const Results& results) {
    Table table{
        {"<scene", "<length", "judged", "<who", "missed", "false", "median mm", "largest mm"}, {}};
    const auto add = [&](const SphereRow& row, const char* who, const StopErrors& errors) {
        table.add({row.scene, name_of_length(row.length), grouped(errors.asked), who,
                   grouped(errors.missed), grouped(errors.false_hits),
                   fmt::format("{:.2g}", errors.median_mm),
                   fmt::format("{:.2g}", errors.largest_mm)});
    };
    for (const SphereRow& row : results.spheres) {
        add(row, "swept", row.errors);
        if (row.bullet_errors) add(row, "Bullet", *row.bullet_errors);
    }
    return table;
}

Table build_table(const Results& results) {
    Table table{{"<scene", "triangles", "swept tree ms", "Embree ms", "ratio", "Embree, high ms",
                 "swept tree bytes", "Embree bytes", "Embree, high bytes", "swept shape ms",
                 "swept shape bytes"},
                {}};
    for (const BuildRow& row : results.builds) {
        table.add({row.scene, grouped(row.triangles), short_number(row.tree_ms),
                   number(row.embree_ms), number(row.ratio()), number(row.embree_high_ms),
                   short_number(row.bytes), number(row.embree_bytes), number(row.embree_high_bytes),
                   short_number(row.shape_ms), short_number(row.shape_bytes)});
    }
    return table;
}

Table halving_table(const Results& results) {
    Table table{{"<way", "halvings", "us", "exact cast us", "hits", "tunnels", "short by mm, mean",
                 "short by mm, largest"},
                {}};
    for (const SubdivisionRow& row : results.subdivision) {
        if (row.radius != sphere_radius) continue;
        table.add({name_of_length(row.speed), std::to_string(row.halvings), short_number(row.us),
                   short_number(row.cast_us), grouped(row.hits), grouped(row.tunnels),
                   short_number(row.short_by_mm), short_number(row.short_by_most_mm)});
    }
    return table;
}

Table tunnel_table(const Results& results) {
    Table table{
        {"<radius", "<way", "ways", "hits", "tunnels", "of the hits", "us", "exact cast us"}, {}};
    for (const SubdivisionRow& row : results.subdivision) {
        if (row.halvings != 8) continue;
        const double share = static_cast<double>(row.tunnels) /
                             static_cast<double>(std::max<std::size_t>(1, row.hits));
        table.add({name_of_length(row.radius), name_of_length(row.speed), grouped(row.ways),
                   grouped(row.hits), grouped(row.tunnels), fmt::format("{:.1f} %", 100 * share),
                   short_number(row.us), short_number(row.cast_us)});
    }
    return table;
}

Table set_table(const Results& results) {
    Table table{{"<object", "faces", "spheres", "<motion", "casts", "set us", "mesh us",
                 "mesh / set", "set hits", "mesh hits", "earlier mm", "later", "undecided"},
                {}};
    for (const SetRow& row : results.sets) {
        table.add({row.object, grouped(row.faces), grouped(row.spheres), row.motion,
                   grouped(row.sweeps), short_number(row.us), short_number(row.mesh_us),
                   short_number(row.mesh_us / row.us), percent(row.hits), percent(row.mesh_hits),
                   short_number(row.earlier_mm), grouped(row.later), grouped(row.undecided)});
    }
    return table;
}

void print_report(const Results& results) {
    print_table("Rays beside Embree", ray_table(results));
    print_table("Rays beside Bullet and ODE", slow_ray_table(results));
    print_table("Answers beside ours", tally_table(results));
    print_table("Random rays before the exact judge", verdict_table(results.rays.random));
    print_table("Rays through vertices before the exact judge",
                verdict_table(results.rays.vertices));
    print_table("Spheres of 0.3 m beside Bullet", sphere_table(results));
    print_table("How far their stops are off", sphere_error_table(results));
    print_table("Getting ready", build_table(results));
    print_table("Binary subdivision, spheres of 0.3 m", halving_table(results));
    print_table("Binary subdivision, 8 halvings", tunnel_table(results));
    print_table("Sets of spheres beside the mesh", set_table(results));
}

}  // namespace swept::bench
