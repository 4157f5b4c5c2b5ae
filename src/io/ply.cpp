// PLY, text and binary of both byte orders: the elements `vertex` and `face`, in any order and with
// any further properties; other elements are skipped and named.

#include <algorithm>
#include <array>
#include <string>

#include "io/formats.h"
#include "io/mesh_builder.h"
#include "io/ply_header.h"
#include "io/ply_items.h"

namespace swept::io_detail {
namespace {

bool holds_corners(const PlyProperty& property) {
    return property.name == "vertex_indices" || property.name == "vertex_index";
}

int axis_of(const PlyProperty& property) {
    return property.name == "x" ? 0 : property.name == "y" ? 1 : property.name == "z" ? 2 : -1;
}

bool check_vertex_element(ReadContext& context, const PlyHeader& header) {
    const PlyElement* const vertex = header.find("vertex");
    if (vertex == nullptr) {
        return context.fail(header.body,
                            "the header has no element 'vertex'; there is no mesh in it");
    }
    for (const char* const axis : {"x", "y", "z"}) {
        const auto found =
            std::ranges::find_if(vertex->properties, [&](const auto& p) { return p.name == axis; });
        if (found == vertex->properties.end() || found->is_list()) {
            const bool missing = found == vertex->properties.end();
            return context.fail(missing ? vertex->line : found->line,
                                std::string("the element 'vertex' needs a property '") + axis +
                                    "' that is a number; add it");
        }
    }
    return true;
}

bool check_face_element(ReadContext& context, const PlyHeader& header) {
    const PlyElement* const face = header.find("face");
    if (face == nullptr || face->count == 0) return true;
    const auto& properties = face->properties;
    const auto lists = std::ranges::count_if(properties, holds_corners);
    if (lists != 1) {
        return context.fail(face->line,
                            "the element 'face' needs one list 'vertex_indices' and has " +
                                std::to_string(lists) + "; correct the header");
    }
    const auto list = std::ranges::find_if(properties, holds_corners);
    if (list->is_list() && is_integer(list->type)) return true;
    return context.fail(list->line, "the property " + in_quotes(list->name) +
                                        " must be a list of whole numbers; correct the header");
}

template <class Items>
class BodyReader {
   public:
    BodyReader(ReadContext& context, MeshBuilder& build, const PlyHeader& header)
        : context_(context), build_(build), header_(header), items_(context, header) {}

    bool read() {
        for (const PlyElement& element : header_.elements) {
            if (!read_element(element)) return false;
        }
        if (items_.has_rest()) {
            context_.note(std::to_string(context_.bytes_after(items_.place())) +
                          " bytes after the last element were not read");
        }
        return true;
    }

   private:
    // Elements without properties take no room in the file, whatever their count.
    bool read_element(const PlyElement& element) {
        if (element.count == 0 || element.properties.empty()) return true;
        if (element.name == "vertex") return read_vertices(element);
        if (element.name == "face") return read_faces(element);
        context_.note(std::to_string(element.count) + " times the element " +
                      in_quotes(element.name) + " were not read");
        for (std::uint64_t i = 0; i < element.count; ++i) {
            if (!read_item(element, [this](const auto& p) { return items_.skip(p); })) return false;
        }
        return true;
    }

    template <class ReadProperty>
    bool read_item(const PlyElement& element, const ReadProperty& read_property) {
        if (!items_.start_item()) return false;
        for (const PlyProperty& property : element.properties) {
            if (!read_property(property)) return false;
        }
        return items_.end_item();
    }

    bool read_vertices(const PlyElement& element) {
        build_.reserve_vertices(element.count);
        std::array<int, 256> axes{};
        for (std::size_t i = 0; i < element.properties.size(); ++i) {
            axes[i] = axis_of(element.properties[i]);
        }
        for (std::uint64_t i = 0; i < element.count; ++i) {
            if (!items_.start_item() || !read_vertex(element, axes) || !items_.end_item())
                return false;
        }
        return true;
    }

    bool read_vertex(const PlyElement& element, const std::array<int, 256>& axes) {
        Eigen::Vector3d position;
        const char* const start = items_.place();
        for (std::size_t i = 0; i < element.properties.size(); ++i) {
            const PlyProperty& property = element.properties[i];
            const bool good = axes[i] >= 0 ? items_.number(property.type, position[axes[i]])
                                           : items_.skip(property);
            if (!good) return false;
        }
        return build_.add_vertex(position, start);
    }

    bool read_faces(const PlyElement& element) {
        build_.reserve_polygons(element.count);
        const PlyProperty* const corners =
            &*std::ranges::find_if(element.properties, holds_corners);
        for (std::uint64_t i = 0; i < element.count; ++i) {
            const char* const start = items_.place();
            const auto read_property = [&](const PlyProperty& property) {
                if (&property != corners) return items_.skip(property);
                return items_.corners(property, build_) && build_.end_polygon(start);
            };
            if (!read_item(element, read_property)) return false;
        }
        return true;
    }

    ReadContext& context_;
    MeshBuilder& build_;
    const PlyHeader& header_;
    Items items_;
};

bool read_body(ReadContext& context, MeshBuilder& build, const PlyHeader& header) {
    if (header.is_text()) return BodyReader<PlyTextItems>(context, build, header).read();
    context.name_places_by(Places::bytes);
    return BodyReader<PlyBinaryItems>(context, build, header).read();
}

}  // namespace

Result<MeshFile> read_ply(std::string_view bytes, const ReadOptions& options) {
    ReadContext context(bytes, Places::lines, options.progress);
    MeshBuilder build(context, 0);
    PlyHeader header;
    if (read_ply_header(context, header) && check_vertex_element(context, header) &&
        check_face_element(context, header)) {
        read_body(context, build, header);
    }
    return build.finish("ply");
}

}  // namespace swept::io_detail
