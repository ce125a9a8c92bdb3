#include "core/layers/scrn.h"

#include <functional>
#include <utility>

#include "core/layers/check_size.h"
#include "core/layers/layer_names.h"
#include "core/layers/unroll.h"
#include "core/ops/ops.h"

namespace whylight {
namespace {

Parameter Start(const std::string& name, Index rows, Index cols,
                const ScrnOptions& options, std::uint64_t seed) {
  return {name, InitialMatrix(options.initialisation, rows, cols, seed, name)};
}

}  // namespace

const Fields<ScrnOptions>& ScrnFields() {
  static const auto fields =
      Fields<ScrnOptions>(
          "The structurally constrained recurrent network (Goldberg15 section "
          "11.4).")
          .Fixed("type", "scrn", "A network with a slow and a fast state.")
          .Number("alpha", &ScrnOptions::alpha, {0, 1},
                  "Share of the slow state that is kept at each word, below 1.")
          .Include(std::identity(), WidthFields<ScrnOptions>())
          .Count("fast", &ScrnOptions::fast, {1, kMaxWidth},
                 "Width of the fast state; by default that of the slow one.")
          .When("the layer is to be trained");
  return fields;
}

Status CheckScrnOptions(const ScrnOptions& options) {
  for (const auto& [name, size] :
       {std::pair("inputs", options.inputs),
        std::pair("hidden", options.hidden),
        std::pair("fast", options.fast.value_or(1))}) {
    if (Status checked = CheckSize("scrn", name, size); !checked.ok()) {
      return checked;
    }
  }
  if (!(options.alpha >= 0 && options.alpha < 1)) {
    return Error{ErrorCode::kInvalidArgument,
                 "scrn: \"alpha\": expected a number from 0 to below 1, "
                 "found " +
                     std::to_string(options.alpha)};
  }
  return {};
}

ScrnLayer::ScrnLayer(const std::string& name, const ScrnOptions& options,
                     std::uint64_t seed)
    : options_(options),
      fast_(options.fast.value_or(options.hidden)),
      context_weight_(
          Start(name + ".c.W", options.inputs, options.hidden, options, seed)),
      weight_(Start(name + ".h.W", options.inputs, fast_, options, seed)),
      state_weight_(Start(name + ".h.U", fast_, fast_, options, seed)),
      context_state_weight_(
          Start(name + ".h.V", options.hidden, fast_, options, seed)) {}

Sequences ScrnLayer::Apply(Graph& graph, const Sequences& input) const {
  const Index h = options_.hidden;
  const Var context_words =
      MatMul(graph, input.words, graph.Use(context_weight_));
  const Var fast_words = MatMul(graph, input.words, graph.Use(weight_));
  const Var rate = graph.Constant(Matrix::Constant(
      input.batch.batch(), 1, static_cast<Real>(1 - options_.alpha)));
  return Unroll(
      graph, input, {h + fast_},
      [&](std::span<const std::int32_t> rows, const States& before) -> States {
        const Var old_context = Columns(graph, before.front(), 0, h);
        const Var old_fast = Columns(graph, before.front(), h, fast_);
        const Var context =
            Blend(graph, rate, Gather(graph, context_words, rows), old_context);
        const Var from_states =
            Add(graph, MatMul(graph, old_fast, graph.Use(state_weight_)),
                MatMul(graph, context, graph.Use(context_state_weight_)));
        const Var fast = Sigmoid(
            graph, Add(graph, Gather(graph, fast_words, rows), from_states));
        return {ConcatColumns(graph, context, fast)};
      });
}

std::vector<LayerTensor> ScrnLayer::Tensors() {
  return {{"c.W", {"h", "d"}, &context_weight_, 0, options_.hidden},
          {"h.W", {"m", "d"}, &weight_, 0, fast_},
          {"h.U", {"m", "m"}, &state_weight_, 0, fast_},
          {"h.V", {"m", "h"}, &context_state_weight_, 0, fast_}};
}

}  // namespace whylight
