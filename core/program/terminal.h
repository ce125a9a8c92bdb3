// Answers as people read them: pieces of texts, marked where a terminal shows
// them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/span.h"

namespace whylight {

/// Whether standard output is a terminal.
bool IsTerminal();

/// Whether marks are colours, or brackets: what the environment says, by
/// NO_COLOR and TERM.
bool WantsColour();

/// `text` without what would move the cursor or retitle the window.
std::string Printable(std::string_view text);

/// The same in one line.
std::string InLine(std::string_view text);

/// The words of spans, with dots for those between.
std::string Cut(std::string_view text, const std::vector<Span>& spans);

/// `text` in the colours and forms of SGR `codes`, "1;33" say.
std::string Painted(std::string_view text, std::string_view codes);

/// A remark, in a faint colour.
std::string Dim(std::string_view text, bool colour);

/// A text in one line, with `spans`, which are in order, marked.
std::string Mark(std::string_view text, const std::vector<Span>& spans,
                 bool colour);

}  // namespace whylight
