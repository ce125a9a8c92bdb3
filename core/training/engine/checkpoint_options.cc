#include "core/training/engine/checkpoint_options.h"

namespace whylight {

const Fields<CheckpointOptions>& CheckpointFields() {
  static const auto fields =
      Fields<CheckpointOptions>(
          "When checkpoints are written, and how many are kept.")
          .Count(
              "keep", &CheckpointOptions::keep, {1, 1000},
              "Number of recent checkpoints that are kept, besides the best.")
          .Count("every_steps", &CheckpointOptions::every_steps, {0, 0x1p53},
                 "Number of steps between checkpoints, besides those after "
                 "each epoch; 0: none.")
          .Number("every_minutes", &CheckpointOptions::every_minutes, {0, 1e6},
                  "Number of minutes between checkpoints; 0: none.");
  return fields;
}

}  // namespace whylight
