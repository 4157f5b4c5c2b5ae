// JSON text: numbers read back to the same bits, and strings are UTF-8 whatever was put in.

#include "core/json_writer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

namespace swept::core_detail {
namespace {

std::string number(double value) {
    std::string text;
    append_number(text, value);
    return text;
}

TEST(json_writer, numbers_are_short_and_read_back) {
    EXPECT_EQ(number(1), "1.0");
    EXPECT_EQ(number(-0.0), "-0.0");
    EXPECT_EQ(number(0.1), "0.1");
    EXPECT_EQ(number(1e-4), "0.0001");
    EXPECT_EQ(number(1e-5), "1e-05");
    EXPECT_EQ(number(9007199254740996.0), "9007199254740996.0");
    EXPECT_EQ(number(1e16), "1e+16");
    EXPECT_EQ(number(std::numeric_limits<double>::infinity()), "null");
    EXPECT_EQ(number(std::numeric_limits<double>::quiet_NaN()), "null");
    double value = std::numeric_limits<double>::denorm_min();
    for (; std::isfinite(value); value *= 7.3) {
        EXPECT_EQ(std::strtod(number(value).c_str(), nullptr), value);
    }
}

TEST(json_writer, strings_are_utf8_whatever_was_put_in) {
    EXPECT_EQ(json_string("plain"), R"("plain")");
    EXPECT_EQ(json_string("a\"b\\c\n\x01"), R"("a\"b\\c\n\u0001")");
    EXPECT_EQ(json_string("\xC3\xBC\xE2\x82\xAC\xF0\x9F\x98\x80"),
              "\"\xC3\xBC\xE2\x82\xAC\xF0\x9F\x98\x80\"");
    const std::string replaced =
        "\"a\xEF\xBF\xBD"
        "b\"";
    EXPECT_EQ(json_string("a\xFF"
                          "b"),
              replaced);
    EXPECT_EQ(json_string("a\xE2\x82"
                          "b"),
              replaced)
        << "cut off";
    EXPECT_EQ(json_string("a\xF0\x9F\x98"
                          "b"),
              replaced)
        << "cut off";
    EXPECT_EQ(json_string("\xC0\xAF"), "\"\xEF\xBF\xBD\xEF\xBF\xBD\"") << "longer than needed";
}

TEST(json_writer, objects_are_on_one_line) {
    JsonObject json;
    json.add("a", 1U);
    json.add("b", 0.5);
    json.add("c", "d");
    json.add("e", Eigen::Vector3d(1, 2, 3));
    json.add_null("f");
    json.add_pairs("g", std::vector<std::pair<std::uint32_t, std::uint32_t>>{{1, 2}, {3, 4}});
    EXPECT_EQ(std::move(json).text(),
              R"({"a":1,"b":0.5,"c":"d","e":[1.0,2.0,3.0],"f":null,"g":[[1,2],[3,4]]})");
}

}  // namespace
}  // namespace swept::core_detail
