/** What a model says of a text of which it knows a smaller share of the words is a guess. */
export const leastKnown = 0.7;
