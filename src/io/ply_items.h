#pragma once

// The numbers of a PLY file one after another, from text or from binary. Both classes have the same
// functions, so that the reader is written once:
//   start_item()      the next vertex, face ...
//   place()           where we are, for messages
//   number(), integer(), corners(), skip()   the next property
//   end_item()        whether the item ended where the header says

#include <bit>
#include <concepts>
#include <cstdint>

#include "core/byte_order.h"
#include "io/mesh_builder.h"
#include "io/ply_header.h"
#include "io/text_scanner.h"

namespace swept::io_detail {

class PlyTextItems {
   public:
    PlyTextItems(ReadContext& context, const PlyHeader& header) : scan_(context, header.body, {}) {}

    [[nodiscard]] const char* place() const { return scan_.at(); }

    bool start_item() {
        return scan_.next_filled_line() || scan_.refuse(scan_.at(), "a further line of numbers");
    }
    bool number(PlyType /*type*/, double& value) { return scan_.number(value); }
    bool corners(const PlyProperty& property, MeshBuilder& build);
    bool skip(const PlyProperty& property);
    bool end_item() {
        if (!scan_.at_line_end()) return scan_.refuse(scan_.at(), "the end of the line");
        scan_.next_line();
        return true;
    }
    /// Whether something follows the last item.
    bool has_rest() { return scan_.next_filled_line(); }

   private:
    bool list_size(std::int64_t& size);

    TextScanner scan_;
};

class PlyBinaryItems {
   public:
    PlyBinaryItems(ReadContext& context, const PlyHeader& header)
        : context_(context), at_(header.body), order_(*header.byte_order) {}

    [[nodiscard]] const char* place() const { return at_; }

    bool start_item() {
        context_.advance(at_);
        return true;
    }
    bool number(PlyType type, double& value) {
        if (!has(1, size_of(type))) return false;
        value = load_as<double>(type, at_);
        at_ += size_of(type);
        return true;
    }
    bool corners(const PlyProperty& property, MeshBuilder& build);
    bool skip(const PlyProperty& property);
    bool end_item() { return true; }
    [[nodiscard]] bool has_rest() const { return at_ != context_.end(); }

   private:
    // Whether that many numbers are there. Fails if not. Counts have 32 bits, so nothing overflows.
    bool has(std::uint64_t count, std::uint64_t size) {
        return count * size <= context_.bytes_after(at_) || refuse_end();
    }
    bool refuse_end();
    bool list_size(const PlyProperty& property, std::int64_t& size);

    template <class To>
    To load_as(PlyType type, const char* at) const {
        switch (type) {
            case PlyType::int8:
                return static_cast<To>(load<std::int8_t>(at, order_));
            case PlyType::uint8:
                return static_cast<To>(load<std::uint8_t>(at, order_));
            case PlyType::int16:
                return static_cast<To>(load<std::int16_t>(at, order_));
            case PlyType::uint16:
                return static_cast<To>(load<std::uint16_t>(at, order_));
            case PlyType::int32:
                return static_cast<To>(load<std::int32_t>(at, order_));
            case PlyType::uint32:
                return static_cast<To>(load<std::uint32_t>(at, order_));
            case PlyType::float32:
                if constexpr (std::floating_point<To>)
                    return static_cast<To>(load<float>(at, order_));
                break;
            case PlyType::float64:
                if constexpr (std::floating_point<To>) return load<double>(at, order_);
                break;
        }
        return To{};  // not reached: the header allows whole numbers only where To is one
    }

    ReadContext& context_;
    const char* at_;
    std::endian order_;
};

}  // namespace swept::io_detail
