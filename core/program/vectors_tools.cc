#include "core/program/vectors_tools.h"

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "core/format/json.h"
#include "core/format/native/file.h"
#include "core/program/checked_flags.h"
#include "core/program/line_writer.h"
#include "core/program/output_place.h"
#include "core/program/tell.h"
#include "core/training/vectors/join_vectors.h"
#include "core/training/vectors/neighbours.h"

namespace whylight {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr CountRange kNeighbours{1, 1'000'000};

struct ConvertFlags {
  std::string input;
  std::string output;
  VectorFormat format = VectorFormat::kFolder;
};

struct JoinFlags {
  std::vector<std::string> inputs;
  JoinOptions options;
  std::string output;
  VectorFormat format = VectorFormat::kFolder;
};

struct QueryFlags {
  std::string vectors;
  std::vector<std::string> words;
  std::size_t count = 10;
  bool by_product = false;
  bool json = false;
};

struct EvaluateFlags {
  std::string vectors;
  std::string against;
  std::string pairs;
  std::size_t words = 500;
  std::size_t skip = 100;
  std::size_t count = 10;
};

Result<std::vector<std::size_t>> FindRows(
    const WordVectors& words, const std::vector<std::string>& names) {
  std::vector<std::size_t> rows;
  for (const std::string& name : names) {
    const std::int32_t row = words.vocabulary.Find(name);
    if (row < 0) {
      return Error{ErrorCode::kInvalidArgument,
                   "expected words that have vectors, found \"" + name + "\""};
    }
    rows.push_back(static_cast<std::size_t>(row));
  }
  return rows;
}

Json NeighboursToJson(const WordVectors& words,
                      const std::vector<Neighbour>& neighbours,
                      const char* score) {
  Json list = Json::array();
  for (const Neighbour& neighbour : neighbours) {
    list.push_back({{"word", words.vocabulary.word(neighbour.word)},
                    {score, neighbour.score}});
  }
  return list;
}

std::string NeighboursToText(const WordVectors& words,
                             const std::vector<Neighbour>& neighbours) {
  std::string text;
  for (const Neighbour& neighbour : neighbours) {
    text += fmt::format(" {} {:.2f}", words.vocabulary.word(neighbour.word),
                        neighbour.score);
  }
  return text;
}

// To standard output.
Status PrintLines(const std::vector<std::string>& lines) {
  Result<LineWriter> writer = LineWriter::Open("");
  if (!writer.ok()) return writer.error();
  for (const std::string& line : lines) {
    if (Status status = writer.value().Write(line); !status.ok()) return status;
  }
  return writer.value().Finish();
}

std::string FileName(const std::string& path) {
  return fs::path(path).lexically_normal().filename().string();
}

// And says what the file had that cannot be a word.
Result<WordVectors> ReadInput(const std::string& path) {
  Result<WordVectors> words = ReadWordVectors(path);
  if (words.ok() && words.value().left_out > 0) {
    Tell("{}: words with blanks, left out: {}\n", path, words.value().left_out);
  }
  return words;
}

Status RunConvert(const ConvertFlags& flags) {
  const Result<WriterLock> lock = TakeVectorsOutput(flags.output, flags.format);
  if (!lock.ok()) return lock.error();
  const Result<WordVectors> words = ReadInput(flags.input);
  if (!words.ok()) return words.error();
  const std::string origin =
      DumpJson(Json{{"converted_from", FileName(flags.input)}});
  return SaveVectors(flags.output, words.value(), flags.format, origin);
}

Status RunJoin(const JoinFlags& flags) {
  const Result<WriterLock> lock = TakeVectorsOutput(flags.output, flags.format);
  if (!lock.ok()) return lock.error();
  if (flags.inputs.size() < 2) {
    return Error{ErrorCode::kInvalidArgument,
                 "--input: expected two or more, found one"};
  }
  std::vector<WordVectors> parts;
  Json names = Json::array();
  for (const std::string& input : flags.inputs) {
    Result<WordVectors> words = ReadInput(input);
    if (!words.ok()) return words.error();
    parts.push_back(std::move(words).value());
    names.push_back(FileName(input));
  }
  const Result<WordVectors> joined = JoinVectors(parts, flags.options);
  if (!joined.ok()) return joined.error();
  return SaveVectors(flags.output, joined.value(), flags.format,
                     DumpJson(Json{{"joined_from", names}}));
}

Status RunNeighbours(const QueryFlags& flags) {
  const Result<WordVectors> words = ReadWordVectors(flags.vectors);
  if (!words.ok()) return words.error();
  const auto rows = FindRows(words.value(), flags.words);
  if (!rows.ok()) return rows.error();
  const NeighbourFinder finder(words.value());
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < flags.words.size(); ++i) {
    const auto near = finder.Nearest(rows.value()[i], flags.count);
    if (flags.json) {
      lines.push_back(DumpJson(Json{
          {"word", flags.words[i]},
          {"neighbours", NeighboursToJson(words.value(), near, "cosine")}}));
    } else {
      lines.push_back(flags.words[i] + ":" +
                      NeighboursToText(words.value(), near));
    }
  }
  return PrintLines(lines);
}

