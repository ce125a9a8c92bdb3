// `whylight export`: a model for other programs (docs/guides/importing.md), and
// the vectors of an index for engines that search more documents than a browser
// should (docs/guides/questions.md).
#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/format/native/file.h"
#include "core/format/native/model_store.h"
#include "core/format/native/writer_lock.h"
#include "core/program/checked_flags.h"
#include "core/program/line_writer.h"
#include "core/program/model_index.h"
#include "core/program/output_place.h"
#include "core/program/verbs.h"
#include "core/systems/registry.h"
#include "core/training/exchange/onnx.h"
#include "core/training/exchange/plain_tensors.h"

namespace whylight {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

enum class ExportFormat {
  kNpy,
  kJsonLines,
  kElasticsearch,
  kQdrant,
  kSafetensors,
  kOnnx
};

const Names<ExportFormat>& ExportFormatNames() {
  static const Names<ExportFormat> names = {
      {"npy", ExportFormat::kNpy},
      {"jsonl", ExportFormat::kJsonLines},
      {"elasticsearch", ExportFormat::kElasticsearch},
      {"qdrant", ExportFormat::kQdrant},
      {"safetensors", ExportFormat::kSafetensors},
      {"onnx", ExportFormat::kOnnx}};
  return names;
}

// Whether it is the model that is written, not the vectors of an index.
bool IsOfModel(ExportFormat format) {
  return format == ExportFormat::kSafetensors || format == ExportFormat::kOnnx;
}

struct ExportFlags {
  std::string model;
  std::string index;
  std::string output;
  std::string format;
};

// Some documents and their vectors.
struct Piece {
  ordered_json documents;
  json ids;
  std::string floats;
  std::size_t width = 0;

