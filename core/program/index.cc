// `whylight index`: documents as the file of an index, which `whylight search`,
// the npm package and the page search.
#include <fmt/format.h>

#include <charconv>
#include <cstddef>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "core/format/json.h"
#include "core/format/native/file.h"
#include "core/format/native/writer_lock.h"
#include "core/program/checked_flags.h"
#include "core/program/data_flags.h"
#include "core/program/model_index.h"
#include "core/program/progress.h"
#include "core/program/tell.h"
#include "core/program/verbs.h"
#include "core/training/data/json_documents.h"

namespace whylight {
namespace {

using nlohmann::json;

// Documents that are encoded together.
constexpr std::size_t kPiece = 256;

struct IndexFlags {
  std::string model;
  std::string input;
  std::string output;
  std::vector<std::string> fields;
  std::vector<std::string> encode;
  std::string id = "id";
  json bm25 = json::object();
  DataOptions reading;
};

// NAME or NAME:BOOST.
Result<json> ParseField(const std::string& field) {
  const std::size_t colon = field.rfind(':');
  if (colon == std::string::npos) return json{{"name", field}};
  double boost = 0;
  const char* const end = field.data() + field.size();
  const auto [stop, error] =
      std::from_chars(field.data() + colon + 1, end, boost);
  if (error != std::errc() || stop != end) {
    return Invalid("--field: expected NAME or NAME:BOOST, found " +
                   Quote(field));
  }
  return json{{"name", field.substr(0, colon)}, {"boost", boost}};
}

Result<json> IndexOptionsOf(const IndexFlags& flags) {
  json options = flags.bm25;
  options["id"] = flags.id;
  options["fields"] = json::array();
  std::set<std::string> unknown(flags.encode.begin(), flags.encode.end());
  for (const std::string& text : flags.fields) {
    Result<json> field = ParseField(text);
    if (!field.ok()) return field.error();
    const bool encoded =
        unknown.erase(field.value()["name"].get<std::string>()) > 0;
    field.value()["encoded"] = encoded || flags.encode.empty();
    options["fields"].push_back(std::move(field).value());
  }
  if (unknown.empty()) return options;
  return Invalid("--encode: expected a --field, found " +
                 Quote(*unknown.begin()));
}

// Adds documents a piece at a time.
class Indexer {
 public:
  /// Counts the documents that the index refuses in `bad`.
  Indexer(ModelIndex& index, BadLines& bad)
      : index_(index), bad_(bad), progress_(std::chrono::seconds(2)) {}

  Status Add(json document, const Place& place) {
    for (const auto& [key, value] : document.items()) keys_.insert(key);
    piece_.push_back(std::move(document));
    places_.push_back(place);
    return piece_.size() < kPiece ? Status() : Flush();
  }

  Status Flush() {
    // One that is refused keeps out all of its piece.
    while (!piece_.empty()) {
      const std::string texts = DumpJson(piece_);
      const Result<Answer> added = index_.Ask("add", {texts});
      if (added.ok()) break;
      if (Status skipped = SkipRefused(added.error()); !skipped.ok()) {
        return skipped;
      }
    }
    done_ += piece_.size();
    piece_.clear();
    places_.clear();
    if (progress_.Due()) {
      progress_.Show(fmt::format("{} documents", done_));
    }
    return {};
  }

  std::size_t done() const { return done_; }

  /// Fails if no document has one of `fields`, which then is misspelled.
  Status CheckFields(const json& fields) const {
    for (const json& field : fields) {
      const auto name = field.at("name").get<std::string>();
      if (done_ == 0 || keys_.contains(name)) continue;
      std::string found;
      for (const std::string& key : keys_) {
        if (!found.empty()) found += ", ";
        found += Quote(key);
      }
      return Invalid(
          "--field: expected a key or column of a document, one of " + found +
          ", found " + Quote(name));
    }
    return {};
  }

