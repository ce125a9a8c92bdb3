#include "core/systems/questions/train/data.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "core/format/json.h"
#include "core/training/data/record.h"

namespace whylight {

namespace {

// Texts as they come, each once.
class TextNumbers {
 public:
  explicit TextNumbers(QueryFile* file) : file_(file) {}

  std::size_t Find(const std::string& text) {
    const auto [entry, is_new] =
        numbers_.try_emplace(text, file_->texts.size());
    if (is_new) {
      file_->texts.push_back(text);
      file_->tokens.push_back(Tokenize(text));
    }
    return entry->second;
  }

 private:
  QueryFile* file_;
  std::unordered_map<std::string, std::size_t> numbers_;
};

}  // namespace

Result<QueryFile> ReadQueryFile(const std::string& path,
                                const DataOptions& options) {
  QueryFile file{path, {}, {}, {}};
  TextNumbers numbers(&file);
  const Wanted wanted{.input = RecordInput::kCandidates, .label = true};
  Status visited =
      VisitRecords(path, options, wanted, [&](Record& record) -> Status {
        RankedQuery query;
        query.query = numbers.Find(record.text);
        query.line = record.place.line;
        for (const Candidate& candidate : record.candidates) {
          query.candidates.push_back(numbers.Find(candidate.text));
          query.relevant.push_back(candidate.relevant ? 1 : 0);
        }
        file.queries.push_back(std::move(query));
        return {};
      });
  if (!visited.ok()) return visited.error();
  if (file.queries.empty()) {
    return NothingRead(path, "query with candidates");
  }
  return file;
}

Result<QueryFile> ReadPairFile(const std::string& path,
                               const DataOptions& options) {
  QueryFile file{path, {}, {}, {}};
  TextNumbers numbers(&file);
  const Wanted wanted{.input = RecordInput::kTwoTexts, .label = true};
  Status visited =
      VisitRecords(path, options, wanted, [&](Record& record) -> Status {
        const bool same = record.label == "1" || record.label == "true";
        if (!same && record.label != "0" && record.label != "false") {
          return record.place.Fail(
              "expected the label 0, 1, false or true, "
              "found " +
              Quote(record.label));
        }
        file.queries.push_back({numbers.Find(record.text),
                                {numbers.Find(record.second)},
                                {static_cast<std::uint8_t>(same ? 1 : 0)},
                                record.place.line});
        return {};
      });
  if (!visited.ok()) return visited.error();
  if (file.queries.empty()) return NothingRead(path, "labelled pair");
  return file;
}

std::vector<std::string> WordsByCount(const std::vector<QueryFile>& files) {
  std::map<std::string, std::size_t> counts;
  for (const QueryFile& file : files) {
    for (const std::vector<Token>& tokens : file.tokens) {
      for (const Token& token : tokens) ++counts[token.text];
    }
  }
  std::vector<std::pair<std::string, std::size_t>> words(counts.begin(),
                                                         counts.end());
  std::stable_sort(
      words.begin(), words.end(),
      [](const auto& a, const auto& b) { return a.second > b.second; });
  std::vector<std::string> sorted;
  for (auto& [word, count] : words) sorted.push_back(std::move(word));
  return sorted;
}

RankedQueries ToRankedQueries(const QueryFile& file, const Retriever& model,
                              UnknownWords& unknown) {
  RankedQueries queries{file.path, {}, file.queries};
  for (const std::vector<Token>& tokens : file.tokens) {
    queries.texts.push_back(model.Read(tokens, unknown));
  }
  return queries;
}

}  // namespace whylight
