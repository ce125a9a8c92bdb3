// A model in a Worker of its own, so that typing never waits for it, and with what the list says of it.
import { load, type Model, type Progress } from 'whylight';
import { inOwnWorker } from '../../components/own-worker';
import type { CatalogueModel } from './catalogue';
import { RatingScale, type Labels } from './rating-scale';
import { subjectOf, type Subject } from './subjects';

export interface OpenModel {
  model: Model;
  listed: CatalogueModel;
  subject: Subject;
  /** How its ratings read. */
  scale: RatingScale;
  /** Frees all that it holds. */
  close(): void;
}

/** `onEarly` is given one that knows the commonest words, until the whole is there. */
export async function openModel(
  listed: CatalogueModel,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
  onEarly: (early: OpenModel) => void,
): Promise<OpenModel> {
  const subject = subjectOf(listed.name);
  const opened = (model: Model, close: () => void): OpenModel => ({
    model,
    listed,
    subject,
    scale: new RatingScale(named(model, subject)),
    close,
  });
  const { loaded, close } = await inOwnWorker((worker) =>
    load(listed.folder, {
      worker,
      signal,
      onProgress,
      onEarly: (early) => onEarly(opened(early, () => {})),
    }),
  );
  return opened(loaded, close);
}

/** The classes of a model as the page calls them. */
function named({ labels }: Model, { classes = {} }: Subject): Record<string, Labels> {
  const nameOf = (label: string) => (Object.hasOwn(classes, label) ? classes[label]! : label);
  return Object.fromEntries(
    Object.entries(labels).map(([aspect, [first, second]]) => [
      aspect,
      [nameOf(first), nameOf(second)],
    ]),
  );
}
