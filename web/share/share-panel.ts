// The ways out for a rated review: a link, a picture, JSON, HTML and paper. Nothing goes anywhere by itself.
import { showFailure } from '../components/failure';
import { create } from '../dom';
import { saveFile } from '../export/save-file';
import { strings } from '../strings/strings';
import type { ReviewState } from '../views/reviews/review-state';
import { asImage } from './as-image';
import { asHtml, asJson } from './as-text';
import { writeLink } from './link';
import type { ShownReview } from './shown-review';
import './share.css';

export interface ShareSource {
  readonly state: ReviewState;
  /** Undefined while the text that is there has no ratings. */
  readonly shown: ShownReview | undefined;
  /** Writes a link into the address. */
  readdress(link: URL): void;
}

export class SharePanel {
  readonly #source: ShareSource;
  readonly #says = create('div', 'share-says');

  constructor(place: HTMLElement, source: ShareSource) {
    this.#source = source;
    const { share } = strings;
    this.#says.role = 'status';
    const button = (label: string, action: () => Promise<string>) => {
      const made = create('button', '', label);
      made.type = 'button';
      made.addEventListener('click', () => void this.#run(action));
      return made;
    };
    const heading = create('h2', '', share.heading);
    const row = create(
      'div',
      'share-row',
      button(share.link, () => this.#link()),
      button(share.image, () => this.#image()),
      button(share.json, () => this.#text('json', 'application/json', asJson)),
      button(share.html, () => this.#text('html', 'text/html', asHtml)),
      button(share.print, () => this.#print()),
    );
    place.append(heading, row, this.#says);
  }

  async #run(action: () => Promise<string>): Promise<void> {
    // Said anew, also where the same was said before.
    this.#says.textContent = '';
    try {
      this.#says.textContent = await action();
    } catch (error) {
      showFailure(this.#says, strings.share.failed, error);
    }
  }

  async #link(): Promise<string> {
    const { state } = this.#source;
    let carried = await writeLink(state);
    const alone = carried === undefined && state.against !== undefined;
    if (alone) carried = await writeLink({ ...state, against: undefined });
    if (carried === undefined) return strings.share.tooLong;
    const link = new URL(location.href);
    link.hash = `#reviews/${encodeURIComponent(state.model)}/${carried}`;
    if (await copied(link.href)) {
      return alone ? strings.share.linkWithoutA : strings.share.linkCopied;
    }
    this.#source.readdress(link);
    return strings.share.linkInAddress;
  }

  async #image(): Promise<string> {
    const { shown } = this.#source;
    if (!shown) return strings.share.notRated;
    // Some browsers copy only while the press of the button lasts, so they are given a promise.
    const image = asImage(shown);
    image.catch(() => {});
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': image })]);
      return strings.share.imageCopied;
    } catch {
      const bytes = new Uint8Array(await (await image).arrayBuffer());
      saveFile('review.png', 'image/png', bytes);
      return strings.share.saved('review.png');
    }
  }

  async #text(
    ending: string,
    type: string,
    write: (shown: ShownReview) => string,
  ): Promise<string> {
    const { shown } = this.#source;
    if (!shown) return strings.share.notRated;
    const text = write(shown);
    if (await copied(text))
      return ending === 'json' ? strings.share.jsonCopied : strings.share.htmlCopied;
    saveFile(`review.${ending}`, type, text);
    return strings.share.saved(`review.${ending}`);
  }

  async #print(): Promise<string> {
    if (!this.#source.shown) return strings.share.notRated;
    print();
    return Promise.resolve('');
  }
}

/** Whether the browser let the page copy the text. */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