 private:
  // "documents[3]: ..." is about a line of a file.
  Status SkipRefused(const Error& error) {
    constexpr std::string_view kStart = "documents[";
    std::size_t i = 0;
    const char* const end = error.message.data() + error.message.size();
    if (!error.message.starts_with(kStart)) return error;
    const auto [stop, problem] =
        std::from_chars(error.message.data() + kStart.size(), end, i);
    if (problem != std::errc() || i >= places_.size()) return error;
    const std::size_t colon = error.message.find(": ");
    const Error located = places_[i].Fail(error.message.substr(colon + 2));
    Status skipped = bad_.Skip({error.code, located.message});
    if (!skipped.ok()) return skipped;
    piece_.erase(i);
    places_.erase(places_.begin() + static_cast<std::ptrdiff_t>(i));
    return {};
  }

  ModelIndex& index_;
  BadLines& bad_;
  ProgressLine progress_;
  json piece_ = json::array();
  std::vector<Place> places_;
  std::size_t done_ = 0;
  std::set<std::string> keys_;  ///< Of any document.
};

Status RunIndex(const IndexFlags& flags) {
  const Result<json> options = IndexOptionsOf(flags);
  if (!options.ok()) return options.error();
  const Result<WriterLock> lock = WriterLock::TakeOutput(flags.output);
  if (!lock.ok()) return lock.error();
  Result<ModelIndex> index = ModelIndex::Create(flags.model, options.value());
  if (!index.ok()) return index.error();
  BadLines bad(flags.reading);
  Indexer indexer(index.value(), bad);
  const std::string text_key = options.value()["fields"][0]["name"];
  Status read =
      VisitJsonDocuments(flags.input, flags.reading, flags.id, text_key, bad,
                         [&](json document, const Place& place) {
                           return indexer.Add(std::move(document), place);
                         });
  if (read.ok()) read = indexer.Flush();
  if (read.ok()) read = indexer.CheckFields(options.value()["fields"]);
  if (!read.ok()) return read;
  const Result<Answer> bytes = index.value().Ask("bytes");
  if (!bytes.ok()) return bytes.error();
  Status written = WriteFileAtomically(flags.output, bytes.value().bytes);
  if (!written.ok()) return written;
  Tell("{}: {} documents, {} bytes\n", flags.output, indexer.done(),
       bytes.value().bytes.size());
  return {};
}

}  // namespace

void AddIndexCommand(CLI::App& app, Command& command) {
  auto flags = std::make_shared<IndexFlags>();
  CLI::App* verb =
      app.add_subcommand("index", "Make an index of documents to search");
  verb->add_option("--model", flags->model, "Folder of the model")->required();
  verb->add_option("--input", flags->input,
                   "Documents: JSON lines, a table (.csv, .tsv) or a text per "
                   "line; - for JSON lines from standard input")
      ->required();
  verb->add_option("--field", flags->fields,
                   "A key, or column, of text to search, as NAME or "
                   "NAME:BOOST; any number of times")
      ->required()
      ->allow_extra_args(false);
  verb->add_option("--encode", flags->encode,
                   "A field that the model reads; any number of times. By "
                   "default it reads all; others are searched by their words")
      ->allow_extra_args(false);
  verb->add_option("--id", flags->id,
                   "The key, or column, that identifies a document")
      ->capture_default_str();
  AddNumberTo(verb, "--k1", {},
              "BM25: how soon further occurrences of a word stop counting",
              [flags](double value) { flags->bm25["k1"] = value; });
  AddNumberTo(verb, "--b", {}, "BM25: how much long documents count less",
              [flags](double value) { flags->bm25["b"] = value; });
  AddPath(verb, "--output", &flags->output, "File of the index")->required();
  AddFormatFlags(verb, &flags->reading);
  verb->callback(
      [flags, &command] { command = [flags] { return RunIndex(*flags); }; });
}

}  // namespace whylight
