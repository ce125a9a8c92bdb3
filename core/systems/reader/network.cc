#include "core/systems/reader/network.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/model/text_pooling.h"
#include "core/model/word_features.h"
#include "core/ops/band_attention.h"
#include "core/ops/ops.h"

namespace whylight {
namespace {

constexpr char kReaderLayers[] = "layers";
constexpr char kAfter[] = "after";
constexpr Index kNumbers = Connector::kNumbers;

Index WidthAfter(const LayerList& layers, Index inputs) {
  return layers.empty() ? inputs : layers.back()->outputs();
}

// How many cores there are: a word may not read its own text.
Index CoresOf(const ReaderOptions& options) {
  if (options.connectors != ReaderConnectors::kDecaprop) return 0;
  return options.band > 0 ? 2 : 1;
}

// The width of what scores how two words of a text fit.
Index NearWidth(const ReaderOptions& options, Index words) {
  return options.align > 0 ? options.align : words;
}

// The score of each word as the start or the end of an answer.
Var ScoreOfEnds(Graph& graph, const Dense& score, const Sequences& words) {
  const Var scores = score.Apply(graph, AtPositions(graph, words));
  if (!words.mask) return scores;
  const Index rows = graph.value(scores).rows();
  return Blend(
      graph, *words.mask, scores,
      graph.Constant(Matrix::Constant(rows, 1, -ReaderNetwork::kUnread)));
}

PairSide Drop(Graph& graph, const PairSide& side, std::uint64_t reader) {
  return {DropOfWords(graph, side.words, side.dropout, reader), side.dropout};
}

// All but the last layer, and what that gives.
struct LastTwo {
  Sequences last_but_one;
  Sequences last;
};

LastTwo ReadLastTwo(Graph& graph, const LayerList& layers,
                    const PairSide& words, std::uint64_t* reader) {
  LastTwo read{words.words, words.words};
  for (std::size_t k = 0; k < layers.size(); ++k) {
    read.last_but_one = read.last;
    read.last =
        ApplyLayer(graph, *layers[k],
                   DropOfWords(graph, read.last, words.dropout, (*reader)++));
  }
  if (layers.size() < 2) read.last_but_one = read.last;
  return read;
}

}  // namespace

Result<ReaderNetwork::Lists> ReaderNetwork::TakeLists(
    const ReaderOptions& options, Index inputs, const LayerSource& source) {
  Lists lists;
  const auto take = [&](const std::vector<nlohmann::json>& specs,
                        const std::string& key, Index width, Index beside,
                        LayerList* list) -> Status {
    Result<LayerList> taken = source(specs, key, width, beside);
    if (!taken.ok()) return taken.error();
    *list = std::move(taken).value();
    return {};
  };
  const Index beside = options.connects_layers() ? kNumbers : 0;
  Status taken =
      take(options.layers, kReaderLayers, inputs, beside, &lists.layers);
  const Index cores = CoresOf(options);
  const auto depth = static_cast<Index>(lists.layers.size());
  if (taken.ok() && cores > 0) {
    Index width = kNumbers * depth * depth;
    for (const auto& layer : lists.layers) width += layer->outputs();
    taken = take(options.core, "core.1", width, 0, &lists.gated);
  }
  if (taken.ok() && cores > 1) {
    taken = take(options.core, "core.2", lists.gated.back()->outputs(), 0,
                 &lists.own);
  }
  if (taken.ok()) {
    taken = take(options.after, kAfter, WidthsOf(options, lists, inputs).met, 0,
                 &lists.after);
  }
  if (!taken.ok()) return taken.error();
  return lists;
}

std::string ReaderNetwork::FindProblem(const ReaderOptions& options,
                                       const Lists& lists) {
  const WordOutput least =
      options.selects() ? WordOutput::kCandidate : WordOutput::kHardMasks;
  std::string problem =
      FindUnfitLayer(options.layers, kReaderLayers, lists.layers, least);
  for (const LayerList* core : {&lists.gated, &lists.own}) {
    if (!problem.empty() || core->empty()) continue;
    problem =
        FindUnfitLayer(options.core, "core", *core, WordOutput::kHardMasks);
  }
  if (problem.empty()) {
    problem = FindUnfitLayer(options.after, kAfter, lists.after, least);
  }
  if (!problem.empty() || options.connectors != ReaderConnectors::kDecaprop) {
    return problem;
  }
  // Connectors are of words of one width.
  const Index width = lists.layers.front()->outputs();
  const auto differs = [width](const std::string& layer, Index found) {
    return layer + ": expected width " + std::to_string(width) +
           ", that of the first of \"layers\", found " + std::to_string(found);
  };
  for (std::size_t k = 1; k < lists.layers.size(); ++k) {
    if (lists.layers[k]->outputs() == width) continue;
    return differs("layers[" + std::to_string(k) + "]",
                   lists.layers[k]->outputs());
  }
  if (lists.gated.back()->outputs() == width) return {};
  return differs("core[" + std::to_string(lists.gated.size() - 1) + "]",
                 lists.gated.back()->outputs());
}

ReaderNetwork::Widths ReaderNetwork::WidthsOf(const ReaderOptions& options,
                                              const Lists& lists,
                                              Index inputs) {
  Widths widths{};
  const auto depth = static_cast<Index>(lists.layers.size());
  if (options.connectors == ReaderConnectors::kDecaprop) {
    for (const auto& layer : lists.layers) widths.read += layer->outputs();
    widths.read += kNumbers * depth * depth;
    widths.met =
        lists.gated.back()->outputs() + kNumbers * depth * CoresOf(options);
    if (!lists.own.empty()) {
      widths.met += lists.own.back()->outputs() - lists.gated.back()->outputs();
    }
  } else {
    widths.read = WidthAfter(lists.layers, inputs);
    if (options.connects_layers()) widths.read += kNumbers;
    widths.met = (options.band > 0 ? 2 : 1) * options.compare;
  }
  widths.last = WidthAfter(lists.after, widths.met);
  widths.last_but_one = lists.after.size() < 2
                            ? widths.last
                            : lists.after[lists.after.size() - 2]->outputs();
  return widths;
}

std::uint64_t ReaderNetwork::Size(const ReaderOptions& options,
                                  const Lists& lists, const Widths& widths,
                                  Index inputs) {
  const auto depth = static_cast<Index>(lists.layers.size());
  const Index width = WidthAfter(lists.layers, inputs);
  Index size = widths.read * options.align;
  if (options.connects_layers()) {
    for (const auto& layer : lists.layers) {
      size += Connector::Size(options, layer->outputs());
    }
  }
  if (options.connectors == ReaderConnectors::kDecaprop) {
    const Index connectors = depth * (depth + CoresOf(options));
    size += connectors * Connector::Size(options, width);
    size += 2 * widths.read * widths.read;
    if (!lists.own.empty()) {
      size += width * (NearWidth(options, width) + 2 * width);
    }
  } else {
    size += 4 * widths.read * options.compare;
    if (options.band > 0) {
      size += options.compare * NearWidth(options, options.compare);
    }
  }
  return static_cast<std::uint64_t>(size + 2 * widths.last +
                                    widths.last_but_one + widths.read);
}

ReaderNetwork::ReaderNetwork(const ReaderOptions& options, Lists lists,
                             const Widths& widths, Index inputs,
                             std::uint64_t seed)
    : connectors_(options.connectors),
      band_(options.band),
      lists_(std::move(lists)),
      align_("align", ReaderAlignment(options, widths.read), seed),
      start_("start", widths.last_but_one, 1, seed),
      end_("end", widths.last, 1, seed),
      none_("none", widths.last + widths.read, 1, seed) {
  const auto depth = lists_.layers.size();
  const Index width = WidthAfter(lists_.layers, inputs);
  if (options.connects_layers()) {
    for (std::size_t k = 0; k < depth; ++k) {
      between_.emplace_back("between." + std::to_string(k + 1), options,
                            lists_.layers[k]->outputs(), seed);
    }
  }
  if (connectors_ != ReaderConnectors::kDecaprop) {
    compare_.emplace("compare", 4 * widths.read, options.compare, seed,
                     Initialisation::kHe);
    if (band_ > 0) {
      near_.emplace("near", options.compare,
                    NearWidth(options, options.compare), seed);
    }
    return;
  }
  const auto connect = [&](const std::string& name, std::size_t count,
                           std::vector<Connector>* list) {
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < depth; ++j) {
        list->emplace_back(
            name + "." + std::to_string(i + 1) + "." + std::to_string(j + 1),
            options, width, seed);
      }
    }
  };
  connect("across", depth, &across_);
  connect("core_numbers", static_cast<std::size_t>(CoresOf(options)), &core_);
  gate_.emplace("gate", 2 * widths.read, widths.read, seed);
  if (lists_.own.empty()) return;
  near_.emplace("near", width, NearWidth(options, width), seed);
  near_gate_.emplace("near_gate", 2 * width, width, seed);
}

