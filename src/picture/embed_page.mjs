// A file as a C++ source: node embed_page.mjs PAGE SOURCE. In pieces, for compilers limit the length of a literal.

import { readFileSync, writeFileSync } from 'node:fs';

const [page, source] = process.argv.slice(2);
const bytes = readFileSync(page);
const escapes = { 10: '\\n', 13: '\\r', 34: '\\"', 63: '\\?', 92: '\\\\' };
let text = '';
const lines = [];
for (const byte of bytes) {
  text += escapes[byte] ?? (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '\\' + byte.toString(8).padStart(3, '0'));
  if (text.length > 4000) {
    lines.push(`    "${text}"`);
    text = '';
  }
}
lines.push(`    "${text}"`);
writeFileSync(source, `// ${bytes.length} bytes, made by embed_page.mjs.

#include "picture/viewer.h"

// Longer than the standard asks compilers to take; all of ours do.
#pragma GCC diagnostic ignored "-Woverlength-strings"

namespace swept::picture_detail {
namespace {
constexpr char page[] =
${lines.join('\n')};
}  // namespace

std::string_view viewer_page() {
    return {page, sizeof page - 1};
}

}  // namespace swept::picture_detail
`);
