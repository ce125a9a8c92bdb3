#include "core/training/data/reader.h"

#include <unordered_set>
#include <utility>

#include "core/format/json.h"
#include "core/training/data/json_line.h"
#include "core/training/data/record.h"
#include "core/training/data/treebank.h"
#include "core/training/data/trees.h"

namespace whylight {
namespace {

// Labels are compared as text, so 3 and "3" are the same one.
Result<std::string> LabelOf(const Record& record, const DataOptions& options) {
  std::string label;
  if (record.format == DataFormat::kJsonLines) {
    const auto found = record.object.find(options.label);
    if (found == record.object.end()) {
      return record.place.Complain("expected a field \"" + options.label +
                                   "\", found none");
    }
    if (!found->is_string() && !found->is_number_integer() &&
        !found->is_boolean()) {
      return record.place.Complain(
          "expected \"" + options.label +
          "\" to be a string, a whole number, true or false, found " +
          Describe(*found));
    }
    label = found->is_string() ? found->get<std::string>() : found->dump();
  } else if (IsTable(record.format)) {
    label = (*record.fields)[record.columns->label];
  } else {
    const auto split = SplitLabel(record);
    if (!split.ok()) return split.error();
    label = split.value().first;
  }
  if (!label.empty()) return label;
  return record.place.Complain("expected a label, found an empty one");
}

// Adds nothing where the label is left out.
Status AddLabelledText(const Record& record, const DataOptions& options,
                       std::string_view text, std::string label,
                       std::vector<LabelledText>* texts) {
  if (!options.merge.empty()) {
    const auto merged = options.merge.find(label);
    if (merged == options.merge.end()) return {};
    label = merged->second;
  }
  if (Status length = CheckLength(record, text); !length.ok()) return length;
  std::vector<Token> tokens = Tokenize(text);
  if (tokens.empty()) {
    return record.place.Complain("expected a text with words, found " +
                                 Quote(text));
  }
  texts->push_back({std::move(tokens), std::move(label), record.place.line});
  return {};
}

// More than one of a tree whose phrases are wanted, none of what `merge` leaves
// out.
Result<std::vector<LabelledText>> LabelledTextsOf(const Record& record,
                                                  const DataOptions& options) {
  std::vector<LabelledText> texts;
  if (record.format == DataFormat::kTrees) {
    const Result<LabelledTree> parsed = ParseTree(record.line, record.place);
    if (!parsed.ok()) return parsed.error();
    const LabelledTree& tree = parsed.value();
    for (const TreePhrase& phrase : tree.phrases) {
      const std::string text = tree.Text(phrase);
      Status added = AddLabelledText(
          record, options, options.treebank ? JoinTreebank(text) : text,
          phrase.label, &texts);
      if (!added.ok()) return added.error();
      if (!options.phrases) break;
    }
    return texts;
  }
  const Result<RecordText> text = TextOf(record, options);
  if (!text.ok()) return text.error();
  Result<std::string> label = LabelOf(record, options);
  if (!label.ok()) return label.error();
  Status added = AddLabelledText(record, options, text.value().text,
                                 std::move(label).value(), &texts);
  if (!added.ok()) return added.error();
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
  struct Text {
    std::string text;
    std::size_t line;
  };
  const Result<DataFormat> format = FindFormat(path, options);
  if (!format.ok()) return format.error();
  return VisitRecords(
      path, format.value(), options, {},
      ParseAndVisit<Text>(
          [&](const Record& record) -> Result<Text> {
            Result<RecordText> text = TextOf(record, options);
            if (!text.ok()) return text.error();
            if (Status length = CheckLength(record, text.value().text);
                !length.ok()) {
              return length.error();
            }
            return Text{std::move(text).value().text, record.place.line};
          },
          [&](const Text& text) { return visit(text.text, text.line); }));
}

Result<DataFormat> FindLabelledFormat(const std::string& path,
                                      const DataOptions& options) {
  Result<DataFormat> format = FindFormat(path, options);
  if (format.ok() && format.value() == DataFormat::kText) {
    return DataFormat::kLabelledText;
  }
  return format;
}

Status VisitLabelledTexts(
    const std::string& path, const DataOptions& options,
    const std::function<Status(const LabelledText&)>& visit) {
  const Result<DataFormat> format = FindLabelledFormat(path, options);
  if (!format.ok()) return format.error();
  bool any = false;
  std::unordered_set<std::string> seen;
  Status read = VisitRecords(
      path, format.value(), options, {.label = true},
      ParseAndVisit<std::vector<LabelledText>>(
          [&](const Record& record) {
            return LabelledTextsOf(record, options);
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
