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

struct TokenPair {
  std::vector<Token> first;
  std::vector<Token> second;
};

Result<TokenPair> Tokens(const Place& place, const std::string& first,
                         const std::string& second) {
  TokenPair pair{Tokenize(first), Tokenize(second)};
  if (!pair.first.empty() && !pair.second.empty()) return pair;
  return place.Fail("expected two texts with words, found " +
                    Quote(pair.first.empty() ? first : second));
}

// Takes the pairs of a file, one by one.
class PairTaker {
 public:
  explicit PairTaker(PairFile* file)
      : file_(file), words_(&file->words), labels_(&file->labels) {}

  void Take(const Place& place, const TokenPair& pair) {
    file_->pairs.push_back({Number(pair.first), Number(pair.second)});
    file_->lines.push_back(place.line);
  }

  void Label(const std::string& label) {
    file_->pair_labels.push_back(labels_.Find(label));
  }

 private:
  WordIds Number(const std::vector<Token>& tokens) {
    WordIds ids;
    for (const Token& token : tokens) {
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
  BadLines bad(options);
  Status read =
      VisitRecords(path, options, wanted, bad, [&](Record& record) -> Status {
        const Result<TokenPair> pair =
            Tokens(record.place, record.text, record.second);
        if (!pair.ok()) return bad.Skip(pair.error());
        taker.Take(record.place, pair.value());
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
  BadLines bad(options);
  Status read =
      VisitRecords(path, options, wanted, bad, [&](Record& record) -> Status {
        std::vector<TokenPair> pairs;
        for (const Candidate& candidate : record.candidates) {
          Result<TokenPair> pair =
              Tokens(record.place, record.text, candidate.text);
          if (!pair.ok()) return bad.Skip(pair.error());
          pairs.push_back(std::move(pair).value());
        }
        for (std::size_t i = 0; i < pairs.size(); ++i) {
          taker.Take(record.place, pairs[i]);
          taker.Label(record.candidates[i].relevant ? kRelevant : kIrrelevant);
        }
        file.candidates.push_back(record.candidates.size());
        return {};
      });
  if (!read.ok()) return read.error();
  return file;
}

}  // namespace

Result<PairFile> ReadPairs(const std::string& path, const DataOptions& options,
                           PairAnswer answer) {
  // What has no two texts may have candidates, unless to look would be to lose.
  const bool candidates =
      answer == PairAnswer::kLabel && !IsReadOnce(path) &&
      !HoldsRecords(path, options, RecordInput::kTwoTexts) &&
      HoldsRecords(path, options, RecordInput::kCandidates);
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
    const Place place{"templates", i + 1};
    const Result<TokenPair> pair = Tokens(place, made.text, made.other);
    if (!pair.ok()) return pair.error();
    taker.Take(place, pair.value());
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
