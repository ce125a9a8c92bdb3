// Whylight's page: shows the view that the address asks for. Each folder of views/ is one.
import { detailsOf } from './components/failure';
import { offerLanguages, speakVisitorsLanguage } from './components/language-picker';
import { linkSources } from './components/source-links';
import { create, find } from './dom';
import { announceUpdates } from './offline/offline';
import { spoken, strings } from './strings/strings';
import { keptPanel } from './keep/kept-panel';
import { TabStorage } from './keep/tab-storage';
import { Visits, type Visit } from './keep/visits';
import { viewMarkup } from './trusted-types';
import type { ShowPart, View } from './view';

interface Place {
  name: string;
  view: View;
  root: HTMLElement;
}

/** The views by their addresses. */
const places: Record<string, Place> = {};
for (const [path, view] of Object.entries(
  import.meta.glob<View>('./views/*/view.ts', { eager: true, import: 'view' }),
)) {
  const name = path.split('/').at(-2)!;
  const root = document.getElementById(`${name}-view`) ?? addRoot(name);
  places[`#${name}`] = { name, view, root };
}
const first = find(document, '.views a', HTMLAnchorElement).hash;

function addRoot(name: string): HTMLElement {
  const root = create('div', 'view');
  root.id = `${name}-view`;
  root.hidden = true;
  document.body.append(root);
  return root;
}

const started = new Map<View, Promise<ShowPart>>();

function startOnce({ name, view, root }: Place): Promise<ShowPart> {
  let starting = started.get(view);
  if (!starting) {
    starting = start(name, view, root).catch((error: unknown) => {
      offerReload(root, error);
      return () => {};
    });
    started.set(view, starting);
  }
  return starting;
}

async function start(name: string, view: View, root: HTMLElement): Promise<ShowPart> {
  // The first view is in the page already, in English.
  const isThere = root.firstElementChild && spoken === 'en';
  const [markup, code] = await Promise.all([isThere ? undefined : viewMarkup(name), view.code()]);
  if (markup !== undefined) root.innerHTML = markup;
  linkSources(root);
  return code.start(root) ?? (() => {});
}

// Some engines remember a module that did not arrive, so that only a new page can ask again.
function offerReload(root: HTMLElement, error: unknown): void {
  const problem = create('div', 'problem', strings.page.partMissing, detailsOf(error));
  problem.role = 'alert';
  const button = create('button', '', strings.page.tryAgain);
  button.type = 'button';
  button.addEventListener('click', () => location.reload());
  const heading = create('h1', '', strings.page.notHere);
  root.replaceChildren(create('main', '', heading, problem, button));
}

/** The address of a view, the part of it, and what it carries: '#reviews/hotels' -> #reviews, hotels, ''. */
function wanted(): { address: string; part: string; carried: string; unknown: boolean } {
  const [address = '', part = '', carried = ''] = location.hash.split('/');
  return Object.hasOwn(places, address)
    ? { address, part: decode(part), carried, unknown: false }
    : { address: first, part: '', carried: '', unknown: address !== '' };
}

// Anybody may write any address.
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const unknownAddress = create('p', 'notice');
unknownAddress.role = 'status';
find(document, 'header', HTMLElement).after(unknownAddress);

const visits = new Visits(new TabStorage());
let shown: Place | undefined;
let lastVisit: Visit | undefined;

/** Shows the view of the address, others hidden. */
async function show(): Promise<void> {
  const { address, part, carried, unknown } = wanted();
  unknownAddress.textContent = unknown ? strings.problems.noSuchView : '';
  const place = places[address]!;
  const visit = visits.current();
  shown = place;
  lastVisit = visit;
  for (const link of document.querySelectorAll('.views a')) {
    if (link.getAttribute('href') === address) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  for (const { root } of Object.values(places)) root.hidden = root !== place.root;
  document.title = place.view.title();
  const showPart = await startOnce(place);
  if (lastVisit === visit) showPart(part, visit, carried);
}

// Of links, too, and of Back and Forward between entries with one address.
window.addEventListener('popstate', () => {
  const before = shown;
  const done = show();
  const place = shown;
  if (!place || place === before) return;
  // One goes to another view as to another page: it is read from its top.
  scrollTo(0, 0);
  void done.then(() => {
    // Another may have been asked for while this one was on its way.
    if (shown !== place) return;
    const heading = find(place.root, 'h1', HTMLElement);
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  });
});
// A file that misses its place is not to take the place of the page.
for (const type of ['dragover', 'drop'] as const) {
  addEventListener(type, (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
}
// The page has started, so what start-guard.js would say is not true.
find(document, '#not-started', HTMLElement).remove();

/** Says the frame of the page, which is in English, in the language that is spoken. */
function translateFrame(): void {
  find(document, '.views', HTMLElement).ariaLabel = strings.page.views;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.views a')) {
    link.textContent = places[link.hash]!.view.label();
  }
  const note = find(document, '.models-language', HTMLElement);
  note.textContent = strings.page.modelsLanguage;
  note.hidden = false;
}

void speakVisitorsLanguage().then(async () => {
  offerLanguages(find(document, '.language', HTMLElement));
  if (spoken !== 'en') translateFrame();
  void announceUpdates();
  await show();
  document.documentElement.classList.remove('translating');
  // Below the view, which would have moved it.
  document.body.append(keptPanel(visits));
});
