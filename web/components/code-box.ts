// "Use it in your app": the code of what is seen, to be copied.
import { create } from '../dom';
import { strings } from '../strings/strings';
import { linkSources } from './source-links';
import './code-box.css';

// Code that follows each key would hold up the typing of a long text.
const pauseMs = 400;

/** The commands and the code with which an app shows what the page shows. */
export interface AppCode<Shown> {
  /** What to type into a terminal, once. */
  commands(shown: Shown): string;
  module(shown: Shown): string;
}

/** Adds a closed box to the end of the view in `root`. Returns what tells it what is seen. */
export function addCodeBox<Shown>(
  root: HTMLElement,
  appCode: AppCode<Shown>,
): (shown: Shown) => void {
  const { title, terminal, module } = strings.codeBox;
  const commands = new Snippet(terminal);
  const code = new Snippet(module);
  const box = create(
    'details',
    'code-box',
    create('summary', '', title),
    commands.element,
    code.element,
    moreLinks(),
  );
  root.querySelector('main')!.append(box);

  let shown: Shown | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Nobody waits for code that nobody sees.
  const refresh = () => {
    clearTimeout(timer);
    if (shown === undefined || !box.open) return;
    commands.show(appCode.commands(shown));
    code.show(appCode.module(shown));
  };
  box.addEventListener('toggle', refresh);
  // Before a button copies it.
  box.addEventListener('click', refresh, { capture: true });
  return (state) => {
    shown = state;
    clearTimeout(timer);
    timer = setTimeout(refresh, pauseMs);
  };
}

/** To what else one who uses it wants to read. */
function moreLinks(): HTMLElement {
  const guide = create('a', '', strings.codeBox.guide);
  guide.href = './docs/guides/package.html';
  const documentation = create('a', '', strings.page.documentation);
  documentation.href = './docs/index.html';
  const source = create('a', 'source', strings.page.source);
  source.hidden = true;
  const links = create('p', 'more-links', guide, ' ', documentation, ' ', source);
  linkSources(links);
  return links;
}

class Snippet {
  readonly element: HTMLElement;
  readonly #code = create('code');
  readonly #said = create('span', 'copied');

  constructor(title: string) {
    const button = create('button', '', strings.codeBox.copy);
    button.type = 'button';
    button.ariaLabel = strings.codeBox.copyThis(title);
    button.addEventListener('click', () => void this.#copy());
    this.#said.role = 'status';
    // Code is not for translators, and runs from left to right in all languages.
    this.#code.translate = false;
    const pre = create('pre', '', this.#code);
    pre.dir = 'ltr';
    const row = create('div', 'actions', create('h3', '', title), this.#said, button);
    this.element = create('div', 'snippet', row, pre);
  }

  show(code: string): void {
    if (code === this.#code.textContent) return;
    this.#code.textContent = code;
    this.#said.textContent = '';
  }

  async #copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.#code.textContent);
      this.#said.textContent = strings.codeBox.copied;
    } catch {
      // Refused, or a page without HTTPS: the visitor's own keys can copy.
      getSelection()?.selectAllChildren(this.#code);
      this.#said.textContent = strings.codeBox.selected;
    }
  }
}
