// The models as tabs. Each is a link, so that it has an address; the arrow keys lead from one to the next,
// and Enter or Space chooses, because a model may have to be fetched.
import { create } from '../dom';
import './model-tabs.css';

/** How a model is shown as a tab. */
export interface TabWords {
  /** The address of the view with the model of this name. */
  addressOf: (name: string) => string;
  titleOf: (name: string) => string;
}

export class ModelTabs {
  readonly #list: HTMLElement;
  readonly #panel: HTMLElement;
  readonly #words: TabWords;
  readonly #tabs = new Map<string, HTMLAnchorElement>();
  #chosen = '';

  /** Takes over the tabs of `panel`. */
  constructor(list: HTMLElement, panel: HTMLElement, words: TabWords) {
    this.#list = list;
    this.#panel = panel;
    this.#words = words;
    list.addEventListener('keydown', (event) => this.#onKey(event));
  }

  offer(names: readonly string[]): void {
    const offered = [...this.#tabs.keys()];
    if (names.length === offered.length && names.every((name, i) => name === offered[i])) return;
    const focused = offered.find((name) => this.#tabs.get(name) === document.activeElement);
    this.#tabs.clear();
    this.#list.replaceChildren(...names.map((name) => this.#tab(name)));
    this.choose(this.#chosen);
    if (focused !== undefined) this.#tabs.get(focused)?.focus();
  }

  /** Shows which one is chosen; there may be none of that name. */
  choose(name: string): void {
    this.#chosen = name;
    const reached = this.#tabs.has(name) ? name : this.#tabs.keys().next().value;
    for (const [of, tab] of this.#tabs) {
      tab.ariaSelected = String(of === name);
      tab.tabIndex = of === reached ? 0 : -1;
    }
    const tab = this.#tabs.get(name);
    if (tab) this.#panel.setAttribute('aria-labelledby', tab.id);
    else this.#panel.removeAttribute('aria-labelledby');
  }

  #tab(name: string): HTMLAnchorElement {
    const tab = create('a', 'model-tab', this.#words.titleOf(name));
    tab.role = 'tab';
    tab.id = `${this.#panel.id}-tab-${this.#tabs.size}`;
    tab.href = this.#words.addressOf(name);
    tab.setAttribute('aria-controls', this.#panel.id);
    this.#tabs.set(name, tab);
    return tab;
  }

  #onKey(event: KeyboardEvent): void {
    const tabs = [...this.#tabs.values()];
    const at = tabs.indexOf(event.target as HTMLAnchorElement);
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const steps: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1 + tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    if (event.key === ' ') tabs[at]!.click();
    else if (Object.hasOwn(steps, event.key)) tabs[steps[event.key]! % tabs.length]!.focus();
    else return;
    event.preventDefault();
  }
}
