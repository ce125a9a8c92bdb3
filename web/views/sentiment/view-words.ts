// What the view says around a text: of the sentiment of sentences, or of a visitor's classifier.
import { find } from '../../dom';
import { strings } from '../../strings/strings';

export class ViewWords {
  readonly #root: HTMLElement;

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  /** Speaks of the visitor's classifier of this title; none: of the shipped one. */
  show(own: string | undefined): void {
    const { sentiment, ownClassifier } = strings;
    const words = own === undefined ? sentiment : ownClassifier;
    this.#say('h1', own === undefined ? sentiment.heading : ownClassifier.heading(own));
    this.#say('.lead', words.lead);
    this.#say('.editor h2 label', words.editor);
    this.#say('.hint-says', words.hint);
    this.#say('.result h2', words.result);
    find(this.#root, 'textarea', HTMLTextAreaElement).placeholder = words.placeholder;
    // Of the shipped model alone.
    for (const part of this.#root.querySelectorAll<HTMLElement>('.about, .shipped')) {
      part.hidden = own !== undefined;
    }
  }

  #say(selector: string, words: string): void {
    find(this.#root, selector, HTMLElement).textContent = words;
  }
}
