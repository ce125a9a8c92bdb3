#include "core/training/engine/store_options.h"

#include "core/format/fields.h"

namespace whylight {

const Fields<StoreOptions>& StoreFields() {
  static const auto fields =
      Fields<StoreOptions>("The numbers in which the model is saved.")
          .Named("store")
          .Choice("vectors", &StoreOptions::vectors, SavedDtypeNames(),
                  "Those of word vectors.")
          .Choice("network", &StoreOptions::network, SavedDtypeNames(),
                  "Those of every other tensor.");
  return fields;
}

}  // namespace whylight
