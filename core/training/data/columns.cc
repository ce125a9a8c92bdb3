#include "core/training/data/columns.h"

#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "core/format/json.h"
#include "core/model/limits.h"
#include "core/text/tokenizer.h"
#include "core/text/treebank.h"
#include "core/text/utf8.h"
#include "core/training/data/json_line.h"

namespace whylight {
namespace {

using Json = nlohmann::json;

Error NoField(const Place& place, const std::string& key, const Json& object,
              const DataOptions& options) {
  std::vector<std::string> found;
  for (const auto& [name, value] : object.items()) found.push_back(name);
  return place.Fail("expected a field " + Quote(key) + ", found " +
                    (found.empty() ? "none" : FirstNames(found)) +
                    HowToName(key, options));
}

// Without the white space around it.
std::string Trim(const std::string& text) {
  constexpr const char* kSpace = " \t\r\n";
  const std::size_t start = text.find_first_not_of(kSpace);
  if (start == text.npos) return {};
  return text.substr(start, text.find_last_not_of(kSpace) + 1 - start);
}

Status CheckLength(const Place& place, std::string_view text) {
  // Words are counted only where there are bytes enough.
  if (text.size() <= kMaxWords) return {};
  const std::size_t words = Tokenize(text).size();
  if (words <= kMaxWords) return {};
  Error error = place.Fail("expected at most " + std::to_string(kMaxWords) +
                           " words, found " + std::to_string(words));
  error.code = ErrorCode::kTextTooLong;
  return error;
}

// The text that a record of `place` has, put back as people write it if that
// is asked for.
Result<std::string> FinishText(const Place& place, std::string text,
                               const DataOptions& options) {
  if (options.treebank) text = JoinTreebank(text);
  if (Status length = CheckLength(place, text); !length.ok()) {
    return length.error();
  }
  return text;
}

struct TokenText {
  std::string text;
  std::vector<Span> tokens;

