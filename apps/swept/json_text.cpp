#include "json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace swept::tool {
namespace {

constexpr std::size_t most_levels = 64;
constexpr std::size_t most_keys = 64;

/// What the parser says, without its own name and without the text that it read last: that may be
/// a megabyte, and not UTF-8.
std::string in_short(std::string_view what) {
    if (what.find("number overflow") != std::string_view::npos)
        return "a number beyond the range of doubles";
    if (const auto read = what.find("; last read: "); read != std::string_view::npos)
        what = what.substr(0, read);
    for (const std::string_view start : {"] ", ": syntax error ", " - "}) {
        const auto found = what.find(start);
        if (found != std::string_view::npos) what = what.substr(found + start.size());
    }
    return std::string(what.substr(0, 100));
}

/// Takes the events of the parser and builds the value. Every event returns whether to go on.
class Builder {
   public:
    [[nodiscard]] ParsedJson result() && { return {std::move(root_), std::move(error_)}; }

    bool null() { return add({}); }
    bool boolean(bool value) { return add({.kind = Json::Kind::boolean, .boolean = value}); }
    bool number_integer(std::int64_t value) {
        return number_float(static_cast<double>(value), std::to_string(value));
    }
    bool number_unsigned(std::uint64_t value) {
        return number_float(static_cast<double>(value), std::to_string(value));
    }
    bool number_float(double value, const std::string& written) {
        return add({.kind = Json::Kind::number, .number = value, .text = written});
    }
    bool string(std::string& value) {
        return add({.kind = Json::Kind::string, .text = std::move(value)});
    }
    bool binary(nlohmann::json::binary_t& /*value*/) { return false; }  // not in text

    bool start_object(std::size_t /*size*/) { return open(Json::Kind::object); }
    bool start_array(std::size_t /*size*/) { return open(Json::Kind::array); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }

    bool key(std::string& name) {
        Json& object = *open_.back();
        if (object.keys.size() == most_keys) {
            return refuse(fmt::format("an object has more than {} keys", most_keys));
        }
        if (std::ranges::find(object.keys, name) != object.keys.end()) {
            return refuse("the key " + json_string(name.substr(0, 100)) +
                          " stands twice in one object");
        }
        object.keys.push_back(std::move(name));
        return true;
    }

    bool parse_error(std::size_t position, const std::string& /*last*/,
                     const nlohmann::json::exception& error) {
        return refuse(fmt::format("not JSON at byte {}: {}", position, in_short(error.what())));
    }

   private:
    // Only the innermost value grows, so pointers to those around it stay valid.
    bool add(Json value) {
        if (open_.empty()) {
            root_ = std::move(value);
        } else {
            open_.back()->items.push_back(std::move(value));
        }
        return true;
    }

    bool open(Json::Kind kind) {
        if (open_.size() == most_levels) {
            return refuse(fmt::format("more than {} levels of brackets", most_levels));
        }
        add({.kind = kind});
        open_.push_back(open_.empty() ? &root_ : &open_.back()->items.back());
        return true;
    }

    bool close() {
        open_.pop_back();
        return true;
    }

    bool refuse(std::string why) {
        error_ = std::move(why);
        return false;
    }

    Json root_;
    std::vector<Json*> open_;
    std::string error_;
};

}  // namespace

const Json* Json::find(std::string_view key) const {
    // Reading may have ended between a key and its value: the last key then has none.
    const auto found = std::ranges::find(keys, key);
    const auto index = static_cast<std::size_t>(found - keys.begin());
    return index < items.size() && found != keys.end() ? &items[index] : nullptr;
}

ParsedJson parse_json(std::string_view text) {
    // The parser would take a zero byte for the end.
    if (const auto zero = text.find('\0'); zero != std::string_view::npos) {
        return {{}, fmt::format("a zero byte at byte {}; the text must be UTF-8", zero + 1)};
    }
    Builder builder;
    nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
    return std::move(builder).result();
}

}  // namespace swept::tool
