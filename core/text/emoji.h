// What emoji say, in words.
#pragma once

#include <string_view>

namespace whylight {

/// The English word that says most nearly what an emoji does in a review:
/// "love" for a heart, "disgusting" for a face that is sick; nothing for any
/// other token and for emoji that say many things, such as a skull. Skin tones
/// and variation selectors change nothing; emoji joined to others have no word.
std::string_view WordOfEmoji(std::string_view token);

}  // namespace whylight
