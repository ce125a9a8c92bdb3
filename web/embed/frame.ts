// embed.html#model=beer&text=...: the element as a page of its own, for frames. What follows the #
// is not sent to the server.
import { WhylightReview } from './embed';

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  body { margin: 0; font: 1.05rem/1.5 system-ui, sans-serif; }
  /* The page around the frame has headings of its own; this one is for screen readers. */
  h1 { position: absolute; inline-size: 1px; block-size: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); }
`);
document.adoptedStyleSheets = [sheet];

const review = new WhylightReview();

function readAddress(): void {
  const said = new URLSearchParams(location.hash.slice(1));
  for (const name of ['model', 'text']) review.setAttribute(name, said.get(name) ?? '');
}

readAddress();
document.querySelector('main')!.append(review);
addEventListener('hashchange', readAddress);
