#pragma once

// How often a test repeats what it does at random.

namespace swept::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

/// Of so many repetitions, those that this build makes: all, or a tenth where sanitizers, which are
/// some twenty times slower, look for what one repetition shows as well as ten.
template <class Number>
[[nodiscard]] constexpr Number repeats(Number count) {
    return sanitized ? count / 10 : count;
}

}  // namespace swept::test
