#include "core/train/data/data_config.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "core/format/config_reader.h"
#include "core/format/json.h"

namespace whylight {
namespace {

constexpr std::uint64_t kLarge = 1'000'000'000;

const std::vector<std::pair<std::string, DataFormat>>& FormatNames() {
  static const std::vector<std::pair<std::string, DataFormat>> names = {
      {"jsonl", DataFormat::kJsonLines},
      {"text", DataFormat::kText},
      {"labelled", DataFormat::kLabelledText},
      {"trees", DataFormat::kTrees},
      {"tsv", DataFormat::kTsv},
      {"csv", DataFormat::kCsv}};
  return names;
}

}  // namespace

Status ReadDataOptions(const nlohmann::json& object, const std::string& where,
                       DataOptions* options) {
  ConfigReader reader(object, where);
  if (reader.Find("format") != nullptr) {
    DataFormat format = DataFormat::kJsonLines;
    reader.Choice("format", FormatNames(), &format);
    options->format = format;
  }
  reader.Text("text", &options->text);
  reader.Text("label", &options->label);
  reader.Text("ratings", &options->ratings);
  if (const auto* columns = reader.Find("columns"); columns != nullptr) {
    options->columns.clear();
    if (!columns->is_object()) {
      reader.Complain("\"columns\": expected an object");
    }
    for (const auto& [rating, column] : columns->items()) {
      if (columns->is_object() && column.is_string()) {
        options->columns[rating] = column.get<std::string>();
      } else {
        reader.Complain("\"columns\": expected names of columns, found " +
                        Quote(DumpJson(column)));
      }
    }
  }
  reader.Flag("quotes", &options->quotes);
  reader.Flag("phrases", &options->phrases);
  reader.Flag("treebank", &options->treebank);
  reader.Count("max_errors", 0, kLarge, &options->max_errors);
  return reader.Finish();
}

nlohmann::ordered_json DataOptionsToJson(const DataOptions& options) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const auto& [name, format] : FormatNames()) {
    if (options.format == format) json["format"] = name;
  }
  json["text"] = options.text;
  json["label"] = options.label;
  json["ratings"] = options.ratings;
  json["columns"] = options.columns;
  json["quotes"] = options.quotes;
  json["phrases"] = options.phrases;
  json["treebank"] = options.treebank;
  json["max_errors"] = options.max_errors;
  return json;
}

Result<DataFormat> ParseDataFormat(const std::string& name) {
  std::string names;
  for (const auto& [known, format] : FormatNames()) {
    if (known == name) return format;
    names.append(names.empty() ? "" : ", ").append(Quote(known));
  }
  return Error{ErrorCode::kInvalidArgument,
               "format: expected one of " + names + ", found " + Quote(name)};
}

}  // namespace whylight
