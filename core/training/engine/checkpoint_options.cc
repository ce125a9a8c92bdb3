#include "core/training/engine/checkpoint_options.h"

namespace whylight {

const Fields<CheckpointOptions>& CheckpointFields() {
  static const auto fields =
      Fields<CheckpointOptions>(
          "When checkpoints are written, and how many are kept.")
          .Count("keep", &CheckpointOptions::keep, {1, 1000},
                 "How many of the last checkpoints are kept, besides the best.")
          .Count("every_steps", &CheckpointOptions::every_steps, {0, 0x1p53},
                 "A checkpoint after so many steps, besides each epoch's end; "
                 "0: never.")
          .Number("every_minutes", &CheckpointOptions::every_minutes, {0, 1e6},
                  "A checkpoint after so many minutes; 0: never.");
  return fields;
}

}  // namespace whylight
