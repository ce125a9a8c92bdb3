// One record of a data file, whatever its format (docs/guides/data.md): the
// columns that a reader was asked for.
#pragma once

#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/span.h"
#include "core/math/matrix.h"
#include "core/training/data/bad_lines.h"
#include "core/training/data/data_options.h"
#include "core/training/data/line_reader.h"
#include "core/training/data/trees.h"

namespace whylight {

/// In place of a rating that a review does not give.
inline constexpr Real kUnrated = std::numeric_limits<Real>::quiet_NaN();
inline bool IsRated(Real rating) { return !std::isnan(rating); }

/// One of the texts that a query chooses from.
struct Candidate {
  std::string text;
  bool relevant = false;
};

/// Which members are set depends on what was asked for.
struct Record {
  /// The text; of two the first; of candidates the query; of a question and a
  /// text the question.
  std::string text;
  /// In [0, 1], one for each wanted aspect; kUnrated where there is none.
  std::vector<Real> ratings = {};
  /// Where the tokens of the text stand, if the file lists them.
  std::vector<Span> tokens = {};
  /// The spans that people marked as the reasons for each wanted aspect, if the
  /// record has any. For evaluation, never for training.
  std::optional<std::vector<std::vector<Span>>> rationales = {};
  std::string second = {};  ///< Of two texts; of a question its text.
  /// The places of the text that answer the question, and how many people found
  /// that none does.
  std::vector<Span> answers = {};
  std::size_t no_answer_votes = 0;
  std::vector<Candidate> candidates = {};
  std::vector<std::string> documents = {};
  std::string label = {};  ///< E.g. "pos", "3" or "true".
  double grade = 0;
  std::vector<std::string> tags = {};  ///< One for each token.
  /// Of each token the number, from 1, of the token it depends on, and how: no
  /// relation is missing. 0 is the root. They are a tree.
  std::vector<int> heads = {};
  std::vector<std::string> relations = {};
  std::optional<LabelledTree> tree = {};
  Place place = {};  ///< Its first line.
};

/// The texts that a record gives a model to read.
enum class RecordInput {
  kText,
  kTwoTexts,
  kQuestionAndText,
  kCandidates,
  kDocuments,
  kTree,  ///< A text: a tree in brackets, as it stands in the file.
};

/// The columns wanted from a file. A record that lacks one of them is a bad
/// line, except for ratings and rationales.
struct Wanted {
  RecordInput input = RecordInput::kText;
  bool label = false;  ///< Of candidates: of each whether it is relevant.
  bool grade = false;
  bool answers = false;  ///< Of a question and a text.
  /// A review that gives none of these is left out, one that gives some has
  /// kUnrated for the others. One that none gives is an error.
  std::vector<std::string> ratings = {};
  bool every_rating = false;  ///< A rating that is missing is a bad line.
  bool rationales = false;
  bool tags = false;
  bool heads = false;
  bool tree = false;
};

/// Gets each record, from which it may move. An error ends the visit.
using RecordVisitor = std::function<Status(Record&)>;

/// Calls `visit` with each record of a file. Blank lines are passed over but
/// for those of kText; texts beyond kMaxWords are bad lines. Errors name the
/// file and the line, what was expected and what was found.
Status VisitRecords(const std::string& path, const DataOptions& options,
                    const Wanted& wanted, const RecordVisitor& visit);

/// The same, whose bad lines are counted in `bad`.
Status VisitRecords(const std::string& path, const DataOptions& options,
                    const Wanted& wanted, BadLines& bad,
                    const RecordVisitor& visit);

/// Whether the first record of a file that is not a bad line is of this kind.
/// Bad lines are not reported.
bool HoldsRecords(const std::string& path, const DataOptions& options,
                  RecordInput input);

/// The format in which labelled texts are read from the file: one whose name
/// says kText has labels in front.
Result<DataFormat> FindLabelledFormat(const std::string& path,
                                      const DataOptions& options);

/// The error of a file that was read and held nothing of use.
Error NothingRead(const std::string& path, const std::string& wanted);

}  // namespace whylight
