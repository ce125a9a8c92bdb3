#include "core/training/data/data_config.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "core/format/fields.h"
#include "core/format/json.h"

namespace whylight {
namespace {

const std::vector<std::pair<std::string, DataFormat>>& FormatNames() {
  static const std::vector<std::pair<std::string, DataFormat>> names = {
      {"jsonl", DataFormat::kJsonLines},
      {"text", DataFormat::kText},
      {"labelled", DataFormat::kLabelledText},
      {"trees", DataFormat::kTrees},
      {"tsv", DataFormat::kTsv},
      {"csv", DataFormat::kCsv},
      {"conll", DataFormat::kConll},
      {"conllu", DataFormat::kConllU},
      {"qapairs", DataFormat::kQaPairs},
      {"aspects", DataFormat::kAspects}};
  return names;
}

}  // namespace

const Fields<DataOptions>& DataFields() {
  static const auto fields =
      Fields<DataOptions>("How data files are read.")
          .Named("data")
          .Choice("format", &DataOptions::format, FormatNames(),
                  "Format; by default as the file's name tells.")
          .Text("text", &DataOptions::text, "Key or column of the text.")
          .Text("first", &DataOptions::first,
                "Key or column of the first of two texts.")
          .WrittenIf([](const DataOptions& options) {
            return options.first != DataOptions().first;
          })
          .Text("second", &DataOptions::second, "Key or column of the second.")
          .WrittenIf([](const DataOptions& options) {
            return options.second != DataOptions().second;
          })
          .Text("question", &DataOptions::question,
                "Key or column of a question about the text.")
          .WrittenIf([](const DataOptions& options) {
            return options.question != DataOptions().question;
          })
          .Text("answers", &DataOptions::answers,
                "Key of the places of the text that answer it, in JSON.")
          .WrittenIf([](const DataOptions& options) {
            return options.answers != DataOptions().answers;
          })
          .Text("query", &DataOptions::query, "Key or column of the query.")
          .WrittenIf([](const DataOptions& options) {
            return options.query != DataOptions().query;
          })
          .Text("candidates", &DataOptions::candidates,
                "Key of the candidates, in JSON.")
          .WrittenIf([](const DataOptions& options) {
            return options.candidates != DataOptions().candidates;
          })
          .Text("documents", &DataOptions::documents,
                "Key of a list of texts, in JSON.")
          .WrittenIf([](const DataOptions& options) {
            return options.documents != DataOptions().documents;
          })
          .Text("grade", &DataOptions::grade,
                "Key or column of a grade, any number.")
          .WrittenIf([](const DataOptions& options) {
            return options.grade != DataOptions().grade;
          })
          .Text("label", &DataOptions::label, "Key or column of the label.")
          .Text("ratings", &DataOptions::ratings,
                "Key of the ratings in JSON: an object by aspect, a list, or "
                "the rating itself.")
          .Text("rationales", &DataOptions::rationales,
                "Key of the spans that people marked, in JSON.")
          .TextMap("columns", &DataOptions::columns,
                   "For each aspect, its name in the file, or its index in a "
                   "list, from 0.")
          .NumberMap("values", &DataOptions::values, {0, 1},
                     "For each word that stands for a rating, the rating.")
          .Numbers("scale", &DataOptions::scale, {-1e9, 1e9},
                   "Lowest and highest rating, which become 0 and 1, such as "
                   "`[1, 5]`.")
          .WrittenIf(
              [](const DataOptions& options) { return !options.scale.empty(); })
          .Check([](const DataOptions& options) -> std::string {
            const std::vector<double>& scale = options.scale;
            if (scale.empty()) return {};
            if (scale.size() != 2 || scale[0] >= scale[1]) {
              return "\"scale\": expected the lowest and the highest rating, "
                     "found " +
                     DumpJson(nlohmann::ordered_json(scale));
            }
            return options.values.empty()
                       ? ""
                       : "expected \"scale\" or \"values\", found both";
          })
          .Flag("skip_unrated", &DataOptions::skip_unrated,
                "Whether reviews without a wanted rating are left out.")
          .Flag("quotes", &DataOptions::quotes,
                "Whether fields of tables may be quoted.")
          .Flag("phrases", &DataOptions::phrases,
                "Whether every phrase of a tree is a text, not only the whole "
                "sentence.")
          .Flag("treebank", &DataOptions::treebank,
                "Whether texts are tokenised as in the Penn Treebank; they are "
                "then put back together.")
          .TextMap("merge", &DataOptions::merge,
                   "For each label, its new name; texts with other labels are "
                   "left out.")
          .Flag("distinct", &DataOptions::distinct,
                "Whether a text with the words and the label of an earlier one "
                "is left out.")
          .Count("max_errors", &DataOptions::max_errors, {0, 1'000'000'000},
                 "Number of bad lines of a file that are skipped.");
  return fields;
}

std::string DataFormatName(DataFormat format) {
  return NameOf(FormatNames(), format);
}

std::string DataFormatNames() {
  std::string names;
  for (const auto& [name, format] : FormatNames()) {
    names.append(names.empty() ? "" : ", ").append(name);
  }
  return names;
}

Result<DataFormat> ParseDataFormat(const std::string& name) {
  for (const auto& [known, format] : FormatNames()) {
    if (known == name) return format;
  }
  return Error{
      ErrorCode::kInvalidArgument,
      "expected one of " + DataFormatNames() + ", found " + Quote(name)};
}

}  // namespace whylight
