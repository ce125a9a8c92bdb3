#include "core/systems/questions/taken_text.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "core/explain/ngram_lists.h"
#include "core/explain/ngram_vectors.h"
#include "core/model/text_pooling.h"

namespace whylight {
namespace {

// A title, a body or a whole text.
struct Piece {
  Index first = 0;  // Its first word.
  WordIds ids = {};
  Real share = 1;  // Of the text's vector.
};

std::vector<Piece> CutIntoPieces(const QuestionWords& text) {
  const auto title_end =
      text.ids.begin() + static_cast<std::ptrdiff_t>(text.title);
  if (title_end == text.ids.end()) return {{0, text.ids, 1}};
  return {
      {0, {text.ids.begin(), title_end}, Real(0.5)},
      {static_cast<Index>(text.title), {title_end, text.ids.end()}, Real(0.5)}};
}

// Reads one piece and adds what it gives to `taken`.
class PieceReader {
 public:
  PieceReader(const Retriever& model, const UnknownWords& unknown,
              const Piece& piece, TakenText* taken)
      : model_(model),
        piece_(piece),
        length_(static_cast<Index>(piece.ids.size())),
        graph_(Graph::Mode::kInference),
        taken_(taken) {
    const WordIds* const ids = &piece.ids;
    const WordBatch batch = MakeWordBatch({&ids, 1});
    sequences_ = {model.Lookup(graph_, batch.words, unknown), batch.sequences,
                  std::nullopt};
  }

  Result<Index> Run() {
    const RetrieverOptions& options = model_.options();
    const LayerList& layers = model_.layers();
    if (options.with_words || layers.empty()) {
      const TextPooling pooling =
          options.with_words ? TextPooling::kMean : options.pooling;
      if (Status added = AddWords(pooling); !added.ok()) return added.error();
    }
    for (std::size_t k = 0; k < layers.size(); ++k) {
      const bool is_read =
          options.output == StackOutput::kAll || k + 1 == layers.size();
      std::vector<RcnnTrace> traces;
      // What is no vector a word, windows say, is no sum over n-grams of words.
      of_words_ &= layers[k]->word_output() != WordOutput::kOther;
      const bool traced = is_read && of_words_ && length_ > 0 &&
                          options.pooling != TextPooling::kMax;
      sequences_ = traced ? layers[k]->ApplyTraced(graph_, sequences_, &traces)
                          : layers[k]->Apply(graph_, sequences_);
      if (!is_read) continue;
      if (Status added = AddLayer(traces); !added.ok()) return added.error();
    }
    return column_;
  }

 private:
  // What states count for in the text's vector.
  Matrix StateWeights(TextPooling pooling, Index width) const {
    Matrix weights = Matrix::Zero(length_, width);
    if (pooling == TextPooling::kLast) {
      weights.bottomRows(1).setConstant(piece_.share);
    } else {
      weights.setConstant(piece_.share / static_cast<Real>(length_));
    }
    return weights;
  }

  // The next columns of the vector; what is in them by now.
  Eigen::RowVectorXd AddFeatures(TextPooling pooling) {
    const Eigen::RowVectorXd features =
        graph_.value(PoolWords(graph_, sequences_, pooling))
            .row(0)
            .cast<double>() *
        static_cast<double>(piece_.share);
    taken_->vector.segment(column_, features.size()) += features;
    return features;
  }

  Status AddPart(RecurrentPart part, Index column) {
    const Result<NgramAttribution> all =
        AttributeToNgrams(part.record, part.functional, {.top = 0});
    if (!all.ok()) return all.error();
    const std::vector<double>& units = all.value().unit_totals;
    taken_->ngrams.segment(column, static_cast<Index>(units.size())) +=
        Eigen::Map<const Eigen::RowVectorXd>(units.data(),
                                             static_cast<Index>(units.size()));
    taken_->parts.push_back({std::move(part), column, piece_.first, length_});
    return {};
  }

  Status AddWords(TextPooling pooling) {
    const Eigen::RowVectorXd features = AddFeatures(pooling);
    const Index column = column_;
    column_ += features.size();
    if (length_ == 0 || pooling == TextPooling::kMax) {
      taken_->residual.segment(column, features.size()) += features;
      return {};
    }
    const Matrix words = AtWords(graph_, sequences_.words, sequences_.batch);
    return AddPart(
        PartOfWords(words.cwiseProduct(StateWeights(pooling, words.cols()))),
        column);
  }

  Status AddLayer(const std::vector<RcnnTrace>& traces) {
    const TextPooling pooling = model_.options().pooling;
    Eigen::RowVectorXd unexplained = AddFeatures(pooling);
    const Index column = column_;
    column_ += unexplained.size();
    for (const RcnnTrace& trace : traces) {
      // An output matrix mixes units: no unit is a sum of its own.
      if (trace.inputs.output_matrix) continue;
      const Index width = graph_.value(trace.run.states).cols();
      unexplained.segment(trace.column, width).setZero();
      UnitParts units =
          TakeUnitsApart(graph_, trace, StateWeights(pooling, width));
      const Index at = column + trace.column;
      taken_->bias.segment(at, width) += units.bias;
      taken_->residual.segment(at, width) += units.residual;
      Status added = AddPart(std::move(units.part), at);
      if (added.ok() && units.carried.size() > 0) {
        added = AddPart(PartOfWords(units.carried), at);
      }
      if (!added.ok()) return added;
    }
    taken_->residual.segment(column, unexplained.size()) += unexplained;
    return {};
  }

