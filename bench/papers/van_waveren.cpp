// van Waveren 2005: how much the offset shapes of section 3.5 lose.

#include <cstdio>

#include "common/table.h"
#include "papers/papers.h"
#include "swept/papers/van_waveren.h"
#include "swept/solids.h"

namespace swept::bench {

void report_van_waveren(const RunFlags& /*flags*/) {
    Table table{.head = {"<solid", "faces", "faces offset inward by 1/100"}, .rows = {}};
    for (const char* name : {"box", "prism,sides=12", "brick", "sphere,rings=8,segments=12"}) {
        const auto shape =
            make_solid(name).and_then([](const Mesh& m) { return Polyhedron::build(m); });
        const auto offset = papers::van_waveren::offset_inward(shape.value(), 0.01);
        table.add({name, std::to_string(shape->face_count()),
                   offset ? std::to_string(offset->face_count()) : "none"});
    }
    print_table("Shapes offset inward (3.5)", table);
}

}  // namespace swept::bench
