// Reads texts and labelled texts: views of records (record.h) for those who
// want no other column.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/text/tokenizer.h"
#include "core/training/data/record.h"

namespace whylight {

/// Gets a text and the number of its line, from 1. The view holds during the
/// call. An error ends the visit.
using TextVisitor = std::function<Status(std::string_view, std::size_t)>;

/// Calls `visit` with each text of a file. Blank lines are passed over but for
/// those of kText. Texts beyond kMaxWords are bad lines.
Status VisitTexts(const std::string& path, const TextVisitor& visit,
                  const DataOptions& options = {});

/// The same with every text of every record: a file may also hold two texts,
/// queries with candidates, or documents, as its first record tells. What can
/// be read only once holds texts.
Status VisitEveryText(const std::string& path, const TextVisitor& visit,
                      const DataOptions& options = {});

struct LabelledText {
  std::vector<Token> tokens;  ///< At least one.
  std::string label;          ///< E.g. "pos", "3" or "true".
  std::size_t line;
};

/// Calls `visit` with each labelled text of a file, or each that `merge` and
/// `distinct` do not leave out; an error ends the visit. Labels are texts,
/// whole numbers or booleans. Texts without words and those beyond kMaxWords
/// are bad lines.
Status VisitLabelledTexts(
    const std::string& path, const DataOptions& options,
    const std::function<Status(const LabelledText&)>& visit);

}  // namespace whylight
