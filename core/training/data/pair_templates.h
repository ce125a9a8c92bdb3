// Pairs of short texts made from templates, whose labels are known because they
// were written with them: opposites, negations, who did what to whom, and what
// else data sets of pairs hardly have (as the challenge sets of Naik et al.
// 2018 and McCoy et al. 2019). docs/guides/templates.md has the format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace whylight {

struct TemplatePair {
  std::string text;
  std::string other;
  std::string label;
};

/// Words by the name of the list, or of the column, that they stand in.
using WordLists = std::map<std::string, std::vector<std::string>>;

/// Two texts with slots, which lists and a row of the table `of` fill.
struct PairFrame {
  std::string text;
  std::string other;
  std::string label;
  std::string of;            ///< May be empty.
  bool both = false;         ///< Whether the texts may change places.
  std::uint64_t weight = 1;  ///< How often it comes up when others do once.
  std::string place;         ///< Where it was read, for errors.
};

class PairTemplates {
 public:
  /// Reads the templates of several files together. Their labels must be among
  /// `labels`, unless there are none. Fails with kInvalidArgument, naming the
  /// file and what is wrong there.
  static Result<PairTemplates> Read(const std::vector<std::string>& paths,
                                    const std::vector<std::string>& labels);

  /// The pair of that number, always the same.
  TemplatePair Make(std::uint64_t seed, std::uint64_t number) const;

 private:
  class Writer;

  Status Take(const std::string& path);
  Status Check(const PairFrame& frame,
               const std::vector<std::string>& labels) const;
  Status CheckSlots(const PairFrame& frame, const std::string& key,
                    const std::string& text) const;

  WordLists lists_;
  std::map<std::string, std::vector<WordLists>> tables_;  // Of rows.
  std::vector<PairFrame> frames_;
  std::vector<std::size_t> lots_;  // Frames, each as often as it weighs.
};

}  // namespace whylight
