// `whylight import`: models and weights of other programs
// (docs/guides/importing.md).
#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/format/json.h"
#include "core/format/model_folder.h"
#include "core/format/native/file.h"
#include "core/format/native/model_store.h"
#include "core/format/quantise.h"
#include "core/program/checked_flags.h"
#include "core/program/output_place.h"
#include "core/program/tell.h"
#include "core/program/vectors_tools.h"
#include "core/program/verbs.h"
#include "core/systems/registry.h"
#include "core/training/data/whole_file.h"
#include "core/training/exchange/foreign_tensors.h"
#include "core/training/exchange/pickle.h"
#include "core/training/exchange/published_rcnn.h"
#include "core/training/exchange/state_dict.h"
#include "core/training/vectors/vector_text.h"
#include "core/training/vectors/word_vectors.h"

namespace whylight {
namespace {

using nlohmann::json;

constexpr std::string_view kTensorsEnd = ".safetensors";

struct ImportFlags {
  std::string input;
  std::string config;
  std::vector<std::string> maps;
  std::string vocabulary;
  std::string vectors;
  std::string output;
  std::string store = "f32";
};

// What an input holds. The tensors are of its bytes.
struct Input {
  std::string bytes;
  std::optional<Pickle> pickle;
  std::vector<Tensor> tensors;
};

// A header's length, and its first character: no pickle begins like that.
bool LooksLikeSafetensors(std::string_view bytes) {
  return bytes.size() > 8 && bytes[8] == '{' && bytes[7] == '\0';
}

// "foam 0.5 -1", or "2 3" with the vectors of two words behind it. No pickle
// has a blank in its first line, but for those that begin with a byte of their
// own.
bool LooksLikeVectors(std::string_view bytes) {
  const std::string_view line = bytes.substr(0, bytes.find('\n'));
  const std::size_t blank = line.find(' ');
  return !LooksLikeSafetensors(bytes) && blank != std::string_view::npos &&
         blank > 0 && blank + 1 < line.size() && line[0] != '\x80' &&
         std::string_view("+-.0123456789").find(line[blank + 1]) !=
             std::string_view::npos;
}

Status ParseInput(const std::string& path, Input* input) {
  if (LooksLikeSafetensors(input->bytes)) {
    const Result<SafetensorsView> view =
        SafetensorsView::Parse(input->bytes, path);
    if (!view.ok()) return view.error();
    input->tensors = view.value().tensors();
    return {};
  }
  if (input->bytes.starts_with("PK")) {
    return Error{ErrorCode::kBadData,
                 path +
                     ": expected a safetensors file or a pickle of arrays, "
                     "found a zip, as torch.save writes it: save the state "
                     "dict with safetensors.torch.save_file"};
  }
  Result<Pickle> pickle = Pickle::Parse(input->bytes, path);
  if (!pickle.ok()) return pickle.error();
  input->pickle = std::move(pickle).value();
  input->tensors = input->pickle->Arrays();
  return {};
}

Result<std::map<std::string, std::string>> ReadMaps(
    const std::vector<std::string>& maps) {
  std::map<std::string, std::string> names;
  for (const std::string& map : maps) {
    const std::size_t equals = map.find('=');
    if (equals == std::string::npos || equals == 0 ||
        equals + 1 == map.size()) {
      return Invalid("--map: expected THEIRS=OURS, found " + Quote(map));
    }
    const std::string ours = map.substr(equals + 1);
    if (!names.emplace(ours, map.substr(0, equals)).second) {
      return Invalid("--map: expected one name for " + Quote(ours) +
                     ", found two");
    }
  }
  return names;
}

Dtype FindStore(const std::string& name) {
  for (const auto& [known, dtype] : SavedDtypeNames()) {
    if (known == name) return dtype;
  }
  return Dtype::kF32;
}

// The words, and their vectors if they are in a file of their own.
Status ReadWords(const ImportFlags& flags, StateDictOptions* options) {
  if (flags.vectors.empty() == flags.vocabulary.empty()) {
    return Invalid(
        "expected --vocabulary, the word of each row of the embedding, or "
        "--vectors, words with their vectors, found " +
        std::string(flags.vectors.empty() ? "neither" : "both"));
  }
  if (!flags.vectors.empty()) {
    Result<WordVectors> words = ReadWordVectors(flags.vectors);
    if (!words.ok()) return words.error();
    options->vocabulary = std::move(words.value().vocabulary);
    options->vectors = std::move(words.value().vectors);
    return {};
  }
  Result<std::string> bytes = ReadPlainOrGzip(flags.vocabulary);
  if (!bytes.ok()) return bytes.error();
  if (!bytes.value().empty() && !bytes.value().ends_with('\n')) {
    bytes.value().push_back('\n');
  }
  Result<Vocabulary> vocabulary = Vocabulary::Parse(bytes.value());
  if (!vocabulary.ok()) {
    return Error{ErrorCode::kBadData,
                 flags.vocabulary + ": " + vocabulary.error().message};
  }
  options->vocabulary = std::move(vocabulary).value();
  return {};
}

void TellUnused(const ForeignTensors& tensors) {
  for (const Tensor* tensor : tensors.Unused()) {
    Tell("not used: {} {}\n", tensor->name, ShapeToText(tensor->shape));
  }
}

Status WriteModel(const ImportFlags& flags, const json& config,
                  std::map<std::string, std::string> names,
                  ForeignTensors& theirs) {
  StateDictOptions options{
      .config = config,
      .names = std::move(names),
      .store = FindStore(flags.store),
      .origin = std::filesystem::path(flags.input).filename()};
  if (Status read = ReadWords(flags, &options); !read.ok()) return read;
  Result<ModelFiles> files = ImportStateDict(options, AllSystems(), theirs);
  if (!files.ok()) {
    return Error{files.error().code,
                 flags.input + ": " + files.error().message};
  }
  if (Status written = WriteModelFolder(flags.output, files.value());
      !written.ok()) {
    return written;
  }
  TellUnused(theirs);
  return {};
}

Status WriteTensors(const ImportFlags& flags, const Input& input) {
  Result<std::string> bytes = SerializeSafetensors(input.tensors);
  if (!bytes.ok()) {
    return Error{bytes.error().code,
                 flags.input + ": " + bytes.error().message};
  }
  return WriteFileAtomically(flags.output, bytes.value());
}

// As `whylight vectors convert` does.
Status WriteVectors(const ImportFlags& flags, std::string_view bytes) {
  if (flags.output.ends_with(kTensorsEnd)) {
    return Invalid("--output: expected a folder for word vectors, found " +
                   Quote(flags.output));
  }
  if (!flags.config.empty()) {
    return Error{ErrorCode::kBadData,
                 flags.input +
                     ": expected a safetensors file or a pickle for "
                     "--config, found word vectors: give them as "
                     "--vectors"};
  }
  const Result<WordVectors> words = ParseVectorFile(bytes, flags.input);
  if (!words.ok()) return words.error();
  const nlohmann::ordered_json origin = {
      {"converted_from", std::filesystem::path(flags.input).filename()}};
  return SaveVectors(flags.output, words.value(), VectorFormat::kFolder,
                     DumpJson(origin));
}

Status RunImport(const ImportFlags& flags) {
  Result<std::map<std::string, std::string>> names = ReadMaps(flags.maps);
  if (!names.ok()) return names.error();
  const bool tensors = flags.output.ends_with(kTensorsEnd);
  const Result<WriterLock> lock = TakePlace(
      flags.output, tensors ? OutputKind::kFile : OutputKind::kFolder);
  if (!lock.ok()) return lock.error();
  Result<std::string> bytes = ReadPlainOrGzip(flags.input);
  if (!bytes.ok()) return bytes.error();
  Input input{std::move(bytes).value(), {}, {}};
  if (LooksLikeVectors(input.bytes)) return WriteVectors(flags, input.bytes);
  if (Status read = ParseInput(flags.input, &input); !read.ok()) return read;
  if (tensors) return WriteTensors(flags, input);

  if (!flags.config.empty()) {
    const Result<std::string> text = ReadFile(flags.config);
    if (!text.ok()) return text.error();
    const Result<json> config =
        ParseConfigJson(text.value(), flags.config, kMaxConfigDepth);
    if (!config.ok()) return config.error();
    ForeignTensors theirs(std::move(input.tensors));
    return WriteModel(flags, config.value(), std::move(names).value(), theirs);
  }
  if (!input.pickle || !IsPublishedModel(input.pickle->value())) {
    return Invalid(
        "expected --config, the config.json of the model to make, or an "
        "--output that ends in .safetensors, found neither");
  }
  const Result<PublishedModel> published =
      ImportPublishedModel(input.pickle->value());
  if (!published.ok()) {
    return Error{published.error().code,
                 flags.input + ": " + published.error().message};
  }
  const Result<SafetensorsView> view =
      SafetensorsView::Parse(published.value().tensors, flags.input);
  if (!view.ok()) return view.error();
  ForeignTensors theirs(view.value().tensors());
  return WriteModel(flags, published.value().config, std::move(names).value(),
                    theirs);
}

}  // namespace

void AddImportCommand(CLI::App& app, Command& command) {
  auto flags = std::make_shared<ImportFlags>();
  CLI::App* verb = app.add_subcommand(
      "import", "Make a model from what another program learned");
  verb->add_option("--input", flags->input,
                   "Tensors of a PyTorch module as safetensors, a pickle of "
                   "arrays, or word vectors of word2vec, fastText or GloVe, "
                   "plain or .gz: no code in them is run")
      ->required();
  verb->add_option(
      "--config", flags->config,
      "The model to make: the config.json of its folder, which may leave out "
      "what the tensors tell. Not needed for pickles written by the sentiment "
      "program of the RCNN's authors");
  verb->add_option(
      "--map", flags->maps,
      "THEIRS=OURS: what their name of a module or tensor stands for, such as "
      "fc=output or lstm:1=layers.2, layer 1 of lstm; may be repeated");
  verb->add_option("--vocabulary", flags->vocabulary,
                   "The words, one per line: line i is row i of the embedding");
  verb->add_option("--vectors", flags->vectors,
                   "Words with their vectors, in place of an embedding: a "
                   "folder, or a word2vec, fastText or GloVe file, plain or "
                   ".gz");
  std::vector<std::string> stores;
  for (const auto& [name, dtype] : SavedDtypeNames()) stores.push_back(name);
  verb->add_option("--store", flags->store,
                   "Number format in which the weights are saved: f32, f16, "
                   "or i8 for word vectors and f16 for the rest")
      ->check(CLI::IsMember(stores))
      ->capture_default_str();
  AddPath(verb, "--output", &flags->output,
          "Folder of the model to write; or a file that ends in .safetensors, "
          "for the tensors as they are, by their names")
      ->required();
  verb->callback(
      [flags, &command] { command = [flags] { return RunImport(*flags); }; });
}

}  // namespace whylight