Result<ReaderNetwork> ReaderNetwork::Make(const ReaderOptions& options,
                                          Index inputs, std::uint64_t seed) {
  Result<Lists> lists =
      TakeLists(options, inputs,
                [seed](const std::vector<nlohmann::json>& specs,
                       const std::string& key, Index width, Index beside) {
                  return MakeNewLayers(specs, key, width, key, seed, beside);
                });
  if (!lists.ok()) return lists.error();
  if (const std::string problem = FindProblem(options, lists.value());
      !problem.empty()) {
    return Invalid(problem);
  }
  const Widths widths = WidthsOf(options, lists.value(), inputs);
  return ReaderNetwork(options, std::move(lists).value(), widths, inputs, seed);
}

Result<ReaderNetwork> ReaderNetwork::Load(const ReaderOptions& options,
                                          Index inputs,
                                          const SafetensorsView& tensors,
                                          std::string_view file) {
  Result<Lists> lists = TakeLists(
      options, inputs,
      [&tensors](const std::vector<nlohmann::json>& specs,
                 const std::string& key, Index width, Index beside) {
        return LoadLayers(specs, key == kReaderLayers ? "" : key + ": ", width,
                          tensors, key, MakeLayer, beside);
      });
  if (!lists.ok()) return lists.error();
  if (const std::string problem = FindProblem(options, lists.value());
      !problem.empty()) {
    return BadConfig(problem);
  }
  const Widths widths = WidthsOf(options, lists.value(), inputs);
  // Before memory is taken for as many.
  Status read =
      CheckModelSize(Size(options, lists.value(), widths, inputs), file);
  if (!read.ok()) return read.error();
  ReaderNetwork network(options, std::move(lists).value(), widths, inputs, 0);
  read = ReadParameters(tensors, network.OwnParameters());
  if (!read.ok()) return read.error();
  return network;
}