Status RunAnalogy(const QueryFlags& flags) {
  const Result<WordVectors> words = ReadWordVectors(flags.vectors);
  if (!words.ok()) return words.error();
  const auto rows = FindRows(words.value(), flags.words);
  if (!rows.ok()) return rows.error();
  const std::size_t a = rows.value()[0];
  const std::size_t b = rows.value()[1];
  const std::size_t c = rows.value()[2];
  const NeighbourFinder finder(words.value());
  const auto answers = flags.by_product
                           ? finder.CompleteByProduct(a, b, c, flags.count)
                           : finder.CompleteBySum(a, b, c, flags.count);
  if (flags.json) {
    return PrintLines({DumpJson(
        Json{{"a", flags.words[0]},
             {"b", flags.words[1]},
             {"c", flags.words[2]},
             {"answers", NeighboursToJson(words.value(), answers, "score")}})});
  }
  return PrintLines(
      {fmt::format("{} is to {} as {} is to:{}", flags.words[0], flags.words[1],
                   flags.words[2], NeighboursToText(words.value(), answers))});
}

// "amber copper" a line; blank lines and those that start with # are passed
// over.
Result<std::vector<std::pair<std::string, std::string>>> ReadPairs(
    const std::string& path) {
  const Result<std::string> bytes = ReadFile(path);
  if (!bytes.ok()) return bytes.error();
  std::vector<std::pair<std::string, std::string>> pairs;
  std::string_view rest = bytes.value();
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (rest.starts_with(kByteOrderMark)) {
    rest.remove_prefix(kByteOrderMark.size());
  }
  for (std::size_t number = 1; !rest.empty(); ++number) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t space = line.find(' ');
    if (space == 0 || space >= line.size() - 1 ||
        line.find(' ', space + 1) != line.npos) {
      return Error{ErrorCode::kBadData,
                   fmt::format("{}:{}: expected two words with a space between",
                               path, number)};
    }
    pairs.emplace_back(line.substr(0, space), line.substr(space + 1));
  }
  if (pairs.empty()) {
    return Error{ErrorCode::kBadData,
                 path + ": expected pairs of words, found none"};
  }
  return pairs;
}

Status RunEvaluate(const EvaluateFlags& flags) {
  if (flags.pairs.empty() && flags.against.empty()) {
    return Invalid("expected --pairs or --against, found neither");
  }
  const Result<WordVectors> words = ReadWordVectors(flags.vectors);
  if (!words.ok()) return words.error();
  Json answer = Json::object();
  if (!flags.pairs.empty()) {
    const auto pairs = ReadPairs(flags.pairs);
    if (!pairs.ok()) return pairs.error();
    const PairRecall recall =
        FindPairs(words.value(), pairs.value(), flags.count);
    answer["pairs"] = recall.pairs;
    answer["pairs_missing"] = recall.missing;
    answer["pairs_found"] = recall.found;
    answer["mean_reciprocal_rank"] = recall.mean_reciprocal_rank;
  }
  if (!flags.against.empty()) {
    const Result<WordVectors> others = ReadWordVectors(flags.against);
    if (!others.ok()) return others.error();
    std::vector<std::string> looked_at;
    const std::size_t end =
        std::min(flags.skip + flags.words, words.value().vocabulary.size());
    for (std::size_t i = flags.skip; i < end; ++i) {
      looked_at.emplace_back(words.value().vocabulary.word(i));
    }
    answer["words"] = looked_at.size();
    answer["overlap"] =
        MeanOverlap(words.value(), others.value(), looked_at, flags.count);
  }
  return PrintLines({DumpJson(answer)});
}

void AddVectorsFlag(CLI::App& verb, std::string& path) {
  verb.add_option("--vectors", path,
                  "Word vectors: a folder, or a word2vec or GloVe file, plain "
                  "or .gz")
      ->required();
}

void AddCountFlag(CLI::App& verb, std::size_t& count) {
  AddCount(&verb, "--count", &count, kNeighbours, "Words to print");
}

void AddConvert(CLI::App& vectors, Command& command) {
  auto flags = std::make_shared<ConvertFlags>();
  CLI::App* verb =
      vectors.add_subcommand("convert", "Write word vectors in another format");
  verb->add_option("--input", flags->input,
                   "What to read: a folder, or a word2vec or GloVe file, plain "
                   "or .gz; its content tells which")
      ->required();
  AddPath(verb, "--output", &flags->output, "What to write")->required();
  AddFormatFlag(*verb, flags->format);
  verb->callback(
      [flags, &command] { command = [flags] { return RunConvert(*flags); }; });
}

