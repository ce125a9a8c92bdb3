// What the page and the Worker of its classifier say to each other.
import type { Progress, WhylightError } from 'whylight';
import type { Classification, ClassifierLabel } from 'whylight/classifier';

/** From the page: one at a time, `load` first. */
export type Request = { type: 'load'; folder: string } | { type: 'classify'; text: string };

/** From the Worker. All but `progress` end the request. */
export type Reply =
  | { type: 'progress'; progress: Progress }
  | { type: 'loaded'; labels: readonly ClassifierLabel[] }
  | { type: 'classified'; classification: Classification }
  | { type: 'failed'; code: WhylightError['code'] | undefined; message: string };
