#include "core/json_writer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace swept::core_detail {
namespace {

/// How many bytes of `text` are one character of UTF-8, by the table of the Unicode standard; 0
/// where they are none, and then `skip` is how many of them one replacement stands for.
std::size_t utf8_length(std::string_view text, std::size_t& skip) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = byte(0);
    skip = 1;
    if (first < 0x80) return 1;
    if (first < 0xC2 || first > 0xF4) return 0;
    const std::size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    // What the second byte may be: no longer form than needed, no half of a pair, no more than
    // 0x10FFFF.
    const unsigned low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    const unsigned high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    for (; skip < length; ++skip) {
        if (skip == text.size()) return 0;
        const unsigned next = byte(skip);
        if (next < (skip == 1 ? low : 0x80) || next > (skip == 1 ? high : 0xBF)) return 0;
    }
    return length;
}

void append_escaped(std::string& text, char c) {
    constexpr std::string_view plain = "\"\\\b\f\n\r\t", escapes = "\"\\bfnrt";
    constexpr std::string_view digits = "0123456789abcdef";
    if (const std::size_t found = plain.find(c); found != std::string_view::npos) {
        text += {'\\', escapes[found]};
    } else if (static_cast<unsigned char>(c) < ' ') {
        const auto code = static_cast<unsigned char>(c);
        text += "\\u00";
        text += {digits[code >> 4U], digits[code & 15U]};
    } else {
        text += c;
    }
}

}  // namespace

std::string json_string(std::string_view text) {
    std::string json = "\"";
    json.reserve(text.size() + 2);
    while (!text.empty()) {
        std::size_t skip = 0;
        const std::size_t length = utf8_length(text, skip);
        if (length == 1) {
            append_escaped(json, text[0]);
        } else {
            json += length == 0 ? "\xEF\xBF\xBD" : text.substr(0, length);
        }
        text.remove_prefix(length == 0 ? skip : length);
    }
    return json + '"';
}

void append_shortest(std::string& text, double number) {
    std::array<char, 32> digits;
    const auto written = [&](std::chars_format format) {
        const auto end =
            std::to_chars(digits.data(), digits.data() + digits.size(), number, format);
        return std::string_view(digits.data(), static_cast<std::size_t>(end.ptr - digits.data()));
    };
    const std::string_view with_exponent = written(std::chars_format::scientific);
    const char* first = with_exponent.data() + with_exponent.rfind('e') + 1;
    const char* const last = with_exponent.data() + with_exponent.size();
    if (*first == '+') ++first;
    int exponent = 0;
    std::from_chars(first, last, exponent);
    text += exponent < -4 || exponent >= 16 ? with_exponent : written(std::chars_format::fixed);
}

void append_number(std::string& text, double number) {
    if (!std::isfinite(number)) {
        text += "null";
        return;
    }
    const std::size_t begin = text.size();
    append_shortest(text, number);
    // Readers with whole numbers would lose the sign of -0 and take 1 for a whole number.
    if (text.find_first_of(".e", begin) == std::string::npos) text += ".0";
}

void JsonObject::begin(std::string_view key) {
    if (text_.size() > 1) text_ += ',';
    text_ += '"';
    text_ += key;
    text_ += "\":";
}

void JsonObject::add_raw(std::string_view key, std::string_view json) {
    begin(key);
    text_ += json;
}

void JsonObject::add(std::string_view key, const Eigen::Vector3d& value) {
    begin(key);
    for (int i = 0; i < 3; ++i) {
        text_ += i == 0 ? '[' : ',';
        append_number(text_, value[i]);
    }
    text_ += ']';
}

void JsonObject::append_pair(std::uint32_t a, std::uint32_t b) {
    text_ += '[' + std::to_string(a) + ',' + std::to_string(b) + ']';
}

}  // namespace swept::core_detail
