// Short texts made from templates, whose ratings are known because they were
// written with them: counterfactual pairs ("the staff were never helpful", "the
// staff were never unhelpful") from which a model learns what reviews hardly
// teach (Kaushik, Hovy and Lipton 2020). docs/guides/templates.md has the
// format.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/base/result.h"
#include "core/base/span.h"
#include "core/math/matrix.h"

namespace whylight {

/// A clause about an aspect, or about all of them, and where it stands in its
/// text.
struct TemplateClause {
  static constexpr std::size_t kEveryAspect = static_cast<std::size_t>(-1);

  Span span;
  std::size_t aspect;
};

/// A text, and what it says of each aspect: a rating in [0, 1], or kUnrated,
/// which here means that it does not speak of it.
struct TemplateText {
  std::string text;
  std::vector<Real> ratings;
  std::vector<TemplateClause> clauses;  ///< In their order.
};

class TextTemplates {
 public:
  /// Reads the templates of several files together, for texts about `aspects`.
  /// Fails with kInvalidArgument, naming the file and what is wrong there: a
  /// key or a placeholder that is not known, an aspect without words.
  static Result<TextTemplates> Read(const std::vector<std::string>& paths,
                                    const std::vector<std::string>& aspects);

  /// The text of that number, always the same.
  TemplateText Make(std::uint64_t seed, std::uint64_t number) const;

 private:
  using Lists = std::map<std::string, std::vector<std::string>>;

  // A clause. Mirrored, its good words are bad ones.
  struct Frame {
    std::string text;
    double rating = 0;
    bool mirrored = false;
  };
  using FrameLists = std::vector<std::vector<Frame>>;
  class Writer;

  Status Take(const std::string& path, const std::vector<std::string>& aspects);
  Status Check(const std::vector<std::string>& aspects) const;
  // The frames of an aspect that blame it, or those that praise it, by the list
  // that they stand in.
  const FrameLists& FramesOf(std::size_t aspect, bool blame) const {
    return sorted_[aspect][blame ? 1 : 0];
  }
  const FrameLists& NotesOf(std::size_t aspect, bool blame) const {
    return sorted_notes_[aspect][blame ? 1 : 0];
  }
  void SortFrames(std::size_t aspect);
  // Adds the frames of each list that blame, or those that praise.
  static void AddHalf(const FrameLists& all, bool blame, FrameLists* lists);
  bool HasOverall() const { return !overall_[0].empty(); }
  bool HasNotes() const;

  Lists lists_;
  std::vector<Lists> aspects_;  // In the order asked for.
  // Each file's frames of every aspect, and those of single aspects, which
  // others do not have.
  FrameLists frames_;
  std::vector<FrameLists> own_frames_;
  std::vector<std::array<FrameLists, 2>> sorted_;
  // The same of the frames that lists of notes are made of.
  FrameLists notes_;
  std::vector<FrameLists> own_notes_;
  std::vector<std::array<FrameLists, 2>> sorted_notes_;
  // Those that judge as a whole, by whether they blame.
  std::array<FrameLists, 2> overall_;
  std::vector<std::string> neutral_;
  std::vector<std::string> neutral_notes_;
};

}  // namespace whylight
