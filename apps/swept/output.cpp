#include "output.h"

#include "command.h"
#include "core/output_file.h"

namespace swept::tool {

void write_file(const std::string& file, const std::string& text) {
    core_detail::OutputFile out(file);
    out.text(text);
    if (const auto written = out.finish(); !written) throw failure_of(written.error(), file);
}

}  // namespace swept::tool
