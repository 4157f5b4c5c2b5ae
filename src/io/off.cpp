// OFF, the object file format of Geomview: counts, vertices, faces, one per line.
//
// The letters before OFF announce texture coordinates (ST), colours (C) and normals (N). All of
// them follow the position on the line of their vertex, so that the rest of the line is skipped.
// Colours of faces likewise.

#include <string>

#include "io/formats.h"
#include "io/mesh_builder.h"
#include "io/text_scanner.h"

namespace swept::io_detail {
namespace {

// The shortest lines: "0 0 0" and "3 0 0 0", each with its line end.
constexpr std::uint64_t least_vertex_bytes = 6;
constexpr std::uint64_t least_face_bytes = 8;

class OffReader {
   public:
    OffReader(std::string_view bytes, const ReadOptions& options)
        : context_(bytes, Places::lines, options.progress),
          scan_(context_, context_.begin(), {.comments = true}),
          build_(context_, 0) {}

    Result<MeshFile> read() {
        if (read_keyword() && read_counts() && read_vertices() && read_faces()) note_rest();
        return build_.finish("off");
    }

   private:
    // The keyword may be missing. Some writers put no blank after it, so it ends with its last
    // letter.
    bool read_keyword() {
        scan_.next_filled_line();
        const char* const start = scan_.at();
        const std::string_view word = scan_.word();
        const std::size_t letters = word.find("OFF");
        if (letters == std::string_view::npos) {
            scan_.move_to(start);
            return true;
        }
        if (word.substr(0, letters).find_first_not_of("STCN") != std::string_view::npos) {
            return context_.fail(start,
                                 in_quotes(word) +
                                     " has vertices of other than three dimensions; only "
                                     "three are read",
                                 ErrorCode::unsupported);
        }
        scan_.move_to(start + letters + 3);
        if (same_word(scan_.word(), "BINARY")) {
            return context_.fail(start, "binary OFF is not read; write it as text",
                                 ErrorCode::unsupported);
        }
        scan_.move_to(start + letters + 3);
        return true;
    }

    // Vertices and faces; the number of edges is optional and of no use.
    bool read_counts() {
        scan_.next_filled_line();
        const char* const line = scan_.at();
        if (!scan_.integer(vertex_count_) || !scan_.integer(face_count_)) return false;
        scan_.next_line();
        if (!check_count("vertices", vertex_count_, least_vertex_bytes, line) ||
            !check_count("faces", face_count_, least_face_bytes, line)) {
            return false;
        }
        build_.reserve_vertices(static_cast<std::uint64_t>(vertex_count_));
        build_.reserve_polygons(static_cast<std::uint64_t>(face_count_));
        return true;
    }

    bool check_count(const std::string& items, std::int64_t count, std::uint64_t least_bytes,
                     const char* line) {
        const std::uint64_t rest = context_.bytes_after(scan_.at()) + 1;
        if (count >= 0 && static_cast<std::uint64_t>(count) <= rest / least_bytes) return true;
        return context_.fail(line, "the header promises " + std::to_string(count) + " " + items +
                                       ", which " +
                                       (count < 0 ? "is no count" : "the file is too short for") +
                                       "; correct it, or the file may be cut off");
    }

    bool read_vertices() {
        for (std::int64_t i = 0; i < vertex_count_; ++i, scan_.next_line()) {
            if (!start_item("vertices", i, vertex_count_)) return false;
            const char* const line = scan_.at();
            Eigen::Vector3d position;
            if (!scan_.point(position) || !build_.add_vertex(position, line)) return false;
        }
        return true;
    }

    bool read_faces() {
        for (std::int64_t i = 0; i < face_count_; ++i, scan_.next_line()) {
            if (!start_item("faces", i, face_count_) || !read_face(scan_.at())) return false;
        }
        return true;
    }

    bool read_face(const char* line) {
        std::int64_t size = 0;
        if (!scan_.integer(size)) return false;
        for (std::int64_t i = 0; i < size; ++i) {
            std::int64_t index = 0;
            if (!scan_.integer(index) || !build_.add_corner(index, line)) return false;
        }
        return build_.end_polygon(line);
    }

    bool start_item(const std::string& items, std::int64_t i, std::int64_t count) {
        if (scan_.next_filled_line()) return true;
        return context_.fail(scan_.at(), "the file ends after " + std::to_string(i) + " of " +
                                             std::to_string(count) + " " + items +
                                             "; it may be cut off");
    }

    void note_rest() {
        if (scan_.next_filled_line()) context_.note("text after the last face was not read");
    }

    ReadContext context_;
    TextScanner scan_;
    MeshBuilder build_;
    std::int64_t vertex_count_ = 0;
    std::int64_t face_count_ = 0;
};

}  // namespace

Result<MeshFile> read_off(std::string_view bytes, const ReadOptions& options) {
    return OffReader(bytes, options).read();
}

}  // namespace swept::io_detail