  const Retriever& model_;
  const Piece& piece_;
  Index length_;
  Graph graph_;
  Sequences sequences_;
  bool of_words_ = true;  // What the layers so far give.
  Index column_ = 0;
  TakenText* taken_;
};

// The functional whose units count as `head` says.
StateFunctional WithHead(const StateFunctional& units,
                         const Eigen::RowVectorXd& head) {
  const RowVector weights = head.cast<Real>();
  StateFunctional functional = units;
  for (Matrix* matrix : {&functional.c_weights, &functional.z_weights}) {
    for (Index column = 0; column < matrix->cols(); column += head.size()) {
      matrix->middleCols(column, head.size()).array().rowwise() *=
          weights.array();
    }
  }
  return functional;
}

std::vector<Index> MirroredWords(const std::vector<Index>& words,
                                 Index length) {
  std::vector<Index> mirrored;
  for (auto word = words.rbegin(); word != words.rend(); ++word) {
    mirrored.push_back(length - 1 - *word);
  }
  return mirrored;
}

}  // namespace

Result<TakenText> TakeTextApart(const Retriever& model, std::string_view text) {
  const std::vector<Token> tokens = Tokenize(text);
  UnknownWords unknown = model.NoUnknownWords();
  const QuestionWords words = model.Read(tokens, unknown);
  const Eigen::RowVectorXd zeros = Eigen::RowVectorXd::Zero(model.width());
  TakenText taken{{}, zeros, zeros, zeros, zeros, {}};
  for (std::size_t i = 0; i < words.ids.size(); ++i) {
    taken.words.push_back(tokens[i].span);
  }
  for (const Piece& piece : CutIntoPieces(words)) {
    const Result<Index> read = PieceReader(model, unknown, piece, &taken).Run();
    if (!read.ok()) return read.error();
  }
  return taken;
}

Result<HeadNgrams> AttributeToHead(const TakenText& text,
                                   const Eigen::RowVectorXd& head,
                                   std::size_t count) {
  HeadNgrams found;
  found.words.assign(text.words.size(), 0);
  // The parts over the same words, which their first one tells.
  std::map<Index, std::vector<RecurrentPart>> pieces;
  std::map<Index, Index> lengths;
  for (const TakenPart& taken : text.parts) {
    RecurrentPart part = taken.part;
    const Index units = part.record.decays.cols();
    part.functional =
        WithHead(part.functional, head.segment(taken.column, units));
    const Result<NgramAttribution> all =
        AttributeToNgrams(part.record, part.functional, {.top = 0});
    if (!all.ok()) return all.error();
    for (Index i = 0; i < taken.length; ++i) {
      const Index word = part.reversed ? taken.length - 1 - i : i;
      found.words[static_cast<std::size_t>(taken.first + word)] +=
          all.value().word_marginals[static_cast<std::size_t>(i)];
    }
    lengths[taken.first] = taken.length;
    pieces[taken.first].push_back(std::move(part));
  }
  NgramSums sums;
  for (const auto& [first, parts] : pieces) {
    Result<PartNgrams> listed =
        AttributeParts(MergeParts(parts), lengths[first], count);
    if (!listed.ok()) return listed.error();
    for (NgramContribution& ngram : listed.value().strongest) {
      for (Index& word : ngram.words) word += first;
      sums.Add(ngram.words, ngram.contribution);
    }
  }
  found.strongest = sums.Strongest(count);
  return found;
}

Result<MatrixOf<double>> VectorsOf(
    const TakenText& text, const std::vector<NgramContribution>& ngrams) {
  MatrixOf<double> vectors = MatrixOf<double>::Zero(
      static_cast<Index>(ngrams.size()), text.vector.size());
  for (const TakenPart& taken : text.parts) {
    std::vector<std::vector<Index>> words;
    std::vector<Index> rows;
    for (std::size_t i = 0; i < ngrams.size(); ++i) {
      std::vector<Index> within;
      for (const Index word : ngrams[i].words) {
        within.push_back(word - taken.first);
      }
      if (within.front() < 0 || within.back() >= taken.length) continue;
      words.push_back(taken.part.reversed ? MirroredWords(within, taken.length)
                                          : std::move(within));
      rows.push_back(static_cast<Index>(i));
    }
    const Result<MatrixOf<double>> found =
        NgramVectors(taken.part.record, taken.part.functional, words);
    if (!found.ok()) return found.error();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      vectors.row(rows[i]).segment(taken.column, found.value().cols()) +=
          found.value().row(static_cast<Index>(i));
    }
  }
  return vectors;
}

}  // namespace whylight
