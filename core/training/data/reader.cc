#include "core/training/data/reader.h"

#include <unordered_set>
#include <utility>

#include "core/format/json.h"
#include "core/training/data/columns.h"

namespace whylight {
namespace {

// More than one of a tree whose phrases are wanted, none of what `merge` leaves
// out.
Result<std::vector<LabelledText>> LabelledTextsOf(const SourceRecord& source,
                                                  const DataOptions& options) {
  Result<std::vector<Record>> records =
      RecordsOf(source, options, {.label = true});
  if (!records.ok()) return records.error();
  std::vector<LabelledText> texts;
  for (Record& record : records.value()) {
    std::vector<Token> tokens = Tokenize(record.text);
    if (tokens.empty()) {
      return source.place.Fail("expected a text with words, found " +
                               Quote(record.text));
    }
    texts.push_back(
        {std::move(tokens), std::move(record.label), source.place.line});
  }
  return texts;
}

// Words and label in one; no word holds a space or a line break.
std::string Spell(const LabelledText& text) {
  std::string spelled;
  for (const Token& token : text.tokens) spelled.append(token.text).append(" ");
  return spelled.append("\n").append(text.label);
}

}  // namespace

Status VisitTexts(const std::string& path, const TextVisitor& visit,
                  const DataOptions& options) {
  return VisitRecords(path, options, {}, [&](Record& record) {
    return visit(record.text, record.place.line);
  });
}

Status VisitEveryText(const std::string& path, const TextVisitor& visit,
                      const DataOptions& options) {
  Status first;
  for (const RecordInput input :
       {RecordInput::kText, RecordInput::kCandidates, RecordInput::kTwoTexts,
        RecordInput::kDocuments}) {
    bool any = false;
    Status read = VisitRecords(
        path, options, {.input = input}, [&](Record& record) -> Status {
          any = true;
          std::vector<std::string> texts = std::move(record.documents);
          if (input != RecordInput::kDocuments) texts.push_back(record.text);
          if (input == RecordInput::kTwoTexts) texts.push_back(record.second);
          for (const Candidate& candidate : record.candidates) {
            texts.push_back(candidate.text);
          }
          for (const std::string& text : texts) {
            if (Status visited = visit(text, record.place.line);
                !visited.ok()) {
              return visited;
            }
          }
          return {};
        });
    if (read.ok() || any) return read;
    if (input == RecordInput::kText) first = read;
    // What is no file, or not to be read, is none in any other form; of what
    // can be read only once, the start is gone.
    if (read.error().code != ErrorCode::kBadData || IsReadOnce(path)) break;
  }
  return first;
}

Status VisitLabelledTexts(
    const std::string& path, const DataOptions& options,
    const std::function<Status(const LabelledText&)>& visit) {
  const Result<DataFormat> format = FindLabelledFormat(path, options);
  if (!format.ok()) return format.error();
  bool any = false;
  std::unordered_set<std::string> seen;
  const Wanted wanted{.label = true};
  if (Status has = CheckFormatHas(path, format.value(), wanted); !has.ok()) {
    return has;
  }
  Status read = VisitSource(
      path, format.value(), options, TableColumns(options, wanted),
      ParseAndVisit<std::vector<LabelledText>>(
          [&](const SourceRecord& source) {
            return LabelledTextsOf(source, options);
          },
          [&](const std::vector<LabelledText>& labelled) -> Status {
            for (const LabelledText& text : labelled) {
              any = true;
              if (options.distinct && !seen.insert(Spell(text)).second) {
                continue;
              }
              if (Status visited = visit(text); !visited.ok()) return visited;
            }
            return {};
          }));
  if (read.ok() && !any) {
    return NothingRead(path, options.merge.empty()
                                 ? "labelled text"
                                 : "text with a label that \"merge\" names");
  }
  return read;
}

}  // namespace whylight
