// Whylight's page: shows the view that the address asks for.
import { create, find } from './dom';
import { startReviews } from './views/reviews/reviews';

interface View {
  title: string;
  root: HTMLElement;
  /** Brings the view to life when it is first shown, so that others cost nothing. */
  start(root: HTMLElement): void | Promise<void>;
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
    },
  },
};
const first = '#reviews';

const started = new Map<View, Promise<void>>();

function startOnce(view: View): Promise<void> {
  let start = started.get(view);
  if (!start) {
    start = (async () => view.start(view.root))().catch(() => offerReload(view.root));
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

/** Shows the view of the address, others hidden. */
function show(): Promise<void> {
  const hash = location.hash in views ? location.hash : first;
  for (const link of document.querySelectorAll('.views a')) {
    if (link.getAttribute('href') === hash) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  for (const [of, { root }] of Object.entries(views)) root.hidden = of !== hash;
  const view = views[hash]!;
  document.title = view.title;
  return startOnce(view);
}

// One goes to another view as to another page: it is read from its top.
window.addEventListener('hashchange', () => {
  scrollTo(0, 0);
  void show().then(() => {
    const heading = find(document, '.view:not([hidden]) h1', HTMLElement);
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  });
});
void show();
