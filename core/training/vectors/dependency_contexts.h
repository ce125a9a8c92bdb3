// What stands around a word of a parsed sentence: the words that depend on it,
// and the one that it depends on (O. Levy, Y. Goldberg, "Dependency-based word
// embeddings", ACL 2014; Goldberg15 section 5).
//
//   Australian scientist discovers star with telescope
//
//   australian   scientist/amod-1
//   scientist    australian/amod  discovers/nsubj-1
//   discovers    scientist/nsubj  star/obj  telescope/obl:with
//   star         discovers/obj-1
//   telescope    discovers/obl:with-1
//
// Here prepositions are collapsed: "with" hangs on "telescope" as its case, and
// is part of the relation of "telescope" instead.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/training/data/token_tree.h"

namespace whylight {

struct DependencyContext {
  std::size_t token;     ///< The other word, from 0,
  std::string relation;  ///< and its relation; "-1" ends that of a head.
};

/// Those of each token. With `collapse`, that a word hangs on another as "case"
/// or is "fixed" to such a word is told by relations alone, but for the root of
/// the sentence, which has none that could.
std::vector<std::vector<DependencyContext>> DependencyContexts(
    const TokenTree& tree, bool collapse);

}  // namespace whylight
