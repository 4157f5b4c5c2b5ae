// SWEPT_ASSERT calls the handler where it is on, and does nothing at all where it is off.

// This file looks at both kinds, whatever the build.
#undef SWEPT_ASSERTS
#define SWEPT_ASSERTS 1
#include "core/assert.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "core/inside.h"
#include "swept/geometry.h"

namespace {

using swept::AssertFailure;
using swept::set_assert_handler;

std::vector<std::string> seen;

void remember(const AssertFailure& failure) {
    seen.push_back(std::string(failure.expression) + "; " + failure.message + "; " +
                   std::to_string(failure.line));
}

void refuse(const AssertFailure& failure) {
    throw std::logic_error(failure.message);
}

/// Puts the handler back that was there before.
class asserts : public testing::Test {
   protected:
    void SetUp() override {
        seen.clear();
        before_ = set_assert_handler(&remember);
    }
    void TearDown() override { set_assert_handler(before_); }

   private:
    swept::AssertHandler before_ = nullptr;
};

TEST_F(asserts, a_condition_that_holds_calls_nothing) {
    int evaluated = 0;
    SWEPT_ASSERT(++evaluated == 1, "it is looked at once");
    EXPECT_EQ(evaluated, 1);
    EXPECT_TRUE(seen.empty());
}

TEST_F(asserts, a_condition_that_fails_calls_the_handler_with_its_text_and_place) {
    const int count = 3;
    const int line = __LINE__ + 1;
    SWEPT_ASSERT(count < 3, "there are at most two");
    ASSERT_EQ(seen.size(), 1U);
    EXPECT_EQ(seen[0], "count < 3; there are at most two; " + std::to_string(line));
}

TEST_F(asserts, a_handler_that_throws_leaves_the_function) {
    set_assert_handler(&refuse);
    int reached = 0;
    const auto checked = [&](int i) {
        SWEPT_ASSERT(i >= 0, "numbers are not negative");
        ++reached;
    };
    EXPECT_THROW(checked(-1), std::logic_error);
    EXPECT_NO_THROW(checked(1));
    EXPECT_EQ(reached, 1);
}

TEST_F(asserts, the_handler_before_is_returned_and_none_is_the_first_one) {
    EXPECT_EQ(set_assert_handler(&refuse), &remember);
    EXPECT_EQ(set_assert_handler(nullptr), &refuse);
    const swept::AssertHandler first = set_assert_handler(&remember);
    EXPECT_NE(first, nullptr);
    EXPECT_NE(first, &refuse);
}

TEST_F(asserts, one_that_is_off_evaluates_nothing) {
    int evaluated = 0;
    const auto evaluate = [&] { return ++evaluated == 7; };
    SWEPT_ASSERT_IGNORED(evaluate(), "never looked at");
    EXPECT_EQ(evaluated, 0);
    EXPECT_TRUE(seen.empty());
}

TEST_F(asserts, a_slow_one_is_off_unless_it_is_asked_for) {
    int evaluated = 0;
    const auto evaluate = [&] { return ++evaluated == 7; };
    SWEPT_ASSERT_SLOW(evaluate(), "never looked at");
    EXPECT_EQ(evaluated, 0);
    EXPECT_TRUE(seen.empty());
}

TEST_F(asserts, unit_vectors_and_fractions_are_told_from_others) {
    EXPECT_TRUE(swept::detail::is_unit(Eigen::Vector3d(0.6, 0, 0.8)));
    EXPECT_FALSE(swept::detail::is_unit(Eigen::Vector3d(0.6, 0, 0.8001)));
    EXPECT_FALSE(swept::detail::is_unit(Eigen::Vector3d(0, NAN, 1)));
    EXPECT_TRUE(swept::detail::is_fraction(0) && swept::detail::is_fraction(1));
    EXPECT_FALSE(swept::detail::is_fraction(-1e-300));
    EXPECT_FALSE(swept::detail::is_fraction(NAN));
}

// The library's own.
TEST_F(asserts, the_library_checks_where_it_says_that_it_does) {
    if (!swept::asserts_enabled()) GTEST_SKIP() << "a release build checks nothing";
    set_assert_handler(&refuse);
    const std::vector<Eigen::Vector3d> points(2, Eigen::Vector3d::Zero());
    std::vector<Eigen::Vector3d> placed(1);
    EXPECT_THROW(place(swept::Pose(), points, placed), std::logic_error);
}

TEST(asserts_death, the_first_handler_prints_and_aborts) {
    const auto fail = [] { SWEPT_ASSERT(1 + 1 == 3, "sums are right"); };
    EXPECT_DEATH(fail(), "assert_test.cpp:.*1 \\+ 1 == 3 \\(sums are right\\)");
}

}  // namespace
