// How much may be imported. A page that stays alive on a phone is the measure.

/** Of a file, or of pasted text. */
export const maxBytes = 50_000_000;

/** Of a table, or of questions in another format. */
export const maxRows = 100_000;

export const maxColumns = 200;

/** A longer row is a quote that nobody closed. In UTF-16 units. */
export const maxRowLength = 2_000_000;

/** How many reviews are rated at once. */
export const maxReviews = 10_000;

/** Of a review, in UTF-16 units: a longer one would hold up all others. */
export const maxReviewLength = 50_000;

/** Of the files of a model, together. */
export const maxModelBytes = 300_000_000;