void AddJoin(CLI::App& vectors, Command& command) {
  auto flags = std::make_shared<JoinFlags>();
  CLI::App* verb = vectors.add_subcommand(
      "join", "Put vectors of several files side by side, each of length 1");
  verb->add_option("--input", flags->inputs,
                   "What to read, two or more times: a folder, or a word2vec "
                   "or GloVe file, plain or .gz")
      ->required();
  verb->add_option_function<std::vector<std::string>>(
          "--length",
          [flags](const std::vector<std::string>& lengths) {
            for (const std::string& length : lengths) {
              flags->options.lengths.push_back(
                  ReadNumber("--length", length, kPositive));
            }
          },
          "Length of the vectors of each input, in order; 1 by default")
      ->type_name("FLOAT above 0");
  verb->add_flag("--center", flags->options.center,
                 "Subtract the mean of an input's vectors from each of them");
  AddPath(verb, "--output", &flags->output, "What to write")->required();
  AddFormatFlag(*verb, flags->format);
  verb->callback(
      [flags, &command] { command = [flags] { return RunJoin(*flags); }; });
}

void AddNeighbours(CLI::App& vectors, Command& command) {
  auto flags = std::make_shared<QueryFlags>();
  CLI::App* verb = vectors.add_subcommand(
      "neighbours", "Print the words nearest to given ones, by cosine");
  AddVectorsFlag(*verb, flags->vectors);
  verb->add_option("WORD", flags->words, "The words")
      ->required()
      ->type_name("");
  AddCountFlag(*verb, flags->count);
  verb->add_flag("--json", flags->json, "Print one JSON object per word");
  verb->callback([flags, &command] {
    command = [flags] { return RunNeighbours(*flags); };
  });
}

void AddAnalogy(CLI::App& vectors, Command& command) {
  auto flags = std::make_shared<QueryFlags>();
  CLI::App* verb = vectors.add_subcommand(
      "analogy", "Print the words that complete: A is to B as C is to ...");
  AddVectorsFlag(*verb, flags->vectors);
  verb->add_option("WORD", flags->words, "A B C")
      ->required()
      ->type_name("")
      ->expected(3);
  AddCountFlag(*verb, flags->count);
  verb->add_flag("--multiply", flags->by_product,
                 "Multiply cosines (3CosMul) instead of adding them (3CosAdd)");
  verb->add_flag("--json", flags->json, "Print a JSON object");
  verb->callback(
      [flags, &command] { command = [flags] { return RunAnalogy(*flags); }; });
}

void AddEvaluate(CLI::App& vectors, Command& command) {
  auto flags = std::make_shared<EvaluateFlags>();
  CLI::App* verb = vectors.add_subcommand(
      "evaluate",
      "Print as JSON how good vectors are, and how similar to others");
  AddVectorsFlag(*verb, flags->vectors);
  verb->add_option("--pairs", flags->pairs,
                   "File of pairs of words that should be near each other, one "
                   "pair per line");
  verb->add_option("--against", flags->against,
                   "Other vectors, to compare the nearest words with");
  AddCount(verb, "--words", &flags->words, {},
           "Number of frequent words whose nearest words are compared");
  AddCount(verb, "--skip", &flags->skip, {},
           "Number of still more frequent words, most of them without content, "
           "that are passed over");
  AddCount(verb, "--count", &flags->count, kNeighbours,
           "Nearest words looked at");
  verb->callback(
      [flags, &command] { command = [flags] { return RunEvaluate(*flags); }; });
}

}  // namespace

void AddFormatFlag(CLI::App& verb, VectorFormat& format) {
  verb.add_option("--format", format,
                  "What to write: folder (default), word2vec, word2vec-binary "
                  "or glove")
      ->transform(CLI::CheckedTransformer(kVectorFormats).description(""))
      ->option_text("NAME");
}

Result<WriterLock> TakeVectorsOutput(const std::string& path,
                                     VectorFormat format) {
  return TakePlace(path, format == VectorFormat::kFolder ? OutputKind::kFolder
                                                         : OutputKind::kFile);
}

Status SaveVectors(const std::string& path, const WordVectors& words,
                   VectorFormat format, std::string_view origin) {
  return format == VectorFormat::kFolder
             ? WriteWordVectors(path, words, origin)
             : WriteWordVectors(path, words, format);
}

void AddVectorsTools(CLI::App& vectors, Command& command) {
  AddConvert(vectors, command);
  AddJoin(vectors, command);
  AddNeighbours(vectors, command);
  AddAnalogy(vectors, command);
  AddEvaluate(vectors, command);
}

}  // namespace whylight
