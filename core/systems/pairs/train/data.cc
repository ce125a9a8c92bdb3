#include "core/systems/pairs/train/data.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/format/json.h"
#include "core/text/tokenizer.h"
#include "core/training/data/labels.h"
#include "core/training/data/line_reader.h"
#include "core/training/data/numbering.h"
#include "core/training/data/record.h"

namespace whylight {
namespace {

// Takes the pairs of a file, one by one.
class PairTaker {
 public:
  explicit PairTaker(PairFile* file)
      : file_(file), words_(&file->words), labels_(&file->labels) {}

  Status Take(const Place& place, const std::string& first,
              const std::string& second) {
    PairIds pair;
    for (const auto& [text, ids] :
         {std::pair(&first, &pair.first), {&second, &pair.second}}) {
      *ids = Number(*text);
      if (!ids->empty()) continue;
      return place.Fail("expected two texts with words, found " + Quote(*text));
    }
    file_->pairs.push_back(std::move(pair));
    file_->lines.push_back(place.line);
    return {};
  }

  void Label(const std::string& label) {
    file_->pair_labels.push_back(labels_.Find(label));
  }

 private:
  WordIds Number(const std::string& text) {
    WordIds ids;
    for (const Token& token : Tokenize(text)) {
      ids.push_back(words_.Find(token.text));
      file_->word_counts.resize(file_->words.size());
      ++file_->word_counts[static_cast<std::size_t>(ids.back())];
    }
    return ids;
  }

  PairFile* file_;
  Numbering words_;
  Numbering labels_;
};

Result<PairFile> ReadTwoTexts(const std::string& path,
                              const DataOptions& options, PairAnswer answer) {
  PairFile file;
  file.path = path;
  PairTaker taker(&file);
  const bool graded = answer == PairAnswer::kGrade;
  const Wanted wanted{
      .input = RecordInput::kTwoTexts, .label = !graded, .grade = graded};
  Status read =
      VisitRecords(path, options, wanted, [&](Record& record) -> Status {
        Status taken = taker.Take(record.place, record.text, record.second);
        if (!taken.ok()) return taken;
        if (graded) {
          file.grades.push_back(record.grade);
        } else {
          taker.Label(record.label);
        }
        return {};
      });
  if (!read.ok()) return read.error();
  return file;
}

Result<PairFile> ReadCandidates(const std::string& path,
                                const DataOptions& options) {
  PairFile file;
  file.path = path;
  PairTaker taker(&file);
  const Wanted wanted{.input = RecordInput::kCandidates, .label = true};
  Status read =
      VisitRecords(path, options, wanted, [&](Record& record) -> Status {
        for (const Candidate& candidate : record.candidates) {
          Status taken = taker.Take(record.place, record.text, candidate.text);
          if (!taken.ok()) return taken;
          taker.Label(candidate.relevant ? kRelevant : kIrrelevant);
        }
        file.candidates.push_back(record.candidates.size());
        return {};
      });
  if (!read.ok()) return read.error();
  return file;
}

// Whether the first record of a file is of this kind.
bool Holds(const std::string& path, const DataOptions& options,
           RecordInput input) {
  bool any = false;
  (void)VisitRecords(path, options, {.input = input}, [&](Record&) -> Status {
    any = true;
    return Error{ErrorCode::kInterrupted, "one is enough"};
  });
  return any;
}

}  // namespace

Result<PairFile> ReadPairs(const std::string& path, const DataOptions& options,
                           PairAnswer answer) {
  // What has no two texts may have candidates, unless to look would be to lose.
  const bool candidates = answer == PairAnswer::kLabel && !IsReadOnce(path) &&
                          !Holds(path, options, RecordInput::kTwoTexts) &&
                          Holds(path, options, RecordInput::kCandidates);
  Result<PairFile> file = candidates ? ReadCandidates(path, options)
                                     : ReadTwoTexts(path, options, answer);
  if (file.ok() && file.value().pairs.empty()) {
    return NothingRead(path, "pair of texts");
  }
  return file;
}

Status AddTemplatePairs(const PairTemplates& templates, std::uint64_t seed,
                        std::size_t count, PairFile* file) {
  PairTaker taker(file);
  for (std::size_t i = 0; i < count; ++i) {
    const TemplatePair made = templates.Make(seed, i);
    Status taken = taker.Take({"templates", i + 1}, made.text, made.other);
    if (!taken.ok()) return taken;
    taker.Label(made.label);
  }
  return {};
}

Result<LabelledPairs> ToLabelledPairs(const PairFile& file,
                                      const Vocabulary& vocabulary,
                                      const PairOptions& model) {
  std::vector<std::int32_t> word_ids;
  for (const std::string& word : file.words) {
    word_ids.push_back(vocabulary.Read(word));
  }
  LabelledPairs pairs{file.path,   file.pairs, {},
                      file.grades, file.lines, file.candidates};
  for (PairIds& pair : pairs.pairs) {
    for (WordIds* text : {&pair.first, &pair.second}) {
      for (std::int32_t& word : *text) {
        word = word_ids[static_cast<std::size_t>(word)];
      }
    }
  }
  for (std::size_t i = 0; i < file.pair_labels.size(); ++i) {
    const auto label = static_cast<std::size_t>(file.pair_labels[i]);
    const Result<std::int32_t> found = FindLabel(
        file.labels[label], Place{file.path, file.lines[i]}, model.labels);
    if (!found.ok()) return found.error();
    pairs.labels.push_back(found.value());
  }
  for (std::size_t i = 0; i < file.grades.size(); ++i) {
    const double grade = file.grades[i];
    if (grade >= model.grades.front() && grade <= model.grades.back()) continue;
    return Place{file.path, file.lines[i]}.Fail(
        "expected a grade from " + nlohmann::json(model.grades.front()).dump() +
        " to " + nlohmann::json(model.grades.back()).dump() + ", found " +
        nlohmann::json(grade).dump());
  }
  return pairs;
}

RowVector ShareOfGrades(double grade, const std::vector<double>& grades) {
  RowVector share = RowVector::Zero(static_cast<Index>(grades.size()));
  const auto above = std::upper_bound(grades.begin(), grades.end(), grade);
  const auto next = static_cast<Index>(above - grades.begin());
  if (above == grades.end()) {
    share(next - 1) = 1;
    return share;
  }
  const double below = *(above - 1);
  const auto part = static_cast<Real>((grade - below) / (*above - below));
  share(next) = part;
  share(next - 1) = 1 - part;
  return share;
}

}  // namespace whylight
