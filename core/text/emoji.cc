#include "core/text/emoji.h"

#include <algorithm>
#include <iterator>

#include "core/text/utf8.h"

namespace whylight {
namespace {

struct Emoji {
  char32_t code;
  const char* word;
};

constexpr Emoji kEmoji[] = {
    {0x2600, "sun"},           {0x2615, "coffee"},
    {0x2639, "disappointed"},  {0x263A, "happy"},
    {0x2665, "love"},          {0x2705, "good"},
    {0x2728, "amazing"},       {0x274C, "bad"},
    {0x2764, "love"},          {0x2B50, "star"},
    {0x1F197, "ok"},           {0x1F30A, "ocean"},
    {0x1F31E, "sun"},          {0x1F31F, "star"},
    {0x1F34A, "orange"},       {0x1F34B, "lemon"},
    {0x1F34C, "banana"},       {0x1F352, "cherry"},
    {0x1F354, "burger"},       {0x1F355, "pizza"},
    {0x1F35E, "bread"},        {0x1F36B, "chocolate"},
    {0x1F36F, "honey"},        {0x1F373, "breakfast"},
    {0x1F374, "food"},         {0x1F375, "tea"},
    {0x1F377, "wine"},         {0x1F37A, "beer"},
    {0x1F37B, "beer"},         {0x1F37D, "food"},
    {0x1F37F, "popcorn"},      {0x1F389, "fun"},
    {0x1F38A, "fun"},          {0x1F39E, "film"},
    {0x1F3A5, "film"},         {0x1F3AC, "film"},
    {0x1F3AD, "drama"},        {0x1F3B5, "music"},
    {0x1F3B6, "music"},        {0x1F3C6, "best"},
    {0x1F3CA, "pool"},         {0x1F3D6, "beach"},
    {0x1F3E8, "hotel"},        {0x1F401, "mouse"},
    {0x1F415, "dog"},          {0x1F41B, "bugs"},
    {0x1F42D, "mouse"},        {0x1F436, "dog"},
    {0x1F44C, "perfect"},      {0x1F44D, "good"},
    {0x1F44E, "bad"},          {0x1F44F, "great"},
    {0x1F451, "best"},         {0x1F47B, "scary"},
    {0x1F47F, "angry"},        {0x1F48B, "love"},
    {0x1F493, "love"},         {0x1F494, "sad"},
    {0x1F495, "love"},         {0x1F496, "love"},
    {0x1F497, "love"},         {0x1F498, "love"},
    {0x1F499, "love"},         {0x1F49A, "love"},
    {0x1F49B, "love"},         {0x1F49C, "love"},
    {0x1F49D, "love"},         {0x1F49E, "love"},
    {0x1F4A4, "boring"},       {0x1F4A9, "crap"},
    {0x1F4AA, "strong"},       {0x1F4AF, "perfect"},
    {0x1F4B0, "money"},        {0x1F4B5, "money"},
    {0x1F4B8, "money"},        {0x1F4FD, "film"},
    {0x1F525, "amazing"},      {0x1F5A4, "love"},
    {0x1F5D1, "crap"},         {0x1F600, "happy"},
    {0x1F601, "happy"},        {0x1F602, "funny"},
    {0x1F603, "happy"},        {0x1F604, "happy"},
    {0x1F606, "funny"},        {0x1F607, "happy"},
    {0x1F60A, "happy"},        {0x1F60B, "delicious"},
    {0x1F60C, "happy"},        {0x1F60D, "love"},
    {0x1F60E, "cool"},         {0x1F611, "meh"},
    {0x1F612, "disappointed"}, {0x1F614, "disappointed"},
    {0x1F615, "disappointed"}, {0x1F618, "love"},
    {0x1F61E, "disappointed"}, {0x1F61F, "disappointed"},
    {0x1F620, "angry"},        {0x1F621, "angry"},
    {0x1F622, "sad"},          {0x1F624, "angry"},
    {0x1F625, "sad"},          {0x1F629, "exhausting"},
    {0x1F62B, "exhausting"},   {0x1F62C, "awkward"},
    {0x1F62D, "sad"},          {0x1F631, "scary"},
    {0x1F634, "boring"},       {0x1F639, "funny"},
    {0x1F63A, "happy"},        {0x1F63B, "love"},
    {0x1F63D, "love"},         {0x1F63F, "sad"},
    {0x1F641, "disappointed"}, {0x1F642, "happy"},
    {0x1F644, "annoying"},     {0x1F64C, "great"},
    {0x1F64F, "thanks"},       {0x1F697, "car"},
    {0x1F6BD, "toilet"},       {0x1F6BF, "shower"},
    {0x1F6C1, "bath"},         {0x1F6CC, "bed"},
    {0x1F6CF, "bed"},          {0x1F6D7, "elevator"},
    {0x1F90C, "perfect"},      {0x1F90D, "love"},
    {0x1F90E, "love"},         {0x1F917, "happy"},
    {0x1F922, "disgusting"},   {0x1F923, "funny"},
    {0x1F924, "delicious"},    {0x1F926, "embarrassing"},
    {0x1F929, "amazing"},      {0x1F92C, "angry"},
    {0x1F92E, "disgusting"},   {0x1F92F, "amazing"},
    {0x1F937, "meh"},          {0x1F947, "best"},
    {0x1F970, "love"},         {0x1F971, "boring"},
    {0x1F973, "fun"},          {0x1F97A, "sad"},
    {0x1F9D6, "spa"},          {0x1F9E1, "love"},
    {0x1FAF6, "love"},
};

static_assert(std::is_sorted(std::begin(kEmoji), std::end(kEmoji),
                             [](const Emoji& a, const Emoji& b) {
                               return a.code < b.code;
                             }));

bool ComesBefore(const Emoji& emoji, char32_t code) {
  return emoji.code < code;
}

bool IsLook(char32_t c) {
  return c == 0xFE0E || c == 0xFE0F || (c >= 0x1F3FB && c <= 0x1F3FF);
}

}  // namespace

std::string_view WordOfEmoji(std::string_view token) {
  if (token.empty()) return {};
  const CodePoint first = DecodeUtf8(token, 0);
  for (std::size_t at = first.bytes; at < token.size();) {
    const CodePoint next = DecodeUtf8(token, at);
    if (!IsLook(next.value)) return {};
    at += next.bytes;
  }
  const auto* const found = std::lower_bound(
      std::begin(kEmoji), std::end(kEmoji), first.value, ComesBefore);
  if (found == std::end(kEmoji) || found->code != first.value) return {};
  return found->word;
}

}  // namespace whylight
