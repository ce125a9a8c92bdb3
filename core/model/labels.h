// The names of what a model may answer, a key of its config.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace whylight {

/// The error in those of the key `key`, or nothing: there are 2 to `most`, all
/// different. `instead` tells of what may stand in their place, e.g. ", or
/// \"grades\"".
std::string FindProblemOfLabels(const std::vector<std::string>& labels,
                                std::size_t most,
                                const std::string& instead = "",
                                const std::string& key = "labels");

}  // namespace whylight
