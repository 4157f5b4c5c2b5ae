#pragma once

// One function for each paper: prints its tables and figures as Markdown, by the paper's method and
// by ours.

#include "../common/program.h"

namespace swept::bench {

void report_van_waveren(const RunFlags& flags);
void report_zachmann(const RunFlags& flags);
void report_buss(const RunFlags& flags);
void report_schroeder(const RunFlags& flags);

}  // namespace swept::bench
