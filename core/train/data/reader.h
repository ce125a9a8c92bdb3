// Reads training and input files record by record: texts, labelled texts and
// rated reviews, in any of the formats of docs/data.md. Every complaint names
// the file and the line, what was expected and what was found.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/math/matrix.h"
#include "core/text/tokenizer.h"
#include "core/train/data/line_reader.h"

namespace whylight {

enum class DataFormat {
  kJsonLines,     ///< "jsonl": an object a line.
  kText,          ///< "text": a text a line.
  kLabelledText,  ///< "labelled": a label, a space and a text a line.
  kTrees,         ///< "trees": a tree a line (trees.h).
  kTsv,           ///< "tsv" and "csv": a header, then a record a line
  kCsv,           ///< (table.h).
};

struct DataOptions {
  /// Absent: as the file's name says, .jsonl, .txt, .trees, .tsv or .csv, with
  /// .gz after it or not. Standard input is JSON lines. Labelled texts in a
  /// .txt have their labels in front.
  std::optional<DataFormat> format = {};
  std::string text = "text";        ///< The key, or the column, of the text;
  std::string label = "label";      ///< of the label;
  std::string ratings = "ratings";  ///< of the ratings, in JSON.
  /// The columns of ratings that are not called as the aspect is.
  std::map<std::string, std::string> columns = {};
  bool quotes = true;    ///< Whether fields of tables may be quoted.
  bool phrases = false;  ///< Of trees every phrase, not only the whole.
  /// Whether texts are split as the Penn Treebank does; they are then put back
  /// as people write (JoinTreebank).
  bool treebank = false;
  /// What labels are to be called; a text whose label is not named is left out.
  /// Empty: as they are.
  std::map<std::string, std::string> merge = {};
  /// Whether a labelled text is left out that has the words and the label of
  /// one before it.
  bool distinct = false;

  /// So many bad lines of a file are skipped; the next one ends the reading.
  std::size_t max_errors = 0;
  /// Gets the complaint about each line that is skipped.
  std::function<void(const Error&)> on_skip = {};
};

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

struct Review {
  std::string text;
  std::vector<Real> ratings;  ///< In [0, 1]; one for each wanted aspect.
};

/// Calls `visit` with each review of JSON lines,
/// `{"text": "...", "ratings": {"aroma": 0.7, ...}}`, or of a table, where a
/// rating is a column. Every aspect in `aspects` must be rated; other keys and
/// columns are ignored, and blank lines passed over. Texts beyond kMaxWords are
/// bad lines.
Status VisitReviews(const std::string& path,
                    const std::vector<std::string>& aspects,
                    const DataOptions& options,
                    const std::function<Status(const Review&)>& visit);

/// All reviews of a file; at least one is expected.
Result<std::vector<Review>> ReadReviews(const std::string& path,
                                        const std::vector<std::string>& aspects,
                                        const DataOptions& options = {});

}  // namespace whylight
