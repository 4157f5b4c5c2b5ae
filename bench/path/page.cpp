#include "page.h"

#include <fmt/format.h>

#include "../common/page_template.h"

namespace swept::bench {

namespace {

std::string number_word(std::optional<double> value) {
    return value ? short_number(*value) : "?";
}

/// A table, or that there is none.
std::string table_word(const Table& table) {
    const std::string word = word_of(table);
    return word.empty() ? "Not measured in this run." : word;
}

Words words_of(const Results& results) {
    Words words;
    words["loose"] = number_word(slowest(results.loose));
    words["tight"] = number_word(slowest(results.tight));
    words["screw_vs_rotation"] = number_word(screw_vs_rotation(results));
    words["fcl_ratio"] = number_word(fcl_ratio(results));
    words["fasteners"] = table_word(fastener_table(results));
    words["screws"] = table_word(screw_table(results));
    words["scenes"] = table_word(scene_table(results));
    words["sampled"] = table_word(sampled_table(results));
    words["arm"] = table_word(arm_table(results));
    words["missed"] = std::to_string(missed_hits(results));
    words["contradictions"] = std::to_string(contradictions(results));
    words["half_apart"] = fmt::format("{:.1e}", half_apart(results));
    words["fastener_rounds"] = std::to_string(results.effort.fastener_rounds);
    words["screw_rounds"] = std::to_string(results.effort.screw_rounds);
    words["screw_questions"] = std::to_string(results.effort.screw_questions);
    words["sampled_rounds"] = std::to_string(results.effort.sampled_rounds);
    words["arm_poses"] = grouped(results.effort.arm_poses);
    return words;
}

}  // namespace

Result<void> write_page(const Results& results, const std::filesystem::path& folder) {
    std::error_code ignored;  // a folder that cannot be made shows when the file is written
    std::filesystem::create_directories(folder, ignored);
    return write_filled(std::filesystem::path(__FILE__).parent_path() / "page.md",
                        words_of(results), folder / "paths-measured.md");
}

}  // namespace swept::bench
