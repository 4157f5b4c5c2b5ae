#include "io/ply_items.h"

#include "core/assert.h"

namespace swept::io_detail {

bool PlyTextItems::list_size(std::int64_t& size) {
    const char* const token = scan_.at();
    return scan_.integer(size) && (size >= 0 || scan_.refuse(token, "the length of a list"));
}

bool PlyTextItems::corners(const PlyProperty& /*property*/, MeshBuilder& build) {
    std::int64_t size = 0;
    if (!list_size(size)) return false;
    for (std::int64_t i = 0; i < size; ++i) {
        std::int64_t index = 0;
        if (!scan_.integer(index) || !build.add_corner(index, place())) return false;
    }
    return true;
}

bool PlyTextItems::skip(const PlyProperty& property) {
    std::int64_t size = 1;
    if (property.is_list() && !list_size(size)) return false;
    for (std::int64_t i = 0; i < size; ++i) {
        if (scan_.word().empty()) return scan_.refuse(scan_.at(), "a number");
    }
    return true;
}

bool PlyBinaryItems::refuse_end() {
    return context_.fail(context_.end(), "the file ends within an element; it may be cut off");
}

bool PlyBinaryItems::list_size(const PlyProperty& property, std::int64_t& size) {
    SWEPT_ASSERT(property.is_list(), "lists have a length");
    const PlyType type = *property.count_type;
    if (!has(1, size_of(type))) return false;
    size = load_as<std::int64_t>(type, at_);
    if (size < 0) return context_.fail(at_, "a list has a negative length; repair the file");
    at_ += size_of(type);
    return has(static_cast<std::uint64_t>(size), size_of(property.type));
}

bool PlyBinaryItems::corners(const PlyProperty& property, MeshBuilder& build) {
    std::int64_t size = 0;
    if (!list_size(property, size)) return false;
    const char* at = at_;
    at_ += static_cast<std::uint64_t>(size) * size_of(property.type);
    // What nearly all files have goes without a choice per number.
    if (property.type == PlyType::int32 && order_ == std::endian::native) {
        for (; at < at_; at += 4) {
            if (!build.add_corner(load<std::int32_t>(at, std::endian::native), at)) return false;
        }
        return true;
    }
    for (; at < at_; at += size_of(property.type)) {
        if (!build.add_corner(load_as<std::int64_t>(property.type, at), at)) return false;
    }
    return true;
}

bool PlyBinaryItems::skip(const PlyProperty& property) {
    std::int64_t size = 1;
    const bool there =
        property.is_list() ? list_size(property, size) : has(1, size_of(property.type));
    if (there) at_ += static_cast<std::uint64_t>(size) * size_of(property.type);
    return there;
}

}  // namespace swept::io_detail
