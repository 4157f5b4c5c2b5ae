// Parts of the tool that no run of it can be made to show.

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "command.h"
#include "json_text.h"
#include "simulate_run.h"

namespace swept::tool {
namespace {

// The simulation promises that it never comes to this, so that no scene shows it.
TEST(Judgement, of_an_overlap_is_an_exit_code_of_its_own) {
    Judgement judged{
        .steps = 3, .pairs = 7, .overlaps = 2, .first = "'a' and 'b'", .first_time = 1.5};
    try {
        check_judgement("yard.json", judged);
        FAIL() << "was let pass";
    } catch (const Failure& failure) {
        EXPECT_EQ(static_cast<int>(failure.code), 1);
        EXPECT_NE(failure.message.find("2 overlaps found, the first of 'a' and 'b' at 1.5 s"),
                  std::string::npos)
            << failure.message;
    }
    judged.overlaps = 0;
    EXPECT_NO_THROW(check_judgement("yard.json", judged));
}

TEST(JsonNumbers, that_are_not_finite_are_null) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    JsonObject json;
    json.add("a", infinite);
    json.add("b", -infinite);
    json.add("c", std::numeric_limits<double>::quiet_NaN());
    json.add("d", Eigen::Vector3d(1, infinite, -0.0));
    json.add("e", 1e308);
    const std::string text = std::move(json).text();
    EXPECT_EQ(text, R"({"a":null,"b":null,"c":null,"d":[1.0,null,-0.0],"e":1e+308})");
    EXPECT_TRUE(nlohmann::json::accept(text));
}

}  // namespace
}  // namespace swept::tool
