// Options that several layers have, as fields.
#pragma once

#include "core/format/fields.h"
#include "core/layers/check_size.h"
#include "core/layers/initialise.h"
#include "core/layers/linear_map.h"
#include "core/layers/pair_scorer.h"
#include "core/layers/stacked.h"
#include "core/ops/rcnn_form.h"

namespace whylight {

const Names<Mapping>& MappingNames();
const Names<Activation>& ActivationNames();
const Names<Initialisation>& InitialisationNames();
const Names<AttentionScore>& AttentionScoreNames();
const Names<QuaternionInitialisation>& QuaternionInitialisationNames();
const Names<StackOutput>& StackOutputNames();

/// The fields of layers whose width is their own: "hidden", and how matrices
/// start.
template <typename Options>
Fields<Options> WidthFields() {
  return Fields<Options>()
      .Count("hidden", &Options::hidden, {1, kMaxWidth},
             "Width of the output. Given tensors determine it.")
      .When("the layer is to be trained")
      .WrittenIf([](const Options& options) { return options.hidden > 0; })
      .Choice("initialisation", &Options::initialisation, InitialisationNames(),
              "How matrices are initialised.")
      .When("the layer is to be trained");
}

/// The same of layers of quaternions.
template <typename Options>
Fields<Options> QuaternionWidthFields() {
  return Fields<Options>()
      .Count("hidden", &Options::hidden, {1, kMaxWidth},
             "Width of the output, a multiple of 4. Given tensors determine "
             "it.")
      .When("the layer is to be trained")
      .WrittenIf([](const Options& options) { return options.hidden > 0; })
      .Choice("initialisation", &Options::initialisation,
              QuaternionInitialisationNames(),
              "How weights are initialised: `xavier`: each part by itself; "
              "`polar`: as a size, an angle and a direction.")
      .When("the layer is to be trained");
}

}  // namespace whylight
