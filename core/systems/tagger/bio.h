// Tags that mark spans: "B-place" at the first word of one, "I-place" at each
// that goes on, "O" at words in none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/math/matrix.h"

namespace whylight {

/// Whether it is such a tag.
bool IsBioTag(std::string_view tag);

/// Whether `tag` goes on with a span: "I-place".
bool GoesOn(std::string_view tag);

/// The label of its span: "place" of "B-place", nothing of "O".
std::string_view SpanLabel(std::string_view tag);

/// The tag that goes on with the span that `tag` is in: "I-place" after
/// "B-place", "O" after "O".
std::string TagThatGoesOn(std::string_view tag);

/// Whether `tag` may follow `before`; at the start of a text, "O".
bool MayFollow(std::string_view before, std::string_view tag);

/// The error in the tags of a model, or nothing: others than these, or a span
/// that could begin and not go on, or the other way round.
std::string FindProblemOfBio(const std::vector<std::string>& tags);

/// 0 where a tag may stand, -∞ where it may not.
struct TagBarriers {
  Matrix start;    ///< [1 x K].
  Matrix between;  ///< [K x K]: of tag k after tag j, in row j.
};
TagBarriers BarriersOfBio(const std::vector<std::string>& tags);

/// The words [begin, end), and their label.
struct LabelledRun {
  std::size_t begin;
  std::size_t end;
  std::string_view label;

  friend bool operator==(const LabelledRun&, const LabelledRun&) = default;
};

/// The spans that `tags`, numbers of `names`, mark. An "I-place" that nothing
/// before it allows begins one.
std::vector<LabelledRun> RunsOfBio(const std::vector<std::int32_t>& tags,
                                   const std::vector<std::string>& names);

}  // namespace whylight
