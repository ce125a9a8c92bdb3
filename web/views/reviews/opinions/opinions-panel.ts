// What a review speaks of, and whether it is for it or against it: underlined in the text, and listed.
// Its model and its module are fetched when the panel is first opened.
import type { Span } from 'whylight';
import type { TaggedText, Tagger } from 'whylight/tagger';
import { showFailure } from '../../../components/failure';
import { wholeGraphemes } from '../../../graphemes';
import { LiveExplainer } from '../../../components/live-explainer';
import { LoadingPanel } from '../../../components/loading-panel';
import { create, find } from '../../../dom';
import { holdsEnglish } from '../../../english';
import { strings } from '../../../strings/strings';
import type { Underlined } from '../marked-field';
import { openTagger } from './open-tagger';
import './opinions.css';

/** The polarities, in the order of the lists, with the sign of each. */
const signs = { positive: '+', negative: '−', neutral: '○' };
type Polarity = keyof typeof signs;
const polarities = Object.keys(signs) as Polarity[];

/** Where the review is shown. */
export interface OpinionPlace {
  /** Underlines words, each kind in its way, or none. */
  underline(words: Underlined | undefined): void;
  /** Leads to some words. */
  select(words: Span): void;
}

/** A term, and everywhere that it stands with the same polarity. */
interface Term {
  words: string;
  spans: Span[];
}

export class OpinionsPanel {
  readonly #part: HTMLDetailsElement;
  readonly #place: OpinionPlace;
  readonly #loading: LoadingPanel;
  readonly #problem: HTMLElement;
  readonly #found: HTMLElement;
  #finder: LiveExplainer<TaggedText> | undefined;
  #isLoading = false;
  /** Of each button, in their order. */
  #terms: readonly Term[] = [];
  #text: string | undefined;
  /** The text whose opinions are shown or asked for. */
  #asked: string | undefined;

  /** Takes over the `.opinions` of the view. */
  constructor(part: HTMLDetailsElement, place: OpinionPlace) {
    this.#part = part;
    this.#place = place;
    this.#loading = new LoadingPanel(find(part, '.loading', HTMLElement));
    find(part, '.loading', HTMLElement).hidden = true;
    this.#problem = find(part, ':scope > .problem', HTMLElement);
    this.#found = find(part, '.opinions-found', HTMLElement);
    part.addEventListener('toggle', () => this.#onToggle());
    this.#found.addEventListener('click', ({ target }) => {
      const button = (target as Element).closest('button');
      if (button) this.#onPress(button);
    });
  }

  /** Offers the opinions of a review; hidden where there is none. */
  show(text: string | undefined): void {
    this.#text = text;
    this.#part.hidden = text === undefined;
    if (text === undefined) this.#clear();
    else this.#ask();
  }

  #onToggle(): void {
    if (!this.#part.open) {
      this.#clear();
      return;
    }
    if (this.#finder) this.#ask();
    else if (!this.#isLoading) this.#load();
  }

  #load(): void {
    this.#isLoading = true;
    void this.#loading.run({
      load: openTagger,
      onLoaded: (tagger, hadFocus) => {
        this.#finder = this.#finderBy(tagger);
        if (hadFocus) find(this.#part, 'summary', HTMLElement).focus();
        this.#ask();
      },
    });
  }

  #finderBy(tagger: Tagger): LiveExplainer<TaggedText> {
    return new LiveExplainer((text) => tagger.tag(text, { sentences: true }), {
      onStart: () => this.#found.setAttribute('aria-busy', 'true'),
      onResult: (tagged) => {
        if (this.#asked === tagged.text) this.#paint(tagged);
      },
      onError: (error) => {
        this.#clear();
        showFailure(this.#problem, strings.opinions.failed, error);
      },
    });
  }

  #ask(): void {
    const text = this.#text;
    if (!this.#part.open || text === undefined || text === this.#asked) return;
    if (!this.#finder) return;
    this.#asked = text;
    this.#finder.runNow(text);
  }

  #clear(): void {
    this.#asked = undefined;
    this.#place.underline(undefined);
    this.#problem.replaceChildren();
    this.#found.removeAttribute('aria-busy');
    this.#found.replaceChildren();
  }

  #paint({ text, spans = [] }: TaggedText): void {
    this.#problem.replaceChildren();
    this.#found.removeAttribute('aria-busy');
    const kinds = new Map(
      polarities.map((polarity) => {
        const said = spans.filter(({ label }) => label === polarity);
        return [polarity, wholeGraphemes(text, said)] as const;
      }),
    );
    this.#place.underline({
      text,
      kinds: new Map([...kinds].map(([polarity, found]) => [`opinion-${polarity}`, found])),
    });
    const lists = [...kinds].map(([polarity, found]) => ({
      polarity,
      terms: termsOf(text, found),
    }));
    this.#terms = lists.flatMap(({ terms }) => terms);
    const shown =
      this.#terms.length === 0
        ? create('p', '', strings.opinions.none)
        : create('div', 'opinion-kinds', ...lists.flatMap(listOf));
    // What reads the same keeps its place, and the keyboard in it.
    if (!shown.isEqualNode(this.#found.firstElementChild)) this.#found.replaceChildren(shown);
  }

  /** Leads to a term; pressed again, to the next place where it stands. */
  #onPress(button: HTMLButtonElement): void {
    const at = [...this.#found.querySelectorAll('button')].indexOf(button);
    const spans = this.#terms[at]?.spans;
    const next = spans?.shift();
    if (!spans || !next) return;
    spans.push(next);
    this.#place.select(next);
  }
}

/** Equal words once, in the order of the text. */
function termsOf(text: string, spans: readonly Span[]): Term[] {
  const terms = new Map<string, Term>();
  for (const span of spans) {
    const words = text.slice(span.start, span.end).replaceAll(/\s+/g, ' ');
    const term = terms.get(words.toLowerCase());
    if (term) term.spans.push(span);
    else terms.set(words.toLowerCase(), { words, spans: [span] });
  }
  return [...terms.values()];
}

function listOf({ polarity, terms }: { polarity: Polarity; terms: readonly Term[] }) {
  if (terms.length === 0) return [];
  const sign = create('span', 'opinion-sign', signs[polarity]);
  sign.ariaHidden = 'true';
  const items = terms.map(({ words, spans }) => {
    const button = create('button', 'opinion', holdsEnglish(create('span', '', words)));
    button.type = 'button';
    if (spans.length > 1) button.append(create('span', 'opinion-times', ` ×${spans.length}`));
    return create('li', '', button);
  });
  return create(
    'section',
    `opinion-kind opinion-${polarity}`,
    create('h2', '', sign, create('span', 'opinion-name', strings.opinions[polarity])),
    create('ul', '', ...items),
  );
}
