// Words with tags: what can be asked, and the answers. Spans are into the caller's
// string, as everywhere.
import type { AskOptions, LoadModelOptions, Span } from '../../runtime/types.js';

/** Options of `loadTagger()`. */
export type LoadTaggerOptions = LoadModelOptions;

export interface TagOptions extends AskOptions {
  /**
   * Whether to tag each sentence by itself, which suits models that learned from
   * sentences, such as ours; by default the text is tagged as a whole.
   */
  sentences?: boolean | undefined;
}

export interface TagManyOptions extends TagOptions {
  /** Called with each tagged text as soon as it is ready, and with its index. */
  onTagged?: ((tagged: TaggedText, index: number) => void) | undefined;
}

/** A word and its tag. */
export interface TaggedWord extends Span {
  /** One of the tagger's `labels`, such as "NOUN" or "B-positive". */
  tag: string;
}

/** Words that belong together, such as a name. */
export interface TaggedSpan extends Span {
  /** What they are, such as "positive" for the tags "B-positive" and "I-positive". */
  label: string;
}

/** A text with its tags. */
export interface TaggedText {
  /** The string that was tagged, as it was given. */
  text: string;
  /** The words of the text, in order. */
  words: TaggedWord[];
  /** The spans that the tags mark, in order; none overlap. If the tagger marks spans. */
  spans?: TaggedSpan[];
}