Status ReaderNetwork::Save(Dtype dtype, TensorCollector* tensors) const {
  Status saved = SaveLayers(lists_.layers, kReaderLayers, dtype, tensors);
  if (saved.ok()) saved = SaveLayers(lists_.gated, "core.1", dtype, tensors);
  if (saved.ok()) saved = SaveLayers(lists_.own, "core.2", dtype, tensors);
  if (saved.ok()) saved = SaveLayers(lists_.after, kAfter, dtype, tensors);
  if (!saved.ok()) return saved;
  // Only asked where they are.
  return SaveParameters(const_cast<ReaderNetwork*>(this)->OwnParameters(),
                        dtype, tensors);
}

Status ReaderNetwork::StartFrom(const PretrainedLayers& learned,
                                const std::vector<nlohmann::json>& specs,
                                Index beside, const std::string& source) {
  return learned.CopyInto(lists_.layers, specs, source, beside);
}

ReaderNetwork::Read ReaderNetwork::ReadSides(Graph& graph,
                                             const PairSide& questions,
                                             const PairSide& texts,
                                             std::uint64_t* reader) const {
  Read read{questions, texts, {}, {}};
  for (std::size_t k = 0; k < lists_.layers.size(); ++k) {
    for (PairSide* side : {&read.questions, &read.texts}) {
      if (k > 0) *side = Drop(graph, *side, *reader);
      side->words = ApplyLayer(graph, *lists_.layers[k], side->words);
    }
    ++*reader;
    if (between_.empty()) continue;
    read.question_levels.push_back(read.questions.words);
    read.text_levels.push_back(read.texts.words);
    const auto numbers =
        between_[k].Apply(graph, read.texts.words, read.questions.words);
    read.texts.words = Beside(graph, read.texts.words, numbers.left);
    read.questions.words = Beside(graph, read.questions.words, numbers.right);
  }
  if (connectors_ != ReaderConnectors::kDecaprop) return read;
  const auto side_by_side = [&](const std::vector<Sequences>& levels) {
    Var words = AtPositions(graph, levels.front());
    for (std::size_t k = 1; k < levels.size(); ++k) {
      words = ConcatColumns(graph, words, AtPositions(graph, levels[k]));
    }
    return AtEveryPosition(words, levels.front());
  };
  read.questions.words = side_by_side(read.question_levels);
  read.texts.words = side_by_side(read.text_levels);
  for (std::size_t i = 0; i < lists_.layers.size(); ++i) {
    for (std::size_t j = 0; j < lists_.layers.size(); ++j) {
      const auto numbers = across_[i * lists_.layers.size() + j].Apply(
          graph, read.text_levels[i], read.question_levels[j]);
      read.texts.words = Beside(graph, read.texts.words, numbers.left);
      read.questions.words = Beside(graph, read.questions.words, numbers.right);
    }
  }
  return read;
}

Var ReaderNetwork::ReadNear(Graph& graph, const Sequences& words) const {
  const Var features = Relu(graph, near_->Apply(graph, words.words));
  const auto width = static_cast<Real>(graph.value(features).cols());
  return AttendInBand(graph, features, features, words.words, words.batch,
                      band_, 1 / std::sqrt(width));
}

