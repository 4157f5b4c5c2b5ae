#include "page.h"

#include "../common/page_template.h"

namespace swept::bench {

namespace {

std::string number_word(std::optional<double> value) {
    return value ? short_number(*value) : "?";
}

std::string table_word(const Table& table) {
    const std::string word = word_of(table);
    return word.empty() ? "Not measured in this run." : word;
}

Words words_of(const Results& results) {
    Words words;
    words["carve_p50"] = number_word(carve_median(results));
    words["carve_p99"] = number_word(carve_p99(results));
    words["edit_1k"] = number_word(edit_median(results));
    words["cast_while_editing"] = number_word(reader_share(results));
    words["bodies_10k"] = number_word(body_median(results));
    words["portal_gain"] = number_word(portal_gain(results));
    words["carves"] = table_word(carve_table(results));
    words["craters"] = table_word(crater_table(results));
    words["edits"] = table_word(edit_table(results));
    words["readers"] = table_word(reader_table(results));
    words["bodies"] = table_word(body_table(results));
    words["portals"] = table_word(portal_table(results));
    words["sanity_casts"] = grouped(results.effort.sanity_casts);
    words["body_count"] = grouped(results.effort.bodies);
    words["cast_rounds"] = std::to_string(results.effort.cast_rounds);
    words["reader_seconds"] = short_number(results.effort.reader_seconds);
    words["usual_apart"] = short_number(usual_apart);
    return words;
}

}  // namespace

Result<void> write_page(const Results& results, const std::filesystem::path& folder) {
    std::error_code ignored;  // a folder that cannot be made shows when the file is written
    std::filesystem::create_directories(folder, ignored);
    return write_filled(std::filesystem::path(__FILE__).parent_path() / "page.md",
                        words_of(results), folder / "worlds-measured.md");
}

}  // namespace swept::bench
