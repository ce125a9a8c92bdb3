// What a visitor wrote, kept while a sample is shown: trying a sample, or editing one, costs nobody a
// text.

export class OwnContent<Content> {
  readonly #nothing: Content;
  readonly #same: (one: Content, other: Content) => boolean;
  #content: Content;
  /** Whether it is the visitor's from its beginning, and no edited sample. */
  #isWhole = false;
  /** The same of what is shown. */
  #showsWhole = false;

  constructor(nothing: Content, same: (one: Content, other: Content) => boolean) {
    this.#nothing = nothing;
    this.#same = same;
    this.#content = nothing;
  }

  get content(): Content {
    return this.#content;
  }

  /** A sample, a proposal or the visitor's own is shown. */
  show(content: Content): void {
    this.#showsWhole = this.#isWhole && this.#same(content, this.#content);
  }

  /** Keeps what came back of an earlier visit, or came with a link. */
  keep(content: Content): void {
    this.#content = content;
    this.#isWhole = true;
    this.#showsWhole = true;
  }

  /**
   * Keeps what is shown after an edit, unless it began as something else and would take the place of
   * the visitor's own. `anew`: it took the place of all that was shown.
   */
  edit(content: Content, anew = false): void {
    if (anew && !this.#same(content, this.#nothing)) this.#showsWhole = true;
    if (this.#isWhole && !this.#showsWhole) return;
    this.#content = content;
    this.#isWhole = this.#showsWhole;
  }
}
