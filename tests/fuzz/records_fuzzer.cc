// Every reader of training data, whatever its format: records have what was
// asked for, spans are within texts, errors name the line; a table that is
// written from what was read is that table again.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "core/format/json.h"
#include "core/text/utf8.h"
#include "core/training/data/json_documents.h"
#include "core/training/data/pair_templates.h"
#include "core/training/data/reader.h"
#include "core/training/data/record.h"
#include "core/training/data/table.h"
#include "core/training/data/text_templates.h"
#include "core/training/probes/read_probes.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/memory_file.h"

namespace whylight {
namespace {

void CheckStatus(const Status& status, const std::string& path) {
  if (status.ok()) return;
  const Error& error = status.error();
  Expect(error.code == ErrorCode::kBadData ||
             error.code == ErrorCode::kInvalidArgument,
         "it is the data that are bad");
  Expect(error.message.starts_with(path), "errors name the file");
  Expect(IsValidUtf8(error.message), "errors are texts");
}

void CheckSpans(const std::vector<Span>& spans, const std::string& text) {
  const std::uint32_t length = Utf16Length(text);
  for (const Span& span : spans) {
    Expect(span.start < span.end && span.end <= length,
           "spans are within the text");
  }
}

void CheckRecord(const Record& record, const Wanted& wanted) {
  Expect(record.place.line > 0, "lines count from one");
  Expect(record.ratings.size() == wanted.ratings.size(),
         "there is a rating for each aspect");
  for (const Real rating : record.ratings) {
    Expect(!IsRated(rating) || (rating >= 0 && rating <= 1),
           "ratings are shares");
  }
  CheckSpans(record.tokens, record.text);
  CheckSpans(record.answers, record.second);
  if (record.rationales) {
    Expect(record.rationales->size() == wanted.ratings.size(),
           "there are rationales for each aspect");
    for (const auto& spans : *record.rationales) CheckSpans(spans, record.text);
  }
  // Those of a treebank are put back as people write, and no longer tokens.
  const std::size_t words =
      record.tokens.empty() ? record.tags.size() : record.tokens.size();
  if (wanted.tags || wanted.heads) {
    Expect(record.tags.size() == words, "each word has a tag");
  }
  if (wanted.heads) {
    Expect(record.heads.size() == words && record.relations.size() == words,
           "each word has a head");
    for (const int head : record.heads) {
      Expect(head >= 0 && head <= static_cast<int>(record.heads.size()),
             "heads are words");
    }
  }
  if (record.tree) {
    for (const TreePhrase& phrase : record.tree->phrases) {
      Expect(
          phrase.begin < phrase.end && phrase.end <= record.tree->words.size(),
          "phrases are words");
    }
  }
}

Wanted PickWanted(unsigned bits) {
  constexpr RecordInput kInputs[] = {RecordInput::kText, RecordInput::kTwoTexts,
                                     RecordInput::kCandidates,
                                     RecordInput::kDocuments};
  Wanted wanted;
  wanted.input = kInputs[bits % 4];
  // Documents have no tags, so these bits are free.
  if (bits % 4 == 3 && bits / 64 % 4 == 1) {
    wanted.input = RecordInput::kQuestionAndText;
    wanted.answers = true;
    return wanted;
  }
  if (bits % 4 == 3 && bits / 64 % 4 == 2) {
    wanted.input = RecordInput::kTree;
    return wanted;
  }
  wanted.label = (bits & 4) != 0;
  wanted.grade = (bits & 8) != 0;
  if ((bits & 16) != 0) wanted.ratings = {"aroma", "taste"};
  wanted.rationales = (bits & 32) != 0;
  const unsigned words = bits / 64 % 4;
  wanted.tags = words == 1;
  wanted.heads = words == 2;
  wanted.tree = words == 3;
  return wanted;
}

DataOptions PickOptions(unsigned format, unsigned bits) {
  DataOptions options;
  options.format = static_cast<DataFormat>(format);
  options.quotes = (bits & 1) == 0;
  options.phrases = (bits & 2) != 0;
  options.treebank = (bits & 4) != 0;
  options.distinct = (bits & 8) != 0;
  options.skip_unrated = (bits & 16) != 0;
  if ((bits & 32) != 0) options.merge = {{"good", "1"}, {"4", "1"}};
  options.max_errors = bits / 64;
  if ((bits & 128) != 0) options.values = {{"good", 1}, {"bad", 0}};
  return options;
}

// In one of the ways there are.
Status Visit(const std::string& path, const DataOptions& options,
             const Wanted& wanted, unsigned way) {
  switch (way) {
    case 0:
      return VisitLabelledTexts(
          path, options, [](const LabelledText& text) -> Status {
            Expect(!text.tokens.empty(), "a text has words");
            return {};
          });
    case 1:
      return VisitEveryText(
          path,
          [](std::string_view, std::size_t line) -> Status {
            Expect(line > 0, "lines count from one");
            return {};
          },
          options);
    case 2: {
      BadLines bad(options);
      return VisitJsonDocuments(
          path, options, "id", "text", bad,
          [](const nlohmann::json& document, const Place&) -> Status {
            Expect(document.is_object(), "a document is an object");
            return {};
          });
    }
    default:
      return VisitRecords(path, options, wanted, [&](Record& record) -> Status {
        CheckRecord(record, wanted);
        return {};
      });
  }
}

using Table = std::vector<std::vector<std::string>>;

// The columns and the good rows of a table; empty if it cannot be read.
Table ReadTable(const std::string& path, const TableOptions& options) {
  Result<TableReader> reader = TableReader::Open(path, options);
  if (!reader.ok()) return {};
  Table table = {reader.value().columns()};
  while (true) {
    Result<std::optional<TableRecord>> row = reader.value().Next();
    if (!row.ok()) return {};
    if (!row.value()) return table;
    if (!row.value()->problem.ok()) continue;
    Expect(row.value()->fields.size() == table[0].size(),
           "a row has a field for each column");
    table.push_back(row.value()->fields);
  }
}

// As RFC 4180 has it, all fields in quotes. With its byte order mark a file
// with a NUL among its first bytes is not taken for UTF-16.
std::string WriteTable(const Table& table, char separator) {
  std::string text = "\xEF\xBB\xBF";
  for (const std::vector<std::string>& row : table) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) text += separator;
      text += '"';
      for (const char c : row[i]) text.append(c == '"' ? 2 : 1, c);
      text += '"';
    }
    text += "\r\n";
  }
  return text;
}

