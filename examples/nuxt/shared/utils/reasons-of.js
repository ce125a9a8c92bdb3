/** A line for each aspect of an explanation: its rating, and the words it rests on. */
export function reasonsOf({ text, ratings, rationales }) {
  return Object.entries(rationales).map(([aspect, spans]) => {
    const words = spans.map(({ start, end }) => text.slice(start, end));
    return `${aspect} ${ratings[aspect]?.toFixed(2) ?? 'not mentioned'}: ${words.join(', ')}`;
  });
}
