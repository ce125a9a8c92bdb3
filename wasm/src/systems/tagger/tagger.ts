import type { Backend } from '../../runtime/backend.js';
import { MODEL_KINDS } from '../../runtime/load-options.js';
import { LoadedModel } from '../../runtime/loaded-model.js';
import { open } from '../../runtime/open.js';
import { FUNCTION, checkKinds, checkOptions } from '../../runtime/options.js';
import type { Platform } from '../../runtime/platform.js';
import type { ModelSource } from '../../runtime/types.js';
import { TAGGER } from './system.js';
import type { LoadTaggerOptions, TaggedText, TagManyOptions, TagOptions } from './types.js';

/** A trained tagger, ready to tag the words of texts. Created by `loadTagger()`. */
export class Tagger extends LoadedModel {
  /** The tags, in the order of training. */
  readonly labels: readonly string[];
  /** Whether the tags mark spans, like "B-place", "I-place" and "O"; answers then have `spans`. */
  readonly marksSpans: boolean;

  /** @internal */
  constructor(backend: Backend) {
    super(TAGGER, backend);
    const { json } = backend.about as { json: string };
    const { labels, bio } = JSON.parse(json) as { labels: string[]; bio: boolean };
    this.labels = Object.freeze(labels);
    this.marksSpans = bio;
  }

  /**
   * Finds the tag of each word of `text`, and the spans that the tags mark: the best of all
   * sequences of tags.
   *
   * Rejects with `text-too-long`, `disposed`, `out-of-memory`, or `wasm-failed` when the
   * module stopped; the tagger works again on the next call. Without a Worker the
   * computation blocks the thread, so a signal is only checked before and after.
   */
  async tag(text: string, options: TagOptions = {}): Promise<TaggedText> {
    return (await this.askOne('tag', [text], options)) as TaggedText;
  }

  /**
   * Tags many texts, and resolves with them in the same order.
   *
   * It takes turns with other work on the thread, and checks the signal in between.
   * Rejects as `tag()` does; the message begins with the position of the offending text, e.g.
   * "texts[3]: ...".
   */
  async tagMany(texts: readonly string[], options: TagManyOptions = {}): Promise<TaggedText[]> {
    const { onTagged, ...asked } = checkOptions('tagMany', options);
    checkKinds('tagMany', { onTagged }, { onTagged: FUNCTION });
    return this.askMany('tag', texts, asked, onTagged);
  }

  /**
   * Tags the texts of an iterable or a stream, and yields them in the same order:
   * `for await (const tagged of tagger.tagStream(texts))`. It reads some texts ahead, not
   * all, and closes the source when you leave the loop.
   *
   * Throws what `tagMany()` rejects with; texts before the offending one may be missing.
   * Errors of the source are passed on.
   */
  tagStream(
    texts: Iterable<string> | AsyncIterable<string>,
    options: TagOptions = {},
  ): AsyncGenerator<TaggedText, void, undefined> {
    return this.askEach('tag', texts, options);
  }
}

export async function openTagger(
  source: ModelSource,
  options: LoadTaggerOptions,
  platform: Platform,
): Promise<Tagger> {
  checkKinds('loadTagger', options, MODEL_KINDS);
  const wasm = { 'whylight-tagger.wasm': options.wasm };
  return new Tagger(await open(TAGGER, source, { ...options, wasm }, platform));
}