  void Add(const std::string& token) {
    std::uint32_t at = 0;
    if (!tokens.empty()) {
      text += ' ';
      at = tokens.back().end + 1;
    }
    text += token;
    tokens.push_back({at, at + Utf16Length(token)});
  }
};

// A string, or a list of tokens, which are the text with a space between two.
Result<TokenText> TextOfJson(const Place& place, const std::string& key,
                             const Json& json) {
  TokenText read;
  if (json.is_string()) {
    read.text = json.get<std::string>();
    return read;
  }
  if (!json.is_array()) {
    return place.Fail("expected " + Quote(key) + " to be a string, found " +
                      Describe(json));
  }
  for (const Json& token : json) {
    if (!token.is_string()) {
      return place.Fail("expected " + Quote(key) +
                        " to be a list of strings, found in it " +
                        Describe(token));
    }
    const auto& text = token.get_ref<const std::string&>();
    if (text.empty()) {
      return place.Fail("expected " + Quote(key) +
                        " to be a list of tokens, found an empty one in it");
    }
    read.Add(text);
  }
  return read;
}

// The text under `key`, which no other formats have than JSON and tables.
Result<TokenText> FieldText(const SourceRecord& source, const std::string& key,
                            const DataOptions& options) {
  if (IsTable(source.format)) return TokenText{source.Field(key), {}};
  const auto found = source.object.find(key);
  if (found == source.object.end()) {
    return NoField(source.place, key, source.object, options);
  }
  return TextOfJson(source.place, key, *found);
}

// As it stands in the file.
Result<TokenText> RawText(const SourceRecord& source,
                          const DataOptions& options) {
  switch (source.format) {
    case DataFormat::kJsonLines:
    case DataFormat::kTsv:
    case DataFormat::kCsv:
      return FieldText(source, options.text, options);
    case DataFormat::kLabelledText: {
      const auto split = SplitLabel(source);
      if (!split.ok()) return split.error();
      return TokenText{std::string(split.value().second), {}};
    }
    case DataFormat::kConll:
    case DataFormat::kConllU: {
      TokenText text;
      for (const std::string& word : source.sentence->words) text.Add(word);
      return text;
    }
    case DataFormat::kAspects: {
      TokenText text{source.aspects->text, {}};
      for (const Token& token : Tokenize(text.text)) {
        text.tokens.push_back(token.span);
      }
      return text;
    }
    case DataFormat::kTrees:
    case DataFormat::kText:
    case DataFormat::kQaPairs:
      break;
  }
  return TokenText{std::string(source.line), {}};
}

Status ReadField(const SourceRecord& source, const std::string& key,
                 const DataOptions& options, std::string* text) {
  Result<TokenText> read = FieldText(source, key, options);
  if (!read.ok()) return read.error();
  Result<std::string> finished =
      FinishText(source.place, std::move(read.value().text), options);
  if (!finished.ok()) return finished.error();
  *text = std::move(finished).value();
  return {};
}

Status ReadTwoTexts(const SourceRecord& source, const DataOptions& options,
                    Record* record) {
  Status read = ReadField(source, options.first, options, &record->text);
  return read.ok() ? ReadField(source, options.second, options, &record->second)
                   : read;
}

// Renames `label` as `merge` says; false if it is to be left out.
bool Merge(const DataOptions& options, std::string* label) {
  if (options.merge.empty()) return true;
  const auto merged = options.merge.find(*label);
  if (merged == options.merge.end()) return false;
  *label = merged->second;
  return true;
}

Status AddCandidate(const Place& place, std::string text,
                    std::optional<std::string> label,
                    const DataOptions& options, Record* record) {
  Result<std::string> finished = FinishText(place, std::move(text), options);
  if (!finished.ok()) return finished.error();
  Candidate candidate{std::move(finished).value()};
  if (label) {
    if (!Merge(options, &*label)) return {};
    candidate.relevant = *label == "1" || *label == "true";
    if (!candidate.relevant && *label != "0" && *label != "false") {
      return place.Fail("expected " + Quote(options.label) +
                        " of a candidate to be 0 or 1, found " + Quote(*label));
    }
  }
  record->candidates.push_back(std::move(candidate));
  return {};
}

Status ReadJsonCandidates(const SourceRecord& source,
                          const DataOptions& options, const Wanted& wanted,
                          Record* record) {
  const Place& place = source.place;
  const auto list = source.object.find(options.candidates);
  if (list == source.object.end()) {
    return NoField(place, options.candidates, source.object, options);
  }
  const std::string expected =
      "expected " + Quote(options.candidates) + " to be a list of " +
      (wanted.label ? "" : "strings or of ") + "objects with " +
      Quote(options.text) +
      (wanted.label ? " and " + Quote(options.label) : "") + ", found ";
  if (!list->is_array()) return place.Fail(expected + Describe(*list));
  for (const Json& candidate : *list) {
    const bool plain = candidate.is_string() && !wanted.label;
    if (!plain && !candidate.is_object()) {
      return place.Fail(expected + "in it " + Describe(candidate));
    }
    const Json* text = &candidate;
    std::optional<std::string> label;
    if (!plain) {
      const auto found = candidate.find(options.text);
      if (found == candidate.end()) {
        return NoField(place, options.text, candidate, options);
      }
      text = &*found;
    }
    if (wanted.label) {
      Result<std::string> read =
          LabelOfJson(place, options.label, candidate, options);
      if (!read.ok()) return read.error();
      label = std::move(read).value();
    }
    Result<TokenText> read = TextOfJson(place, options.text, *text);
    if (!read.ok()) return read.error();
    Status added = AddCandidate(place, std::move(read.value().text),
                                std::move(label), options, record);
    if (!added.ok()) return added;
  }
  return {};
}

// Of a table the query and the one candidate of the row.
Status ReadCandidates(const SourceRecord& source, const DataOptions& options,
                      const Wanted& wanted, Record* record) {
  Status read = ReadField(source, options.query, options, &record->text);
  if (!read.ok()) return read;
  if (!IsTable(source.format)) {
    return ReadJsonCandidates(source, options, wanted, record);
  }
  std::optional<std::string> label;
  if (wanted.label) label = source.Field(options.label);
  return AddCandidate(source.place, source.Field(options.text),
                      std::move(label), options, record);
}

Status ReadDocuments(const SourceRecord& source, const DataOptions& options,
                     Record* record) {
  const auto list = source.object.find(options.documents);
  if (list == source.object.end()) {
    return NoField(source.place, options.documents, source.object, options);
  }
  if (!list->is_array()) {
    return source.place.Fail("expected " + Quote(options.documents) +
                             " to be a list of texts, found " +
                             Describe(*list));
  }
  for (const Json& document : *list) {
    Result<TokenText> read =
        TextOfJson(source.place, options.documents, document);
    if (!read.ok()) return read.error();
    Result<std::string> text =
        FinishText(source.place, std::move(read.value().text), options);
    if (!text.ok()) return text.error();
    record->documents.push_back(std::move(text).value());
  }
  return {};
}

Status ReadQuestion(const SourceRecord& source, const DataOptions& options,
                    Record* record) {
  Status read = ReadField(source, options.question, options, &record->text);
  return read.ok() ? ReadField(source, options.text, options, &record->second)
                   : read;
}

Status ReadInput(const SourceRecord& source, const DataOptions& options,
                 const Wanted& wanted, Record* record) {
  switch (wanted.input) {
    case RecordInput::kText:
    case RecordInput::kTree:
      return ReadText(source, options, record);
    case RecordInput::kTwoTexts:
      return ReadTwoTexts(source, options, record);
    case RecordInput::kQuestionAndText:
      return ReadQuestion(source, options, record);
    case RecordInput::kCandidates:
      return ReadCandidates(source, options, wanted, record);
    case RecordInput::kDocuments:
      return ReadDocuments(source, options, record);
  }
  return {};
}

// The UTF-16 unit at which each code point of a text starts, and the text's
// length at the end.
std::vector<std::uint32_t> StartsOfCodePoints(std::string_view utf8) {
  std::vector<std::uint32_t> starts = {0};
  for (std::size_t at = 0; at < utf8.size();) {
    const CodePoint next = DecodeUtf8(utf8, at);
    at += next.bytes;
    starts.push_back(starts.back() + next.Utf16Units());
  }
  return starts;
}

// Code points in the file, which is how Python counts.
Status ReadAnswers(const SourceRecord& source, const DataOptions& options,
                   Record* record) {
  const Json& object = source.object;
  const auto list = object.find(options.answers);
  if (list == object.end()) {
    return NoField(source.place, options.answers, source.object, options);
  }
  if (!list->is_array()) {
    return source.place.Fail("expected " + Quote(options.answers) +
                             " to be a list of [start, end], found " +
                             Describe(*list));
  }
  const std::vector<std::uint32_t> starts = StartsOfCodePoints(record->second);
  const std::size_t length = starts.size() - 1;
  for (const Json& answer : *list) {
    const bool two = answer.is_array() && answer.size() == 2 &&
                     answer[0].is_number_unsigned() &&
                     answer[1].is_number_unsigned();
    const auto start = two ? answer[0].get<std::uint64_t>() : 0;
    const auto end = two ? answer[1].get<std::uint64_t>() : 0;
    if (start >= end || end > length) {
      return source.place.Fail(
          "expected " + Quote(options.answers) +
          " to be places [start, end] of the text, 0 <= start < end <= " +
          std::to_string(length) + ", found " +
          (two ? DumpJson(answer) : Describe(answer)));
    }
    record->answers.push_back({starts[start], starts[end]});
  }
  constexpr char kVotes[] = "no_answer_votes";
  const auto votes = object.find(kVotes);
  if (votes == object.end()) return {};
  if (!votes->is_number_unsigned() || votes->get<std::uint64_t>() > 1000000) {
    return source.place.Fail("expected " + Quote(kVotes) +
                             " to be a whole number up to 1000000, found " +
                             Describe(*votes));
  }
  record->no_answer_votes = votes->get<std::size_t>();
  return {};
}

// The tags of tokens as BIO: a term begins with the first that has part of it.
void TagTerms(const SourceRecord& source, const DataOptions& options,
              Record* record) {
  record->tags.assign(record->tokens.size(), "O");
  for (const AspectSentence::Term& term : source.aspects->terms) {
    std::string label = term.polarity;
    if (!Merge(options, &label)) continue;
    const char* prefix = "B-";
    for (std::size_t t = 0; t < record->tokens.size(); ++t) {
      const Span token = record->tokens[t];
      if (token.end <= term.span.start || token.start >= term.span.end)
        continue;
      if (record->tags[t] != "O") continue;  // Of the term before it, too.
      record->tags[t] = prefix + label;
      prefix = "I-";
    }
  }
}

Status ReadTags(const SourceRecord& source, const DataOptions& options,
                const Wanted& wanted, Record* record) {
  if (source.format == DataFormat::kAspects) {
    TagTerms(source, options, record);
    return {};
  }
  record->tags = source.sentence->tags;
  for (std::size_t word = 0; wanted.tags && word < record->tags.size();
       ++word) {
    // "_" where nobody has said.
    if (source.format != DataFormat::kConllU || record->tags[word] != "_") {
      continue;
    }
    return source.place.Fail("expected a tag of word " +
                             std::to_string(word + 1) + ", found none");
  }
  if (!wanted.heads) return {};
  record->heads = source.sentence->heads;
  record->relations = source.sentence->relations;
  if (Status tree = CheckIsTree(*source.sentence); !tree.ok()) return tree;
  for (std::size_t word = 0; word < record->relations.size(); ++word) {
    const std::string& relation = record->relations[word];
    if (relation != "_" && !relation.empty()) continue;
    return source.place.Fail("expected a relation of word " +
                             std::to_string(word + 1) + ", found none");
  }
  return {};
}

Result<std::vector<Record>> RecordsOfTree(const SourceRecord& source,
                                          const DataOptions& options,
                                          const Wanted& wanted) {
  Result<LabelledTree> parsed = ParseTree(source.line, source.place);
  if (!parsed.ok()) return parsed.error();
  const LabelledTree& tree = parsed.value();
  std::vector<Record> records;
  for (const TreePhrase& phrase : tree.phrases) {
    Record record;
    record.place = source.place;
    record.label = phrase.label;
    if (!wanted.label || Merge(options, &record.label)) {
      Result<std::string> text =
          FinishText(source.place, tree.Text(phrase), options);
      if (!text.ok()) return text.error();
      record.text = std::move(text).value();
      records.push_back(std::move(record));
    }
    if (!wanted.label || !options.phrases) break;
  }
  if (wanted.tree && !records.empty()) {
    records.front().tree = std::move(parsed).value();
  }
  return records;
}

}  // namespace

std::vector<std::string> TableColumns(const DataOptions& options,
                                      const Wanted& wanted) {
  std::vector<std::string> columns;
  switch (wanted.input) {
    case RecordInput::kText:
    case RecordInput::kTree:
      columns = {options.text};
      break;
    case RecordInput::kTwoTexts:
      columns = {options.first, options.second};
      break;
    case RecordInput::kQuestionAndText:
      columns = {options.question, options.text};
      break;
    case RecordInput::kCandidates:
      columns = {options.query, options.text};
      break;
    case RecordInput::kDocuments:
      break;
  }
  if (wanted.label) columns.push_back(options.label);
  if (wanted.grade) columns.push_back(options.grade);
  for (const std::string& aspect : wanted.ratings) {
    columns.push_back(RatingName(aspect, options));
  }
  return columns;
}

Status ReadText(const SourceRecord& source, const DataOptions& options,
                Record* record) {
  Result<TokenText> read = RawText(source, options);
  if (!read.ok()) return read.error();
  Result<std::string> text =
      FinishText(source.place, std::move(read.value().text), options);
  if (!text.ok()) return text.error();
  record->text = std::move(text).value();
  // A text that was put back has other places.
  if (!options.treebank) record->tokens = std::move(read.value().tokens);
  return {};
}

Status ReadGrade(const SourceRecord& source, const DataOptions& options,
                 Record* record) {
  Json grade;
  if (IsTable(source.format)) {
    grade = Json::parse(source.Field(options.grade), nullptr, false);
  } else {
    const auto found = source.object.find(options.grade);
    if (found == source.object.end()) {
      return NoField(source.place, options.grade, source.object, options);
    }
    grade = *found;
  }
  if (!grade.is_number()) {
    return source.place.Fail(
        "expected " + Quote(options.grade) + " to be a number, found " +
        (IsTable(source.format) ? Quote(source.Field(options.grade))
                                : Describe(grade)));
  }
  record->grade = grade.get<double>();
  return {};
}

Result<std::string> LabelOfJson(const Place& place, const std::string& key,
                                const Json& object,
                                const DataOptions& options) {
  const auto found = object.find(key);
  if (found == object.end()) return NoField(place, key, object, options);
  if (!found->is_string() && !found->is_number_integer() &&
      !found->is_boolean()) {
    return place.Fail("expected " + Quote(key) +
                      " to be a string, a whole number, true or false, "
                      "found " +
                      Describe(*found));
  }
  return found->is_string() ? found->get<std::string>() : found->dump();
}

Result<std::string> LabelOf(const SourceRecord& source,
                            const DataOptions& options) {
  Result<std::string> label = std::string();
  if (source.format == DataFormat::kJsonLines) {
    label = LabelOfJson(source.place, options.label, source.object, options);
  } else if (IsTable(source.format)) {
    label = source.Field(options.label);
  } else {
    const auto split = SplitLabel(source);
    if (!split.ok()) return split.error();
    label = std::string(split.value().first);
  }
  if (!label.ok()) return label;
  std::string trimmed = Trim(label.value());
  if (!trimmed.empty()) return trimmed;
  return source.place.Fail(
      "expected a label, found an empty one; \"max_errors\" lets a number of "
      "bad lines pass");
}

Status CheckFormatHas(const std::string& path, DataFormat format,
                      const Wanted& wanted) {
  const bool json = format == DataFormat::kJsonLines;
  const bool fields = json || IsTable(format);
  const bool answers = format == DataFormat::kQaPairs;
  const bool universal = format == DataFormat::kConllU;
  const bool sentences = universal || format == DataFormat::kConll ||
                         format == DataFormat::kAspects;
  const bool trees =
      fields || format == DataFormat::kTrees || format == DataFormat::kText;
  const bool labels = fields || format == DataFormat::kLabelledText ||
                      format == DataFormat::kTrees;
  if (answers && wanted.input != RecordInput::kCandidates) {
    return Error{ErrorCode::kInvalidArgument,
                 path +
                     ": expected another format, found one that holds queries "
                     "with candidates alone"};
  }
  const char* const kFields = "as JSON lines, TSV or CSV";
  std::string expected;
  std::string lacking;
  const auto require = [&](bool has, const char* records, const char* formats,
                           const char* what) {
    if (has || !expected.empty()) return;
    expected = std::string(records) + " " + formats;
    lacking = what;
  };
  const bool one_rating = wanted.ratings.size() == 1;
  require(fields || wanted.ratings.empty() ||
              (one_rating && format == DataFormat::kLabelledText),
          "reviews",
          one_rating ? "as JSON lines, TSV, CSV or lines with the rating in "
                       "front"
                     : kFields,
          "ratings");
  require(fields || wanted.input != RecordInput::kTwoTexts, "pairs of texts",
          kFields, "second texts");
  require(fields || wanted.input != RecordInput::kQuestionAndText,
          "questions about a text", kFields, "questions");
  require(json || !wanted.answers, "answers", "as JSON lines", "them");
  require(fields || answers || wanted.input != RecordInput::kCandidates,
          "queries with candidates", "as JSON lines, TSV, CSV or TrecQA",
          "candidates");
  require(json || wanted.input != RecordInput::kDocuments, "documents",
          "as JSON lines", "them");
  require(fields || !wanted.grade, "grades", kFields, "them");
  require(labels || answers || !wanted.label, "labelled texts",
          "as JSON lines, TSV, CSV, trees or lines with the label in front",
          "labels");
  require(sentences || !wanted.tags, "tagged sentences",
          "as CoNLL, CoNLL-U or aspects", "tags");
  require(universal || !wanted.heads, "parsed sentences", "as CoNLL-U",
          "heads");
  require(trees || wanted.input != RecordInput::kTree, "trees",
          "in brackets, one per line, or as JSON lines, TSV or CSV", "them");
  require(format == DataFormat::kTrees || !wanted.tree, "trees",
          "in brackets, one per line", "them");
  if (expected.empty()) return {};
  return Error{
      ErrorCode::kInvalidArgument,
      path + ": expected " + expected + ", found a format without " + lacking};
}

Result<std::vector<Record>> RecordsOf(const SourceRecord& source,
                                      const DataOptions& options,
                                      const Wanted& wanted) {
  if (source.format == DataFormat::kTrees &&
      wanted.input != RecordInput::kTree) {
    return RecordsOfTree(source, options, wanted);
  }
  std::vector<Record> records(1);
  Record& record = records.front();
  record.place = source.place;
  if (Status read = ReadInput(source, options, wanted, &record); !read.ok()) {
    return read.error();
  }
  if (wanted.label && wanted.input != RecordInput::kCandidates) {
    Result<std::string> label = LabelOf(source, options);
    if (!label.ok()) return label.error();
    record.label = std::move(label).value();
    if (!Merge(options, &record.label)) return std::vector<Record>();
  }
  Status read;
  if (wanted.grade) read = ReadGrade(source, options, &record);
  if (read.ok() && wanted.answers) {
    read = ReadAnswers(source, options, &record);
  }
  if (read.ok() && !wanted.ratings.empty()) {
    read = ReadRatings(source, options, wanted, &record);
  }
  if (read.ok() && wanted.rationales) {
    read = ReadRationales(source, options, wanted, &record);
  }
  if (read.ok() && (wanted.tags || wanted.heads)) {
    read = ReadTags(source, options, wanted, &record);
  }
  if (!read.ok()) return read.error();
  return records;
}

}  // namespace whylight
