// Recursive networks: the vector of a phrase is made of those of its parts
// (Goldberg15 section 12).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/graph/graph.h"
#include "core/layers/dense.h"
#include "core/math/matrix.h"
#include "core/ops/rcnn_form.h"

namespace whylight {

/// Binary trees, any number of them, as nodes in an order in which each stands
/// after its parts; any such order gives the same vectors.
struct Trees {
  static constexpr std::int32_t kNone = -1;

  /// A word, if it has no parts; with one part alone it has its vector.
  struct Node {
    std::int32_t left = kNone;   ///< The number of an earlier node,
    std::int32_t right = kNone;  ///< and of another.
    std::int32_t word = kNone;   ///< Row of the table of words.
    /// What its constituent is called; kNone: not known.
    std::int32_t label = kNone;
  };
  std::vector<Node> nodes;
};

/// How the vectors b and c of the parts of a node become its own, p.
enum class TreeCell {
  kPlain,     ///< p = g([b; c] W + w)
  kLabelled,  ///< p = g([b; c; v(A); v(B)] W + w): labels have vectors.
  kUntied,    ///< p = g([b; c] W_BC + w_BC), by the labels of the parts.
  /// p = g([C b; B c] W + w), P = [B; C] W_M: nodes have a matrix, too (Socher
  /// and others 2012; not in Goldberg15).
  kMatrixVector,
  /// p = g([b; c]ᵀ V [b; c] + [b; c] W + w): a tensor V (Socher and others
  /// 2013; not in Goldberg15).
  kTensor,
  /// A memory with a gate of its own for that of each part (Tai and others
  /// 2015, equations 9 to 14 for two parts; not in Goldberg15).
  kLstm,
};

/// Whose labels kLabelled reads.
enum class TreeLabels {
  kParentAndLeft,  ///< A and B of A → B C, as Goldberg15 prints it,
  kParts,          ///< or B and C.
};

struct TreeOptions {
  Index inputs = 0;  ///< Width of a word vector, d.
  /// Width of a phrase's vector, h. 0: d, and the vector of a word is its word
  /// vector itself; else it is g(x W_x + w_x). An LSTM always has the latter,
  /// as its gates without parts.
  Index hidden = 0;
  TreeCell cell = TreeCell::kPlain;
  Activation activation = Activation::kTanh;  ///< g; not of an LSTM.
  Index labels = 0;            ///< How many there are, of constituents.
  Index label_dimensions = 0;  ///< Width of v, of kLabelled.
  TreeLabels which = TreeLabels::kParentAndLeft;
  /// The labels (B, C) that have a W_BC of kUntied; all others share one.
  std::vector<std::pair<std::int32_t, std::int32_t>> pairs = {};

  Index width() const { return hidden == 0 ? inputs : hidden; }
  /// Whether nodes need labels of constituents.
  bool reads_labels() const {
    return cell == TreeCell::kLabelled || cell == TreeCell::kUntied;
  }
};

/// The error in `options`, naming the option, or nothing.
Status CheckTreeOptions(const TreeOptions& options);

/// How many numbers such a layer learns. Fits into 64 bits for options that
/// pass CheckTreeOptions.
std::uint64_t ParameterCount(const TreeOptions& options);

/// Nodes of the same height are computed together, whichever tree they are of,
/// so that a batch costs a few products for each height of its highest tree. A
/// node gets the bits that it would get alone.
class TreeLayer {
 public:
  /// `options` must pass CheckTreeOptions. Parameters start with `name`.
  TreeLayer(const std::string& name, const TreeOptions& options,
            std::uint64_t seed);

  const TreeOptions& options() const { return options_; }

  /// The words that trees have as their leaves.
  struct Words {
    Var vectors;  ///< [D x d]
    /// Of kMatrixVector: each word's matrix less the identity, transposed, row
    /// after row: [D x h²]
    std::optional<Var> matrices = {};
  };

  /// The vector of each node, in the order of the nodes: [nodes x h]. Labels
  /// must be below `labels` where the cell reads them.
  Var Apply(Graph& graph, const Words& words, const Trees& trees) const;

  std::vector<Parameter*> Parameters();

 private:
  // What a node hands on: its vector, and the memory of an LSTM or the matrix
  // of kMatrixVector.
  struct States {
    Var vectors;
    std::optional<Var> more;
  };
  struct Parts;

  States Leaves(Graph& graph, const Words& words,
                const std::vector<std::int32_t>& rows) const;
  States Compose(Graph& graph, const Parts& parts, std::size_t pair) const;
  States ComposeLstm(Graph& graph, const Parts& parts) const;
  States ComposeWithMatrices(Graph& graph, const Parts& parts) const;
  Var LstmMemory(Graph& graph, Var gates) const;
  // The place of W_BC among the compositions.
  std::size_t PairOf(const Trees& trees, const Trees::Node& node) const;

  TreeOptions options_;
  std::optional<Dense> word_;  // W_x
  // W: one, or one for each pair of labels and one for all others.
  std::vector<Dense> compositions_;
  // Where that of a pair stands.
  std::map<std::pair<std::int32_t, std::int32_t>, std::size_t> pairs_;
  std::optional<Parameter> labels_;   // v, [labels x label_dimensions]
  std::optional<Parameter> tensor_;   // V, [2h x 2h·h]
  std::optional<Parameter> product_;  // W_M, [2h x h]
};

}  // namespace whylight
