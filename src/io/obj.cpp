// Wavefront OBJ: vertices and faces; what else the file holds is skipped, and named if it is
// geometry.
//
// Faces may come before the vertices that they use. Negative indices count back from the vertex
// that was last defined.

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "io/formats.h"
#include "io/mesh_builder.h"
#include "io/text_scanner.h"

namespace swept::io_detail {
namespace {

// Names, materials and attributes of corners: nothing that a mesh of ours has.
constexpr std::array<std::string_view, 10> silent_keywords = {
    "vt", "vn", "vp", "g", "o", "s", "mg", "lod", "usemtl", "mtllib"};

std::string_view meaning(std::string_view keyword) {
    if (keyword == "l") return "polylines";
    if (keyword == "p") return "points";
    if (keyword.starts_with("curv")) return "curves";
    if (keyword.starts_with("surf")) return "surfaces";
    return "unknown or of curves and surfaces";
}

class ObjReader {
   public:
    ObjReader(std::string_view bytes, const ReadOptions& options)
        : context_(bytes, Places::lines, options.progress),
          scan_(context_, context_.begin(), {.comments = true, .continuations = true}),
          build_(context_, 1) {}

    Result<MeshFile> read() {
        while (scan_.next_filled_line() && read_line()) scan_.next_line();
        note_skipped();
        return build_.finish("obj");
    }

   private:
    bool read_line() {
        const std::string_view keyword = scan_.word();
        if (keyword == "v") return read_vertex(start_of(keyword));
        if (keyword == "f") return read_face(start_of(keyword));
        skip(keyword);
        return true;
    }

    // What may follow the third coordinate, a weight and colours, stays unread.
    bool read_vertex(const char* line) {
        Eigen::Vector3d position;
        return scan_.point(position) && build_.add_vertex(position, line);
    }

    bool read_face(const char* line) {
        while (!scan_.at_line_end()) {
            if (!read_corner(line)) return false;
        }
        return build_.end_polygon(line);
    }

    // v, v/vt, v//vn or v/vt/vn.
    bool read_corner(const char* line) {
        const char* const token = scan_.at();
        std::int64_t id = 0;
        bool good = scan_.digits(id);
        for (int part = 0; good && part < 2 && !scan_.at_token_end(); ++part) {
            good = skip_slash_and_id();
        }
        if (!good || !scan_.at_token_end()) return scan_.refuse(token, "a corner like 7 or 7/3/2");
        return add_corner(id, line);
    }

    bool add_corner(std::int64_t id, const char* line) {
        if (id == 0) {
            return context_.fail(line, "face refers to vertex 0; indices of OBJ start at 1");
        }
        const auto defined = static_cast<std::int64_t>(build_.vertex_count());
        if (id < -defined) return build_.refuse_corner(id, build_.vertex_count(), line);
        return build_.add_corner(id > 0 ? id - 1 : defined + id, line);
    }

    bool skip_slash_and_id() {
        if (*scan_.at() != '/') return false;
        scan_.move_to(scan_.at() + 1);
        std::int64_t ignored = 0;
        return scan_.digits(ignored) || scan_.at_token_end() || *scan_.at() == '/';
    }

    void skip(std::string_view keyword) {
        for (const std::string_view silent : silent_keywords) {
            if (keyword == silent) return;
        }
        for (auto& [word, count] : skipped_) {
            if (word == keyword) {
                ++count;
                return;
            }
        }
        // A file of another format could have a new word on every line.
        constexpr std::size_t most_words = 16;
        if (skipped_.size() < most_words) {
            skipped_.emplace_back(keyword, 1);
        } else {
            ++others_;
        }
    }

    void note_skipped() {
        const auto lines = [](std::uint64_t count) {
            return std::to_string(count) + (count == 1 ? " line " : " lines ");
        };
        const auto verb = [](std::uint64_t count) { return count == 1 ? " was" : " were"; };
        for (const auto& [word, count] : skipped_) {
            context_.note(lines(count) + in_quotes(word) + " (" + std::string(meaning(word)) + ")" +
                          verb(count) + " not read");
        }
        if (others_ > 0) {
            context_.note(lines(others_) + "with other unknown words" + verb(others_) +
                          " not read");
        }
    }

    ReadContext context_;
    TextScanner scan_;
    MeshBuilder build_;
    std::vector<std::pair<std::string_view, std::uint64_t>> skipped_;
    std::uint64_t others_ = 0;
};

}  // namespace

Result<MeshFile> read_obj(std::string_view bytes, const ReadOptions& options) {
    return ObjReader(bytes, options).read();
}

}  // namespace swept::io_detail
