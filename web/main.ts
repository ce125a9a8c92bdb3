// Whylight's page: shows the view that the address asks for.
import { create, find } from './dom';
import { startReviews } from './views/reviews/reviews';

/** Shows the part of a view that the address names, '' if it names none. */
type ShowPart = (part: string) => void;

interface View {
  title: string;
  root: HTMLElement;
  /** Brings the view to life when it is first shown, so that others cost nothing. */
  start(root: HTMLElement): Promise<ShowPart> | ShowPart;
}

const views: Record<string, View> = {
  '#reviews': {
    title: 'Whylight: ratings with their reasons',
    root: find(document, '#reviews-view', HTMLElement),
    start: startReviews,
  },
  '#sentiment': {
    title: 'Whylight: sentiment, word by word',
    root: find(document, '#sentiment-view', HTMLElement),
    async start(root) {
      const { startSentiment } = await import('./views/sentiment/sentiment');
      startSentiment(root);
      return () => {};
    },
  },
};
const first = '#reviews';

const started = new Map<View, Promise<ShowPart>>();

function startOnce(view: View): Promise<ShowPart> {
  let start = started.get(view);
  if (!start) {
    start = (async () => view.start(view.root))().catch(() => {
      offerReload(view.root);
      return () => {};
    });
    started.set(view, start);
  }
  return start;
}

// Some engines remember a module that did not arrive, so that only a new page can ask again.
function offerReload(root: HTMLElement): void {
  const problem = create('p', 'problem', 'This part of the page could not be loaded.');
  problem.role = 'alert';
  const button = create('button', '', 'Try again');
  button.type = 'button';
  button.addEventListener('click', () => location.reload());
  const heading = create('h1', '', 'Not here yet');
  root.replaceChildren(create('main', '', heading, problem, button));
}

/** The view of the address, and the part of it: '#reviews/hotels' -> reviews, hotels. */
function wanted(): { name: string; view: View; part: string } {
  const [name = '', part = ''] = location.hash.split('/');
  return Object.hasOwn(views, name)
    ? { name, view: views[name]!, part: decode(part) }
    : { name: first, view: views[first]!, part: '' };
}

// Anybody may write any address.
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

let shown: View | undefined;

/** Shows the view of the address, others hidden. */
async function show(): Promise<void> {
  const { name, view, part } = wanted();
  shown = view;
  for (const link of document.querySelectorAll('.views a')) {
    if (link.getAttribute('href') === name) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  for (const { root } of Object.values(views)) root.hidden = root !== view.root;
  document.title = view.title;
  const showPart = await startOnce(view);
  if (shown === view) showPart(part);
}

window.addEventListener('hashchange', () => {
  const before = shown;
  const done = show();
  if (shown === before) return;
  // One goes to another view as to another page: it is read from its top.
  scrollTo(0, 0);
  void done.then(() => {
    const heading = find(document, '.view:not([hidden]) h1', HTMLElement);
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  });
});
void show();
