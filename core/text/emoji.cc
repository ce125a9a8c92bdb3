#include "core/text/emoji.h"

#include <cstddef>

namespace whylight {
namespace {

// Words, and the emoji that say the same. Pages download it, so it is short.
constexpr std::string_view kWords =
    "love 😍❤💕🥰\n"
    "happy 😀😃😄😊🙂\n"
    "funny 😂🤣\n"
    "good 👍\n"
    "bad 👎\n"
    "perfect 👌💯\n"
    "great 👏\n"
    "amazing 🔥🤩\n"
    "delicious 😋\n"
    "sad 😢😭\n"
    "disappointed 😞😔\n"
    "angry 😡\n"
    "disgusting 🤮🤢\n"
    "boring 😴\n";

}  // namespace

std::string_view WordOfEmoji(std::string_view token) {
  const auto lead = static_cast<unsigned char>(token.empty() ? '\0' : token[0]);
  const std::size_t bytes = lead >= 0xF0 ? 4 : 3;
  if (lead < 0xE2 || token.size() < bytes) return {};
  // Of what may follow, only the joiner, and the frame of a keycap, start so.
  for (std::size_t i = bytes; i < token.size(); ++i) {
    if (token[i] == '\xE2') return {};
  }
  std::size_t line = 0;
  std::size_t end = 0;
  for (std::size_t at = 0; at + bytes <= kWords.size(); ++at) {
    if (kWords[at] == '\n') line = at + 1;
    if (kWords[at] == ' ') end = at;
    std::size_t same = 0;
    while (same < bytes && kWords[at + same] == token[same]) ++same;
    if (same == bytes) return {kWords.data() + line, end - line};
  }
  return {};
}

}  // namespace whylight
