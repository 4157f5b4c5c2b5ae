#include "swept/query.h"

#include <array>

#include "math/checks.h"

namespace swept {

std::string_view name_of(State state) {
    constexpr std::array<std::string_view, 4> names{"free", "hit", "overlapping", "undecided"};
    return names[static_cast<std::size_t>(state)];
}

Result<Margin> Margin::at_least(double length) {
    if (auto error = math_detail::check_number(length, "margin")) return tl::unexpected(*error);
    if (length < 0) {
        return fail(ErrorCode::bad_argument, "the margin is negative; give it a length", "margin");
    }
    Margin made;
    made.least_ = length;
    return made;
}

Result<Clearance> Clearance::of(double length) {
    if (auto error = math_detail::check_number(length, "clearance")) return tl::unexpected(*error);
    if (length < 0) {
        return fail(ErrorCode::bad_argument, "the clearance is negative; give it a length, or 0",
                    "clearance");
    }
    Clearance made;
    made.length_ = length;
    return made;
}

}  // namespace swept
