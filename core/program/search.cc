// `whylight search`: documents of an index that ask the same as a text.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/format/json.h"
#include "core/program/checked_flags.h"
#include "core/program/data_flags.h"
#include "core/program/line_writer.h"
#include "core/program/model_index.h"
#include "core/program/option_flags.h"
#include "core/program/verbs.h"
#include "core/retrieval/index_options.h"
#include "core/text/utf8.h"
#include "core/training/data/reader.h"

namespace whylight {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

struct SearchFlags {
  std::string model;
  std::string index;
  std::optional<std::string> text;
  std::string input;
  std::string output;
  /// Those in files have the names of the files, until the index is searched.
  json options = json::object();
  bool reasons = false;
  bool as_json = false;
  DataOptions reading;
};

SystemOptions OptionsOfSearch() { return {"an index", &SearchFields()}; }

// A text as one line of a list.
std::string Shorten(std::string text) {
  constexpr std::size_t kLongest = 100;
  for (char& c : text) {
    if (c == '\n' || c == '\t' || c == '\r') c = ' ';
  }
  if (text.size() <= kLongest) return text;
  std::size_t end = kLongest;
  // Not within a character.
  while ((static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

// The words of an n-gram.
std::string WordsAt(const ordered_json& spans, std::string_view text,
                    const ordered_json& document) {
  std::string words;
  for (const ordered_json& span : spans) {
    if (span.contains("field")) {
      text = document[span["field"].get<std::string>()]
                 .get_ref<const std::string&>();
    }
    words.append(words.empty() ? "" : " ... ")
        .append(SliceUtf16(text, {span["start"].get<std::uint32_t>(),
                                  span["end"].get<std::uint32_t>()}));
  }
  return words;
}

class Searcher {
 public:
  Searcher(ModelIndex& index, const SearchFlags& flags, const json& options,
           LineWriter& writer)
      : index_(index), flags_(flags), options_(options), writer_(writer) {}

  Status Search(const std::string& text, bool show) {
    Result<Answer> found = index_.Ask("search", {text}, options_);
    if (!found.ok()) return found.error();
    ordered_json& hits = found.value().json["hits"];
    for (ordered_json& hit : hits) {
      if (!flags_.reasons) break;
      const Result<Answer> reasons =
          index_.Ask("explain", {text}, {{"id", hit["id"]}, {"pairs", 5}});
      if (!reasons.ok()) return reasons.error();
      hit["reasons"] = reasons.value().json;
    }
    if (!show) {
      return writer_.Write(
          DumpJson(ordered_json{{"text", text}, {"hits", hits}}));
    }
    return writer_.Write(hits.empty() ? "Nothing fits." : Show(text, hits));
  }

 private:
  std::string Show(std::string_view text, const ordered_json& hits) const {
    std::string page;
    std::size_t place = 1;
    for (const ordered_json& hit : hits) {
      page += fmt::format("{}{:>2}. {:.2f}", page.empty() ? "" : "\n", place++,
                          hit["score"].get<double>());
      if (hit.contains("probability")) {
        page +=
            fmt::format(" {:>3.0f} %", 100 * hit["probability"].get<double>());
      }
      page +=
          fmt::format("  {}  [{}]", TitleOf(hit), hit["id"].get<std::string>());
      if (hit.contains("reasons")) page += ShowReasons(text, hit);
    }
    return page;
  }

  // Its first field with a text.
  std::string TitleOf(const ordered_json& hit) const {
    for (const json& field : index_.options()["fields"]) {
      const auto text = hit["document"].find(field["name"]);
      if (text != hit["document"].end() && text->is_string() &&
          *text != std::string()) {
        return Shorten(text->get<std::string>());
      }
    }
    return {};
  }

  static std::string ShowReasons(std::string_view text,
                                 const ordered_json& hit) {
    const ordered_json& reasons = hit["reasons"];
    std::string lines = fmt::format("\n    cosine {:.2f}, of that",
                                    reasons["score"].get<double>());
    for (const ordered_json& pair : reasons["strongest"]) {
      lines += fmt::format("\n    {:>+6.2f} {} / {}",
                           pair["contribution"].get<double>(),
                           WordsAt(pair["query"], text, {}),
                           WordsAt(pair["document"], {}, hit["document"]));
    }
    lines += fmt::format("\n    BM25 {:.2f}, of that",
                         reasons["bm25"].get<double>());
    for (const ordered_json& term : reasons["terms"]) {
      lines += fmt::format("\n    {:>+6.2f} {}", term["bm25"].get<double>(),
                           term["term"].get<std::string>());
    }
    return lines;
  }

  ModelIndex& index_;
  const SearchFlags& flags_;
  const json& options_;
  LineWriter& writer_;
};

Status RunSearch(const SearchFlags& flags) {
  json options = flags.options;
  if (Status read = ReadOptionFiles(&SearchFields(), &options); !read.ok()) {
    return read;
  }
  Result<ModelIndex> index = ModelIndex::Open(flags.model, flags.index);
  if (!index.ok()) return index.error();
  Result<LineWriter> writer = LineWriter::Open(flags.output);
  if (!writer.ok()) return writer.error();
  Searcher searcher(index.value(), flags, options, writer.value());
  Status searched;
  if (flags.text) {
    searched = searcher.Search(*flags.text, /*show=*/!flags.as_json);
  } else {
    searched = VisitTexts(
        flags.input,
        [&](std::string_view text, std::size_t) {
          return searcher.Search(std::string(text), /*show=*/false);
        },
        flags.reading);
  }
  if (searched.ok()) return writer.value().Finish();
  return NameFlag(OptionsOfSearch(), searched.error());
}

}  // namespace

void AddSearchCommand(CLI::App& app, Command& command) {
  auto flags = std::make_shared<SearchFlags>();
  CLI::App* verb = app.add_subcommand(
      "search", "Find documents in an index that ask the same as a text");
  verb->add_option("--model", flags->model, "Folder of the model")->required();
  verb->add_option("--index", flags->index, "File that `whylight index` wrote")
      ->required();
  CLI::Option* text =
      verb->add_option("--text", flags->text, "The text to search for");
  verb->add_option("--input", flags->input,
                   "Texts in any format of docs/guides/data.md, each "
                   "answered by a line of JSON; - for JSON lines from "
                   "standard input")
      ->excludes(text);
  AddOptionFlags(verb, {OptionsOfSearch()}, &flags->options);
  AddNumberTo(verb, "--threshold", kShares,
              "Leave out hits that are less likely than this to ask the same",
              [flags](double value) { flags->options["threshold"] = value; });
  verb->add_flag("--reasons", flags->reasons,
                 "Show for each hit the words that make it match");
  verb->add_flag("--json", flags->as_json, "Print the answer as JSON");
  AddPath(verb, "--output", &flags->output,
          "File to write instead of standard output");
  AddDataFlags(verb, &flags->reading, /*labels=*/false);
  verb->callback([flags, &command] {
    if (!flags->text && flags->input.empty()) {
      throw CLI::RequiredError("--text or --input");
    }
    command = [flags] { return RunSearch(*flags); };
  });
}

}  // namespace whylight
