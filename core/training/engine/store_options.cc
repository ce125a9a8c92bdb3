#include "core/training/engine/store_options.h"

#include "core/format/fields.h"

namespace whylight {

const Fields<StoreOptions>& StoreFields() {
  static const auto fields =
      Fields<StoreOptions>("The number formats in which the model is saved.")
          .Named("store")
          .Choice("vectors", &StoreOptions::vectors, SavedDtypeNames(),
                  "Number format of word vectors.")
          .Choice("network", &StoreOptions::network, SavedDtypeNames(),
                  "Number format of all other tensors.");
  return fields;
}

}  // namespace whylight
