#include "core/training/data/data_config.h"

#include <cstdint>
#include <map>
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
      {"csv", DataFormat::kCsv},
      {"conll", DataFormat::kConll},
      {"conllu", DataFormat::kConllU}};
  return names;
}

// An object from text to text; `expected` is what its values are.
void ReadNames(ConfigReader& reader, const char* key, const char* expected,
               std::map<std::string, std::string>* names) {
  const nlohmann::json* found = reader.Find(key);
  if (found == nullptr) return;
  names->clear();
  if (!found->is_object()) {
    reader.Complain(Quote(key) + ": expected an object");
    return;
  }
  for (const auto& [name, value] : found->items()) {
    if (value.is_string() && !value.get_ref<const std::string&>().empty()) {
      (*names)[name] = value.get<std::string>();
    } else {
      reader.Complain(Quote(key) + ": expected " + expected + ", found " +
                      Quote(DumpJson(value)));
    }
  }
}

// An object from words to the ratings they stand for.
void ReadValues(ConfigReader& reader, std::map<std::string, double>* values) {
  const nlohmann::json* found = reader.Find("values");
  if (found == nullptr) return;
  values->clear();
  if (!found->is_object()) {
    reader.Complain("\"values\": expected an object");
    return;
  }
  for (const auto& [word, value] : found->items()) {
    const double rating = value.is_number() ? value.get<double>() : -1.0;
    if (rating >= 0.0 && rating <= 1.0) {
      (*values)[word] = rating;
    } else {
      reader.Complain("\"values\": expected ratings between 0 and 1, found " +
                      Quote(DumpJson(value)));
    }
  }
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
  reader.Text("first", &options->first);
  reader.Text("second", &options->second);
  reader.Text("query", &options->query);
  reader.Text("candidates", &options->candidates);
  reader.Text("documents", &options->documents);
  reader.Text("label", &options->label);
  reader.Text("grade", &options->grade);
  reader.Text("ratings", &options->ratings);
  reader.Text("rationales", &options->rationales);
  ReadNames(reader, "columns", "names of columns", &options->columns);
  ReadValues(reader, &options->values);
  reader.Flag("skip_unrated", &options->skip_unrated);
  reader.Flag("quotes", &options->quotes);
  reader.Flag("phrases", &options->phrases);
  reader.Flag("treebank", &options->treebank);
  ReadNames(reader, "merge", "labels as texts", &options->merge);
  reader.Flag("distinct", &options->distinct);
  reader.Count("max_errors", 0, kLarge, &options->max_errors);
  return reader.Finish();
}

nlohmann::ordered_json DataOptionsToJson(const DataOptions& options) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const auto& [name, format] : FormatNames()) {
    if (options.format == format) json["format"] = name;
  }
  json["text"] = options.text;
  // Keys of inputs that few systems read, where they are not the usual ones.
  const DataOptions usual;
  const auto add = [&](const char* key, std::string DataOptions::*name) {
    if (options.*name != usual.*name) json[key] = options.*name;
  };
  add("first", &DataOptions::first);
  add("second", &DataOptions::second);
  add("query", &DataOptions::query);
  add("candidates", &DataOptions::candidates);
  add("documents", &DataOptions::documents);
  add("grade", &DataOptions::grade);
  json["label"] = options.label;
  json["ratings"] = options.ratings;
  json["rationales"] = options.rationales;
  json["columns"] = options.columns;
  json["values"] = options.values;
  json["skip_unrated"] = options.skip_unrated;
  json["quotes"] = options.quotes;
  json["phrases"] = options.phrases;
  json["treebank"] = options.treebank;
  json["merge"] = options.merge;
  json["distinct"] = options.distinct;
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