void CheckTable(const std::string& path, char separator) {
  const TableOptions options{.separator = separator};
  const Table table = ReadTable(path, options);
  if (table.empty()) return;
  const MemoryFile again(WriteTable(table, separator));
  Expect(ReadTable(again.path(), options) == table,
         "a table that was written is read again");
}

void CheckProbes(const std::string& path) {
  const Result<std::vector<Probe>> probes = ReadProbes(path);
  if (!probes.ok()) return CheckStatus(probes.error(), path);
  Expect(!probes.value().empty(), "there are probes");
  for (const Probe& probe : probes.value()) {
    const std::size_t texts = probe.texts.size();
    Expect(probe.expectation == Expectation::kOrder || probe.compares()
               ? texts == 2
           : probe.expectation == Expectation::kAlike ? texts > 1
                                                      : texts == 1,
           "a probe has its texts");
    Expect((probe.expectation == Expectation::kSide) ==
               (probe.above || probe.below),
           "sides have bounds");
  }
}

void CheckTemplates(const std::string& path) {
  const Result<TextTemplates> templates =
      TextTemplates::Read({path}, {"aroma", "taste"});
  if (!templates.ok()) {
    // Some errors are about all files together.
    const Error& error = templates.error();
    return CheckStatus(
        error, error.message.starts_with("templates: ") ? "templates: " : path);
  }
  for (std::uint64_t number = 0; number < 4; ++number) {
    const TemplateText text = templates.value().Make(1, number);
    Expect(text.ratings.size() == 2, "a text speaks of the aspects");
    Expect(templates.value().Make(1, number).text == text.text,
           "a number stands for one text");
  }
}

void CheckPairTemplates(const std::string& path) {
  const Result<PairTemplates> templates = PairTemplates::Read({path}, {});
  if (!templates.ok()) return CheckStatus(templates.error(), path);
  for (std::uint64_t number = 0; number < 4; ++number) {
    const TemplatePair pair = templates.value().Make(1, number);
    const TemplatePair again = templates.value().Make(1, number);
    Expect(again.text == pair.text && again.other == pair.other &&
               again.label == pair.label,
           "a number stands for one pair");
  }
}

}  // namespace
}  // namespace whylight

// The format and the way to read it, two bytes of options, and the file.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace whylight;
  if (size < 3) return 0;
  const MemoryFile file(AsText(data + 3, size - 3));
  const unsigned format = data[0] % 16;
  const unsigned way = data[0] / 16;
  switch (format) {
    case 9:
      CheckProbes(file.path());
      break;
    case 10:
      CheckTemplates(file.path());
      break;
    case 11:
      CheckTable(file.path(), ',');
      break;
    case 12:
      CheckTable(file.path(), '\t');
      break;
    case 13:
      CheckPairTemplates(file.path());
      break;
    case 14:
      CheckStatus(Visit(file.path(), {.format = DataFormat::kAspects},
                        PickWanted(data[2]), way),
                  file.path());
      break;
    default:
      CheckStatus(Visit(file.path(), PickOptions(format % 9, data[1]),
                        PickWanted(data[2]), way),
                  file.path());
  }
  return 0;
}
