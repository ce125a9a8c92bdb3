// Reads texts and labelled texts, in any of the formats of docs/data.md. Every
// complaint names the file and the line, what was expected and what was found.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/text/tokenizer.h"
#include "core/training/data/data_options.h"

namespace whylight {

/// Gets a text and the number of its line, from 1. The view holds during the
/// call. An error ends the visit.
using TextVisitor = std::function<Status(std::string_view, std::size_t)>;

/// Calls `visit` with each text of a file. Blank lines are passed over but for
/// those of kText. Texts beyond kMaxWords are bad lines.
Status VisitTexts(const std::string& path, const TextVisitor& visit,
                  const DataOptions& options = {});

struct LabelledText {
  std::vector<Token> tokens;  ///< At least one.
  std::string label;          ///< E.g. "pos", "3" or "true".
  std::size_t line;
};

/// The format in which labelled texts are read from the file: one whose name
/// says kText has labels in front.
Result<DataFormat> FindLabelledFormat(const std::string& path,
                                      const DataOptions& options);

/// Calls `visit` with each labelled text of a file, or each that `merge` and
/// `distinct` do not leave out; an error ends the visit. Labels are texts,
/// whole numbers or booleans. Texts without words and those beyond kMaxWords
/// are bad lines.
Status VisitLabelledTexts(
    const std::string& path, const DataOptions& options,
    const std::function<Status(const LabelledText&)>& visit);

}  // namespace whylight
