// <whylight-review model="beer" text="...">: a review with its ratings and their reasons, for any page.
import { load, type Explanation, type Model } from 'whylight';
import { showFailure } from '../components/failure';
import { create } from '../dom';
import { holdsEnglish } from '../english';
import { strings } from '../strings/strings';
import { RatingScale } from '../views/reviews/rating-scale';
import { lookOf, paintText, runsOf } from '../views/reviews/marked-text';
import { capitalised, labelOf } from '../wording';
import marks from '../views/reviews/marks.css?inline';
import styles from './embed.css?inline';

// A constructed stylesheet: a strict policy of the page refuses inline ones.
const sheet = new CSSStyleSheet();
sheet.replaceSync(marks + styles);

// The models lie beside this script, wherever the page is that runs it.
const script = import.meta.url;
const models = new Map<string, Promise<Model>>();

/** Opens each model once for all elements of a page; one that failed can be asked for again. */
function modelOf(name: string): Promise<Model> {
  let model = models.get(name);
  if (!model) {
    model = load(new URL(`models/${name}/`, script));
    model.catch(() => models.delete(name));
    models.set(name, model);
  }
  return model;
}

/** A folder of models/, and none that a path leads to. */
const folderName = /^[\w-]+$/;

/** The thread of the page waits while a review is read. */
const mostCharacters = 20_000;

export class WhylightReview extends HTMLElement {
  static readonly observedAttributes = ['model', 'text'];
  readonly #text = create('p', 'marked');
  readonly #ratings = create('ul', 'ratings');
  readonly #says = create('div', 'says');
  /** What is read last is shown, whatever comes in first. */
  #latest = 0;

  constructor() {
    super();
    const shadow = this.attachShadow({ mode: 'open' });
    shadow.adoptedStyleSheets = [sheet];
    holdsEnglish(this.#text);
    this.#says.role = 'status';
    shadow.append(this.#text, this.#ratings, this.#says);
  }

  connectedCallback(): void {
    void this.#read();
  }

  attributeChangedCallback(): void {
    if (this.isConnected) void this.#read();
  }

  async #read(): Promise<void> {
    const reading = ++this.#latest;
    const text = this.getAttribute('text') ?? '';
    const name = this.getAttribute('model') ?? '';
    this.#text.textContent = text;
    this.#ratings.replaceChildren();
    if (!folderName.test(name)) {
      this.#says.textContent = strings.embed.noSuchModel;
      return;
    }
    if (text.length > mostCharacters) {
      this.#says.textContent = strings.embed.tooLong(mostCharacters);
      return;
    }
    this.#says.textContent = strings.loading.reading;
    try {
      const model = await modelOf(name);
      if (reading !== this.#latest) return;
      const explanation = await model.explain(text);
      if (reading !== this.#latest) return;
      this.#show(model, explanation);
    } catch (error) {
      if (reading === this.#latest) showFailure(this.#says, '', error);
    }
  }

  #show(model: Model, explanation: Explanation): void {
    const { aspects, labels } = model;
    const { text, rationales, ratings } = explanation;
    const scale = new RatingScale(labels);
    paintText(this.#text, text, runsOf(text, rationales, aspects), aspects);
    this.#ratings.replaceChildren(
      ...aspects.map((aspect) => {
        const label = create('span', `name ${lookOf(aspect, aspects)}`, labelOf(aspect));
        const rating = create('b', '', capitalised(scale.text(aspect, ratings[aspect] ?? null)));
        return create('li', '', label, ' ', rating);
      }),
    );
    this.#says.textContent = '';
    this.dispatchEvent(new CustomEvent('whylight-result', { detail: explanation, bubbles: true }));
  }
}

customElements.define('whylight-review', WhylightReview);
