// STL, binary and text. Each triangle has three vertices of its own: vertex = 3 face + corner.
//
// Binary files may begin with "solid" as text files do, so the size decides first: a binary file of
// n triangles has 84 + 50 n bytes.

#include <algorithm>
#include <string>

#include "core/byte_order.h"
#include "io/formats.h"
#include "io/mesh_builder.h"
#include "io/text_scanner.h"

namespace swept::io_detail {
namespace {

constexpr std::size_t header_size = 84;
constexpr std::size_t triangle_size = 50;
constexpr std::size_t count_at = 80;

bool has_exact_size(std::string_view bytes) {
    if (bytes.size() < header_size) return false;
    const std::uint64_t count = load<std::uint32_t>(start_of(bytes) + count_at);
    return bytes.size() == header_size + triangle_size * count;
}

bool is_text(std::string_view bytes) {
    const std::size_t start = std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size());
    if (has_exact_size(bytes) || !same_word(bytes.substr(start, 5), "solid")) return false;
    // The header of a damaged binary file is padded with zeros.
    return bytes.substr(0, header_size).find('\0') == std::string_view::npos;
}

bool end_triangle(MeshBuilder& build, const char* at) {
    const auto end = static_cast<std::int64_t>(build.vertex_count());
    return build.add_corner(end - 3, at) && build.add_corner(end - 2, at) &&
           build.add_corner(end - 1, at) && build.end_polygon(at);
}

class BinaryStlReader {
   public:
    BinaryStlReader(std::string_view bytes, const ReadOptions& options)
        : context_(bytes, Places::bytes, options.progress), build_(context_, 0) {}

    Result<MeshFile> read() {
        if (check_size()) read_triangles();
        return build_.finish("stl");
    }

   private:
    bool check_size() {
        if (context_.bytes_after(context_.begin()) < header_size) {
            return context_.fail(context_.end(),
                                 "the file ends within the 84 bytes of a binary STL header, and a "
                                 "text STL begins with 'solid'; it may be cut off");
        }
        count_ = load<std::uint32_t>(context_.begin() + count_at);
        const std::uint64_t rest = context_.bytes_after(context_.begin() + header_size);
        if (count_ > rest / triangle_size) {
            return context_.fail(context_.end(), "the header promises " + std::to_string(count_) +
                                                     " triangles but the file holds " +
                                                     std::to_string(rest / triangle_size) +
                                                     "; it may be cut off");
        }
        const std::uint64_t extra = rest - count_ * triangle_size;
        if (extra > 0) {
            context_.note(std::to_string(extra) + " bytes after the last triangle were not read");
        }
        return true;
    }

    bool read_triangles() {
        if (3 * count_ > most_items) {
            return context_.fail(context_.begin() + count_at,
                                 "more than 2^30 corners; split the mesh");
        }
        build_.reserve_vertices(3 * count_);
        build_.reserve_polygons(count_);
        const char* at = context_.begin() + header_size;
        for (std::uint64_t i = 0; i < count_; ++i, at += triangle_size) {
            context_.advance(at);
            if (!read_triangle(at)) return false;
        }
        return true;
    }

    // The normal comes first and is skipped: the corners say it better.
    bool read_triangle(const char* at) {
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const char* const p = at + 12 + 12 * corner;
            const Eigen::Vector3f position(load<float>(p), load<float>(p + 4), load<float>(p + 8));
            if (!build_.add_vertex(position.cast<double>(), p)) return false;
        }
        return end_triangle(build_, at);
    }

    ReadContext context_;
    MeshBuilder build_;
    std::uint64_t count_ = 0;
};

class TextStlReader {
   public:
    TextStlReader(std::string_view bytes, const ReadOptions& options)
        : context_(bytes, Places::lines, options.progress),
          scan_(context_, context_.begin(), {}),
          build_(context_, 0) {}

    Result<MeshFile> read() {
        while (scan_.next_filled_line() && read_solid()) {
        }
        return build_.finish("stl");
    }

   private:
    // What follows `solid` and `endsolid` on their lines is a name.
    bool read_solid() {
        if (!expect("solid")) return false;
        scan_.next_line();
        while (true) {
            const std::string_view word = next_word();
            if (same_word(word, "endsolid")) break;
            if (!same_word(word, "facet"))
                return scan_.refuse(start_of(word), "'facet' or 'endsolid'");
            if (!read_facet(start_of(word))) return false;
        }
        scan_.next_line();
        return true;
    }

    bool read_facet(const char* start) {
        if (!expect("normal")) return false;
        for (int i = 0; i < 3; ++i) next_word();
        if (!expect("outer") || !expect("loop")) return false;
        const std::uint64_t before = build_.vertex_count();
        std::string_view word = next_word();
        for (; same_word(word, "vertex"); word = next_word()) {
            if (!read_vertex(start_of(word))) return false;
        }
        if (!same_word(word, "endloop"))
            return scan_.refuse(start_of(word), "'vertex' or 'endloop'");
        const std::uint64_t corners = build_.vertex_count() - before;
        if (corners != 3) {
            return context_.fail(start, "facet has " + std::to_string(corners) +
                                            " vertices but a facet of STL has 3; repair it");
        }
        return expect("endfacet") && end_triangle(build_, start);
    }

    bool read_vertex(const char* line) {
        Eigen::Vector3d position;
        return scan_.point(position) && build_.add_vertex(position, line);
    }

    // Words may be spread over lines in any way.
    std::string_view next_word() {
        scan_.next_filled_line();
        return scan_.word();
    }

    bool expect(std::string_view expected) {
        const std::string_view word = next_word();
        return same_word(word, expected) || scan_.refuse(start_of(word), in_quotes(expected));
    }

    ReadContext context_;
    TextScanner scan_;
    MeshBuilder build_;
};

}  // namespace

Result<MeshFile> read_stl(std::string_view bytes, const ReadOptions& options) {
    if (is_text(bytes)) return TextStlReader(bytes, options).read();
    return BinaryStlReader(bytes, options).read();
}

}  // namespace swept::io_detail
