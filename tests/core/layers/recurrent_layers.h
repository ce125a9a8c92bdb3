// Small layers of every recurrent kind, for what must hold of all of them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/layers/bidirectional.h"
#include "core/layers/elman.h"
#include "core/layers/gru.h"
#include "core/layers/lstm.h"
#include "core/layers/rcnn.h"
#include "core/layers/rcrn.h"
#include "core/layers/scrn.h"
#include "core/layers/stacked.h"
#include "tests/core/random_matrix.h"

namespace whylight {

using LayerPointer = std::unique_ptr<SequenceLayer>;

/// Biases start at zero or one, where mistakes hide.
inline LayerPointer WithRandomBiases(LayerPointer layer) {
  for (Parameter* parameter : layer->Parameters()) {
    if (parameter->value.rows() == 1) {
      parameter->value =
          RandomMatrix(1, parameter->value.cols(), parameter->name);
    }
  }
  return layer;
}

inline LayerPointer MakeElman(const std::string& name, Index inputs,
                              Activation activation, bool identity = false) {
  return WithRandomBiases(
      std::make_unique<ElmanLayer>(name,
                                   ElmanOptions{.inputs = inputs,
                                                .hidden = 4,
                                                .activation = activation,
                                                .identity = identity},
                                   21));
}

inline LayerPointer MakeLstm(const std::string& name, Index inputs,
                             LstmOutput state = LstmOutput::kH) {
  return WithRandomBiases(std::make_unique<LstmLayer>(
      name, LstmOptions{.inputs = inputs, .hidden = 4, .state = state}, 22));
}

inline LayerPointer MakeGru(const std::string& name, Index inputs,
                            UpdateGate gate = UpdateGate::kNewState,
                            ResetGate reset = ResetGate::kBefore) {
  return WithRandomBiases(std::make_unique<GruLayer>(
      name,
      GruOptions{
          .inputs = inputs, .hidden = 4, .update_gate = gate, .reset = reset},
      23));
}

inline LayerPointer MakeScrn(const std::string& name, Index inputs) {
  return std::make_unique<ScrnLayer>(
      name, ScrnOptions{.inputs = inputs, .hidden = 4, .fast = 2, .alpha = 0.7},
      24);
}

inline LayerPointer MakeBidirectional(LayerPointer forward,
                                      LayerPointer backward) {
  return std::make_unique<Bidirectional>(
      Bidirectional::Make(std::move(forward), std::move(backward)).value());
}

inline LayerPointer MakeRcnnCell(const std::string& name, Index inputs) {
  return WithRandomBiases(std::make_unique<RcnnLayer>(
      name, RcnnOptions{.inputs = inputs, .hidden = 4}, 26));
}

/// `make` gives each of the three layers, for its name.
inline LayerPointer MakeRcrn(
    const std::function<LayerPointer(const std::string&)>& make,
    const RcrnOptions& options = {}) {
  return std::make_unique<Rcrn>(
      Rcrn::Make(make("forget"), make("output"), make("listener"), options)
          .value());
}

inline LayerPointer MakePrintedRcrn() {
  return std::make_unique<Rcrn>(
      Rcrn::Make(nullptr, MakeLstm("output", 3),
                 MakeLstm("listener", 3, LstmOutput::kC),
                 {.output = RcrnOutput::kPrinted})
          .value());
}

inline LayerPointer MakeStack(LayerPointer first, LayerPointer second,
                              StackOutput output) {
  std::vector<LayerPointer> layers;
  layers.push_back(std::move(first));
  layers.push_back(std::move(second));
  return std::make_unique<Stacked>(
      Stacked::Make(std::move(layers), output).value());
}

/// A layer that reads vectors of width 3.
struct RecurrentCase {
  std::string name;
  std::function<LayerPointer()> make;
};

inline std::vector<RecurrentCase> SingleCells() {
  return {
      {"Elman", [] { return MakeElman("l", 3, Activation::kTanh); }},
      {"ElmanLinear", [] { return MakeElman("l", 3, Activation::kIdentity); }},
      {"Irnn", [] { return MakeElman("l", 3, Activation::kRelu, true); }},
      {"Lstm", [] { return MakeLstm("l", 3); }},
      {"LstmCells", [] { return MakeLstm("l", 3, LstmOutput::kC); }},
      {"Gru", [] { return MakeGru("l", 3); }},
      {"GruOldState", [] { return MakeGru("l", 3, UpdateGate::kOldState); }},
      {"GruResetAfter",
       [] {
         return MakeGru("l", 3, UpdateGate::kOldState, ResetGate::kAfter);
       }},
      {"Scrn", [] { return MakeScrn("l", 3); }},
      {"BidirectionalLstm",
       [] { return MakeBidirectional(MakeLstm("f", 3), MakeLstm("b", 3)); }},
  };
}

inline std::vector<RecurrentCase> LayersOfLayers() {
  return {
      {"StackLast",
       [] {
         return MakeStack(MakeGru("1", 3), MakeLstm("2", 4),
                          StackOutput::kLast);
       }},
      {"StackAllOnBidirectional",
       [] {
         return MakeStack(MakeBidirectional(MakeScrn("f", 3), MakeGru("b", 3)),
                          MakeLstm("2", 10), StackOutput::kAll);
       }},
      {"RcrnBidirectionalLstm",
       [] {
         return MakeRcrn([](const std::string& name) {
           return MakeBidirectional(MakeLstm(name + "f", 3),
                                    MakeLstm(name + "b", 3));
         });
       }},
      {"RcrnGru",
       [] {
         return MakeRcrn(
             [](const std::string& name) {
               return MakeGru(name, 3, UpdateGate::kOldState);
             },
             {.gain = 2.5});
       }},
      {"RcrnRcnn",
       [] {
         return MakeRcrn(
             [](const std::string& name) { return MakeRcnnCell(name, 3); });
       }},
      {"RcrnPrinted", [] { return MakePrintedRcrn(); }},
  };
}

inline std::vector<RecurrentCase> AllRecurrentLayers() {
  std::vector<RecurrentCase> all = SingleCells();
  for (RecurrentCase& layer : LayersOfLayers()) all.push_back(std::move(layer));
  return all;
}

}  // namespace whylight