Var ReaderNetwork::Compare(Graph& graph, const Read& read, Var attended,
                           std::uint64_t* reader) const {
  const Var both =
      SideBySide(graph, AtPositions(graph, read.texts.words), attended);
  const Sequences dropped =
      DropOfWords(graph, AtEveryPosition(both, read.texts.words),
                  read.texts.dropout, (*reader)++);
  const Var compared = Relu(graph, compare_->Apply(graph, dropped.words));
  if (!near_) return compared;
  return ConcatColumns(
      graph, compared,
      ReadNear(graph, AtEveryPosition(compared, read.texts.words)));
}

Var ReaderNetwork::Gate(Graph& graph, const Read& read, Var attended,
                        std::uint64_t* reader) const {
  const auto gated = [&](const Dense& gate, const Sequences& words,
                         Var of_others, const LayerList& layers) {
    const Var at_positions = AtPositions(graph, words);
    const Var open = Sigmoid(
        graph,
        gate.Apply(graph, ConcatColumns(graph, at_positions, of_others)));
    const PairSide let_in = {
        AtEveryPosition(Multiply(graph, open, at_positions), words),
        read.texts.dropout};
    return ReadLastTwo(graph, layers, let_in, reader).last;
  };
  std::vector<Sequences> cores = {
      gated(*gate_, read.texts.words, attended, lists_.gated)};
  if (near_gate_) {
    cores.push_back(gated(*near_gate_, cores.front(),
                          ReadNear(graph, cores.front()), lists_.own));
  }
  Var met = AtPositions(graph, cores.back());
  for (std::size_t i = 0; i < cores.size(); ++i) {
    for (std::size_t j = 0; j < read.question_levels.size(); ++j) {
      met =
          ConcatColumns(graph, met,
                        core_[i * read.question_levels.size() + j].ApplyToLeft(
                            graph, cores[i], read.question_levels[j]));
    }
  }
  return met;
}

ReaderNetwork::Scored ReaderNetwork::Apply(Graph& graph,
                                           const PairSide& questions,
                                           const PairSide& texts) const {
  std::uint64_t reader = 1;
  Read read = ReadSides(graph, questions, texts, &reader);
  const bool drops = !lists_.layers.empty();
  if (drops) {
    read.questions = Drop(graph, read.questions, reader);
    read.texts = Drop(graph, read.texts, reader);
  }
  ++reader;
  const WordPairs pairs(read.texts.words.batch, read.questions.words.batch);
  const Attention attended = AttendByScores(
      graph, align_.Scores(graph, read.texts.words, read.questions.words),
      pairs, Asks::kLeft,
      {read.questions.words.words, read.questions.words.batch});
  const Var met = compare_ ? Compare(graph, read, attended.vectors, &reader)
                           : Gate(graph, read, attended.vectors, &reader);
  const LastTwo after = ReadLastTwo(
      graph, lists_.after,
      {AtEveryPosition(met, read.texts.words), read.texts.dropout}, &reader);
  const auto ends = DropOfWords(graph, after.last, texts.dropout, reader++);
  const auto starts =
      lists_.after.size() < 2
          ? ends
          : DropOfWords(graph, after.last_but_one, texts.dropout, reader++);
  const Var of_pair =
      ConcatColumns(graph, PoolSelectedWords(graph, ends, TextPooling::kMax),
                    PoolWords(graph, read.questions.words, TextPooling::kMean));
  return {{ScoreOfEnds(graph, start_, starts), ScoreOfEnds(graph, end_, ends),
           none_.Apply(graph, of_pair)},
          texts.words.batch,
          attended.weights};
}

std::vector<Parameter*> ReaderNetwork::OwnParameters() {
  std::vector<Parameter*> parameters;
  for (std::vector<Connector>* list : {&between_, &across_, &core_}) {
    for (Connector& connector : *list) {
      for (Parameter* parameter : connector.Parameters()) {
        parameters.push_back(parameter);
      }
    }
  }
  AddParametersOf(align_.Tensors(), &parameters);
  const auto add = [&parameters](Dense& dense) {
    for (Parameter* parameter : dense.Parameters()) {
      parameters.push_back(parameter);
    }
  };
  for (std::optional<Dense>* dense : {&compare_, &gate_, &near_, &near_gate_}) {
    if (*dense) add(**dense);
  }
  for (Dense* dense : {&start_, &end_, &none_}) add(*dense);
  return parameters;
}

std::vector<Parameter*> ReaderNetwork::Parameters() {
  std::vector<Parameter*> parameters;
  for (LayerList* list :
       {&lists_.layers, &lists_.gated, &lists_.own, &lists_.after}) {
    for (const auto& layer : *list) {
      for (Parameter* parameter : layer->Parameters()) {
        parameters.push_back(parameter);
      }
    }
  }
  for (Parameter* parameter : OwnParameters()) parameters.push_back(parameter);
  return parameters;
}

}  // namespace whylight