  ordered_json Vector(std::size_t i) const {
    ordered_json numbers = ordered_json::array();
    for (std::size_t k = 0; k < width; ++k) {
      float number;
      std::memcpy(&number, floats.data() + (i * width + k) * sizeof(number),
                  sizeof(number));
      numbers.push_back(number);
    }
    return numbers;
  }
};

Status VisitPieces(ModelIndex& index,
                   const std::function<Status(const Piece&)>& visit) {
  json from = 0;
  while (!from.is_null()) {
    const json options{{"from", from}, {"count", 1000}};
    Result<Answer> documents = index.Ask("documents", {}, options);
    if (!documents.ok()) return documents.error();
    Result<Answer> vectors = index.Ask("vectors", {}, options);
    if (!vectors.ok()) return vectors.error();
    const ordered_json& about = vectors.value().json;
    Status visited = visit({documents.value().json["documents"], about["ids"],
                            std::move(vectors.value().bytes),
                            about["width"].get<std::size_t>()});
    if (!visited.ok()) return visited;
    from = about.contains("next") ? json(about["next"]) : json();
  }
  return {};
}

// NumPy's format, version 1.0: a header padded to a multiple of 64 bytes, then
// the numbers.
std::string NpyHeader(std::size_t rows, std::size_t width) {
  constexpr std::size_t kPreamble = 10;
  std::string header = fmt::format(
      "{{'descr': '<f4', 'fortran_order': False, 'shape': ({}, {}), }}", rows,
      width);
  const std::size_t length = (kPreamble + header.size() + 1 + 63) / 64 * 64;
  header.resize(length - kPreamble - 1, ' ');
  header.push_back('\n');
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes.push_back(static_cast<char>(header.size() & 0xFF));
  bytes.push_back(static_cast<char>(header.size() >> 8));
  return bytes + header;
}

Status WriteNpy(ModelIndex& index, const std::string& path) {
  const Result<WriterLock> lock = WriterLock::TakeOutput(path);
  if (!lock.ok()) return lock.error();
  std::string floats;
  json ids = json::array();
  std::size_t width = 0;
  Status read = VisitPieces(index, [&](const Piece& piece) -> Status {
    floats += piece.floats;
    ids.insert(ids.end(), piece.ids.begin(), piece.ids.end());
    width = piece.width;
    return {};
  });
  if (!read.ok()) return read;
  Status written =
      WriteFileAtomically(path, NpyHeader(ids.size(), width) + floats);
  if (!written.ok()) return written;
  return WriteFileAtomically(path + ".ids.json", DumpJson(ids) + "\n");
}

// Lines of a piece for `format`.
Status AppendLines(const Piece& piece, ExportFormat format, std::size_t first,
                   std::vector<std::string>* lines) {
  ordered_json points = ordered_json::array();
  for (std::size_t i = 0; i < piece.ids.size(); ++i) {
    ordered_json document = piece.documents[i];
    switch (format) {
      case ExportFormat::kElasticsearch:
        if (document.contains("vector")) {
          return Invalid("document " + Quote(piece.ids[i].get<std::string>()) +
                         ": expected no member \"vector\", which this format "
                         "keeps the vector in, found one");
        }
        lines->push_back(
            DumpJson(ordered_json{{"index", {{"_id", piece.ids[i]}}}}));
        document["vector"] = piece.Vector(i);
        lines->push_back(DumpJson(document));
        break;
      case ExportFormat::kQdrant:
        // Ids of that engine are numbers.
        points.push_back({{"id", first + i},
                          {"vector", piece.Vector(i)},
                          {"payload", std::move(document)}});
        break;
      default:
        lines->push_back(DumpJson(ordered_json{{"id", piece.ids[i]},
                                               {"vector", piece.Vector(i)},
                                               {"document", document}}));
    }
  }
  if (format == ExportFormat::kQdrant) {
    lines->push_back(DumpJson(ordered_json{{"points", std::move(points)}}));
  }
  return {};
}

Status WriteLines(ModelIndex& index, ExportFormat format,
                  const std::string& path) {
  Result<LineWriter> writer = LineWriter::Open(path);
  if (!writer.ok()) return writer.error();
  std::size_t done = 0;
  Status read = VisitPieces(index, [&](const Piece& piece) -> Status {
    std::vector<std::string> lines;
    Status appended = AppendLines(piece, format, done, &lines);
    if (!appended.ok()) return appended;
    done += piece.ids.size();
    for (const std::string& line : lines) {
      Status written = writer.value().Write(line);
      if (!written.ok()) return written;
    }
    return {};
  });
  return read.ok() ? writer.value().Finish() : read;
}

ExportFormat FindFormat(const std::string& name) {
  for (const auto& [known, format] : ExportFormatNames()) {
    if (known == name) return format;
  }
  return ExportFormat::kNpy;
}

Status WriteModel(const ExportFlags& flags, ExportFormat format) {
  const Result<WriterLock> lock = TakePlace(flags.output, OutputKind::kFile);
  if (!lock.ok()) return lock.error();
  const Result<ModelFiles> files = ReadModelFolder(flags.model);
  if (!files.ok()) return files.error();
  const auto inside = [&](const Error& error) {
    return Error{error.code, flags.model + "/" + error.message};
  };
  // What is exported is a model that loads, so that all in it is checked.
  const Result<const System*> system = FindSystem(AllSystems(), files.value());
  if (!system.ok()) return inside(system.error());
  if (const auto model = system.value()->load(files.value()); !model.ok()) {
    return inside(model.error());
  }
  const Result<std::string> bytes = format == ExportFormat::kOnnx
                                        ? ExportOnnx(files.value())
                                        : ExportTensors(files.value());
  if (!bytes.ok()) {
    return Error{bytes.error().code,
                 flags.model + ": " + bytes.error().message};
  }
  return WriteFileAtomically(flags.output, bytes.value());
}

Status RunExport(const ExportFlags& flags) {
  const ExportFormat format = FindFormat(flags.format);
  if (IsOfModel(format)) return WriteModel(flags, format);
  Result<ModelIndex> index = ModelIndex::Open(flags.model, flags.index);
  if (!index.ok()) return index.error();
  return format == ExportFormat::kNpy
             ? WriteNpy(index.value(), flags.output)
             : WriteLines(index.value(), format, flags.output);
}

}  // namespace

void AddExportCommand(CLI::App& app, Command& command) {
  auto flags = std::make_shared<ExportFlags>();
  CLI::App* verb = app.add_subcommand(
      "export",
      "Write a model, or the vectors of an index, for other programs");
  std::vector<std::string> formats;
  for (const auto& [name, format] : ExportFormatNames()) {
    formats.push_back(name);
  }
  verb->add_option("--model", flags->model, "Folder of the model")->required();
  verb->add_option("--index", flags->index,
                   "File that `whylight index` wrote; needed for all formats "
                   "of vectors");
  AddPath(verb, "--output,--vectors", &flags->output, "File to write")
      ->required();
  verb->add_option(
          "--format", flags->format,
          "Of the model: safetensors: its tensors as 32-bit floats; onnx: a "
          "classifier as an ONNX model. Of the vectors of an index: npy: "
          "32-bit floats for NumPy, with the ids in FILE.ids.json; jsonl: each "
          "document on a line, with its id and vector; elasticsearch: its bulk "
          "format; qdrant: batches of points, one per line")
      ->required()
      ->check(CLI::IsMember(formats));
  verb->callback([flags, &command] {
    if (flags->index.empty() && !IsOfModel(FindFormat(flags->format))) {
      throw CLI::RequiredError("--index");
    }
    if (!flags->index.empty() && IsOfModel(FindFormat(flags->format))) {
      throw CLI::ExcludesError("--index", "--format " + flags->format);
    }
    command = [flags] { return RunExport(*flags); };
  });
}

}  // namespace whylight
