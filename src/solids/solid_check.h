#pragma once

// The arguments of parametric solids: what is a length, what is a count, and how they are refused.

#include <Eigen/Core>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/namespaces.h"
#include "swept/result.h"

namespace swept::solids_detail {

// Beyond these, products of three lengths leave the range of a double.
inline constexpr double smallest_length = 1e-90;
inline constexpr double largest_length = 1e90;

// A typing error in a count must not eat the memory.
inline constexpr double most_vertices = 0x1p28;

inline std::string text_of(double value) {
    std::array<char, 32> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

/// Checks the arguments of a solid and keeps the first complaint.
class Check {
   public:
    Check& demand(bool holds, std::string_view name, std::string what) {
        if (!holds && !complaint_) {
            complaint_ = Error{ErrorCode::bad_argument, std::move(what), std::string(name)};
        }
        return *this;
    }
    Check& length(std::string_view name, double value) {
        return demand(value >= smallest_length && value <= largest_length, name,
                      text_of(value) + " is not a length; it must be positive, from 1e-90 to 1e90");
    }
    Check& lengths(std::string_view name, const Eigen::Vector3d& values) {
        for (const double value : values) length(name, value);
        return *this;
    }
    Check& count(std::string_view name, int value, int least, int most) {
        const std::string range = most == unlimited ? " or more" : " to " + std::to_string(most);
        return demand(value >= least && value <= most, name,
                      std::to_string(value) + " is out of range; it must be " +
                          std::to_string(least) + range);
    }
    Check& count(std::string_view name, int value, int least) {
        return count(name, value, least, unlimited);
    }
    Check& vertices(std::string_view name, double number) {
        return demand(number <= most_vertices, name,
                      "this makes " + text_of(number) + " vertices; at most " +
                          text_of(most_vertices) + " are allowed");
    }
    [[nodiscard]] const std::optional<Error>& complaint() const { return complaint_; }

   private:
    static constexpr int unlimited = std::numeric_limits<int>::max();
    std::optional<Error> complaint_;
};

inline tl::unexpected<Error> refuse(const Check& check) {
    return tl::unexpected<Error>(*check.complaint());
}

}  // namespace swept::solids_detail
