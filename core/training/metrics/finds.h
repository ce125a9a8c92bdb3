// How often something is there, and how often it is found.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>

namespace whylight {

/// Its places in the data, those where it was found, and those of both.
struct Finds {
  std::size_t there = 0;
  std::size_t found = 0;
  std::size_t right = 0;
};

/// part / whole; 0 where there is nothing to divide by.
inline double ShareOf(double part, double whole) {
  return whole == 0 ? 0 : part / whole;
}
inline double ShareOf(std::size_t part, std::size_t whole) {
  return ShareOf(static_cast<double>(part), static_cast<double>(whole));
}

/// {"precision": ..., "recall": ..., "f1": ...}.
inline nlohmann::ordered_json FindsToJson(const Finds& finds) {
  return {{"precision", ShareOf(finds.right, finds.found)},
          {"recall", ShareOf(finds.right, finds.there)},
          {"f1", ShareOf(2 * finds.right, finds.there + finds.found)}};
}

/// The same after {"n": how often it is there}.
inline nlohmann::ordered_json CountedFindsToJson(const Finds& finds) {
  nlohmann::ordered_json json{{"n", finds.there}};
  json.update(FindsToJson(finds));
  return json;
}

}  // namespace whylight
