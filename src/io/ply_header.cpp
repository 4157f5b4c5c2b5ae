#include "io/ply_header.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "io/text_scanner.h"

namespace swept::io_detail {
namespace {

// More than anybody writes; it bounds the search for double names.
constexpr std::size_t most_names = 256;

constexpr std::array<std::pair<std::string_view, PlyType>, 16> type_names = {{
    {"char", PlyType::int8},
    {"int8", PlyType::int8},
    {"uchar", PlyType::uint8},
    {"uint8", PlyType::uint8},
    {"short", PlyType::int16},
    {"int16", PlyType::int16},
    {"ushort", PlyType::uint16},
    {"uint16", PlyType::uint16},
    {"int", PlyType::int32},
    {"int32", PlyType::int32},
    {"uint", PlyType::uint32},
    {"uint32", PlyType::uint32},
    {"float", PlyType::float32},
    {"float32", PlyType::float32},
    {"double", PlyType::float64},
    {"float64", PlyType::float64},
}};

template <class Items>
bool has_name(const Items& items, std::string_view name) {
    return std::ranges::any_of(items, [&](const auto& item) { return item.name == name; });
}

class HeaderReader {
   public:
    HeaderReader(ReadContext& context, PlyHeader& header)
        : context_(context), scan_(context, context.begin(), {}), header_(header) {}

    bool read() {
        if (!expect("ply") || !next_line() || !read_format()) return false;
        while (next_line()) {
            const std::string_view keyword = scan_.word();
            if (keyword == "end_header") return end_header();
            if (!read_line(keyword)) return false;
        }
        return false;
    }

   private:
    bool next_line() {
        scan_.next_line();
        return scan_.next_filled_line() || scan_.refuse(scan_.at(), "'end_header'");
    }

    bool expect(std::string_view expected) {
        const std::string_view word = scan_.word();
        return word == expected || scan_.refuse(start_of(word), in_quotes(expected));
    }

    bool read_format() {
        while (is_remark(peek())) {
            if (!next_line()) return false;
        }
        if (!expect("format")) return false;
        const std::string_view format = scan_.word();
        if (format == "binary_little_endian") header_.byte_order = std::endian::little;
        if (format == "binary_big_endian") header_.byte_order = std::endian::big;
        const bool known = format == "ascii" || header_.byte_order;
        return (known || scan_.refuse(start_of(format),
                                      "'ascii', 'binary_little_endian' or "
                                      "'binary_big_endian'")) &&
               expect("1.0");
    }

    std::string_view peek() {
        const char* const start = scan_.at();
        const std::string_view word = scan_.word();
        scan_.move_to(start);
        return word;
    }

    static bool is_remark(std::string_view keyword) {
        return keyword == "comment" || keyword == "obj_info";
    }

    bool read_line(std::string_view keyword) {
        if (is_remark(keyword)) return true;
        if (keyword == "element") return read_element(start_of(keyword));
        if (keyword == "property") return read_property(start_of(keyword));
        return scan_.refuse(start_of(keyword), "'element', 'property', 'comment' or 'end_header'");
    }

    bool read_element(const char* line) {
        PlyElement element;
        element.line = line;
        if (!read_name(header_.elements, "element", element.name)) return false;
        const char* const token = scan_.at();
        std::int64_t count = 0;
        if (!scan_.integer(count)) return false;
        if (count < 0) return scan_.refuse(token, "a count");
        element.count = static_cast<std::uint64_t>(count);
        header_.elements.push_back(std::move(element));
        return true;
    }

    bool read_property(const char* line) {
        if (header_.elements.empty()) {
            return context_.fail(line, "property before the first element; name its element first");
        }
        PlyProperty property;
        property.line = line;
        if (peek() == "list") {
            scan_.word();
            property.count_type.emplace();
            const char* const token = scan_.at();
            if (!read_type(*property.count_type)) return false;
            if (!is_integer(*property.count_type)) {
                return scan_.refuse(token, "a whole-number type for the length of the list");
            }
        }
        auto& properties = header_.elements.back().properties;
        if (!read_type(property.type) || !read_name(properties, "property", property.name)) {
            return false;
        }
        properties.push_back(std::move(property));
        return true;
    }

    bool read_type(PlyType& type) {
        const std::string_view word = scan_.word();
        for (const auto& [name, known] : type_names) {
            if (word == name) {
                type = known;
                return true;
            }
        }
        return scan_.refuse(start_of(word), "a type like 'float' or 'uchar'");
    }

    template <class Items>
    bool read_name(const Items& others, const std::string& kind, std::string& name) {
        const std::string_view word = scan_.word();
        if (word.empty()) return scan_.refuse(start_of(word), "the name of the " + kind);
        if (has_name(others, word)) {
            return context_.fail(start_of(word),
                                 kind + " " + in_quotes(word) + " is declared twice; remove one");
        }
        if (others.size() >= most_names) {
            return context_.fail(start_of(word), "more than 256 times '" + kind + "'; remove some");
        }
        name = word;
        return true;
    }

    // In binary files the bytes after the line feed may look like blanks.
    bool end_header() {
        scan_.next_line();
        header_.body = scan_.at();
        return std::ranges::all_of(
            header_.elements, [this](const PlyElement& element) { return check_count(element); });
    }

    bool check_count(const PlyElement& element) {
        std::uint64_t least_bytes = 0;
        for (const PlyProperty& property : element.properties) {
            // Text: a digit and a blank or line end, which the very last one may lack.
            least_bytes +=
                header_.is_text() ? 2 : size_of(property.count_type.value_or(property.type));
        }
        const std::uint64_t rest = context_.bytes_after(header_.body) + (header_.is_text() ? 1 : 0);
        if (least_bytes == 0 || element.count <= rest / least_bytes) return true;
        return context_.fail(element.line,
                             "the header promises " + std::to_string(element.count) + " times " +
                                 in_quotes(element.name) + " but only " + std::to_string(rest) +
                                 " bytes follow it; correct it, or the file may be cut off");
    }

    ReadContext& context_;
    TextScanner scan_;
    PlyHeader& header_;
};

}  // namespace

const PlyElement* PlyHeader::find(std::string_view name) const {
    const auto found = std::ranges::find_if(
        elements, [&](const PlyElement& element) { return element.name == name; });
    return found == elements.end() ? nullptr : &*found;
}

bool read_ply_header(ReadContext& context, PlyHeader& header) {
    return HeaderReader(context, header).read();
}

}  // namespace swept::io_detail
