// A model in a Worker of its own, so that typing never waits for it, and with what the list says of it.
import { load, type Model, type Progress } from 'whylight';
import { inOwnWorker } from '../../components/own-worker';
import { folderOf, type CatalogueModel } from './catalogue';
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

/**
 * Opens the model of that name while the list of models is still on its way. `onEarly` is given
 * one that knows the commonest words, until the whole is there.
 */
export async function openModel(
  name: string,
  listing: Promise<CatalogueModel>,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
  onEarly: (early: OpenModel) => void,
): Promise<OpenModel> {
  const subject = subjectOf(name);
  // Whether there is a model that the page does not know, its list says better than a missing file.
  const source = subject.samples.length > 0 ? folderOf(name) : await (await listing).source();
  const opened = async (model: Model, close: () => void): Promise<OpenModel> => ({
    model,
    listed: await listing,
    subject,
    scale: new RatingScale(named(model, subject)),
    close,
  });
  const { loaded, close } = await inOwnWorker(async (worker) => {
    const loading = load(source, {
      worker,
      signal,
      onProgress,
      onEarly: (early) => void opened(early, () => {}).then(onEarly, () => {}),
    });
    const [model] = await Promise.all([loading, listing]);
    return model;
  });
  return opened(loaded, close);
}

/** The classes of a model as the page calls them. */
function named({ labels }: Model, { classes = {} }: Subject): Record<string, Labels> {
  const nameOf = (label: string) => (Object.hasOwn(classes, label) ? classes[label]! : label);
  return Object.fromEntries(
    Object.entries(labels).flatMap(([aspect, pair]) =>
      pair ? [[aspect, [nameOf(pair[0]), nameOf(pair[1])]]] : [],
    ),
  );
}
