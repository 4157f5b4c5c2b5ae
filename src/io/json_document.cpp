#include "io/json_document.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "io/read_context.h"

namespace swept::io_detail {
namespace {

using nlohmann::json;

constexpr std::size_t most_levels = 32;
constexpr std::size_t most_keys = 64;

std::string line_at(std::string_view text, std::size_t byte) {
    const auto before = text.substr(0, std::min(byte, text.size()));
    return "line " + std::to_string(1 + std::ranges::count(before, '\n'));
}

/// Follows the events of the parser and knows the place of each value.
class Watch {
   public:
    /// Whether to keep the value. After an error the rest is parsed, but nothing is kept.
    bool operator()(json::parse_event_t event, const json& value) {
        using Event = json::parse_event_t;
        if (error_) return false;
        if (event == Event::object_end || event == Event::array_end) {
            levels_.pop_back();
            return true;
        }
        if (event == Event::key) return take_key(value.get_ref<const std::string&>());
        if (!levels_.empty()) ++levels_.back().items;
        if (event == Event::value) return true;
        levels_.push_back({event == Event::object_start, 0, {}});
        if (levels_.size() > most_levels) {
            refuse("nested more than " + std::to_string(most_levels) +
                   " levels deep; it is no world");
        }
        return !error_;
    }

    [[nodiscard]] const std::optional<Error>& error() const { return error_; }

    /// Of the value that is read now, before its event.
    [[nodiscard]] std::string place_of_next() const {
        std::string path = place();
        if (levels_.empty()) return path;
        const Level& level = levels_.back();
        return path + '/' +
               one_line(!level.is_object     ? std::to_string(level.items)
                        : level.keys.empty() ? ""
                                             : level.keys.back());
    }

   private:
    struct Level {
        bool is_object;
        std::size_t items;
        std::vector<std::string> keys;
    };

    bool take_key(const std::string& key) {
        std::vector<std::string>& keys = levels_.back().keys;
        if (std::ranges::find(keys, key) != keys.end()) {
            refuse("the key " + in_quotes(key) + " stands twice in one object; leave out one");
        } else if (keys.size() == most_keys) {
            refuse("an object with more than " + std::to_string(most_keys) +
                   " keys; it is no world");
        }
        if (!error_) keys.push_back(key);
        return !error_;
    }

    /// Of the innermost array or object that is open.
    [[nodiscard]] std::string place() const {
        std::string path;
        for (std::size_t i = 0; i + 1 < levels_.size(); ++i) {
            const Level& level = levels_[i];
            path += '/';
            path += level.is_object ? level.keys.back() : std::to_string(level.items - 1);
        }
        return one_line(path);
    }

    void refuse(std::string what) {
        if (!error_) error_ = Error{ErrorCode::bad_file, std::move(what), place()};
    }

    std::vector<Level> levels_;
    std::optional<Error> error_;
};

}  // namespace

Result<json> parse_json_document(std::string_view text) {
    // The parser would take a zero byte for the end.
    if (const auto zero = text.find('\0'); zero != std::string_view::npos) {
        return fail(ErrorCode::bad_file, "there is a zero byte; the text must be UTF-8",
                    line_at(text, zero));
    }
    Watch watch;
    try {
        json root = json::parse(text, [&watch](int /*depth*/, json::parse_event_t event,
                                               const json& value) { return watch(event, value); });
        if (watch.error()) return tl::unexpected(*watch.error());
        return root;
    } catch (const json::parse_error& problem) {
        if (watch.error()) return tl::unexpected(*watch.error());
        return fail(ErrorCode::bad_file,
                    "the JSON is broken here; repair it, or the file may be cut off",
                    line_at(text, problem.byte - std::min<std::size_t>(problem.byte, 1)));
    } catch (const json::exception&) {  // what else it throws when it parses
        if (watch.error()) return tl::unexpected(*watch.error());
        return fail(ErrorCode::bad_file, "a number beyond the range of doubles; repair it",
                    watch.place_of_next());
    }
}

}  // namespace swept::io_detail
