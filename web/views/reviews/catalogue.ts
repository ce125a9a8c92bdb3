// The models that the page can show, as models/index.json lists them.
import { fetchModelList, modelIndex } from '../../components/model-list';
import type { ProbeRecord } from '../../components/probe-words';

/** An aspect of a model in the list. */
export interface AspectFigures {
  /** Which share of the words its rationales had on reviews the model did not learn from. */
  selected: number | undefined;
  /** Reasons not to take these words for reasons. */
  alarms: readonly string[];
}

export interface CatalogueModel {
  name: string;
  folder: URL;
  /** How it was made, and how good it is. */
  card: URL;
  bytes: number;
  aspects: Readonly<Record<string, AspectFigures>>;
  /** What it gets right of the texts that were written to test it. */
  probes: ProbeRecord | undefined;
}

export const folderOf = (name: string) => new URL(`${name}/`, modelIndex);

/** Fetches the list of the models that give reasons. */
export async function fetchCatalogue(signal: AbortSignal): Promise<CatalogueModel[]> {
  return Object.entries(await fetchModelList(signal))
    .filter(([, { task }]) => task === 'rationale')
    .map(([name, { aspects = [], files, evaluation, probes }]) => {
      const folder = folderOf(name);
      const figures = (aspect: string): AspectFigures => {
        const { selected, alarms = [] } = evaluation?.aspects?.[aspect] ?? {};
        return { selected, alarms };
      };
      return {
        name,
        folder,
        card: new URL('card.html', folder),
        bytes: Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0),
        aspects: Object.fromEntries(aspects.map((aspect) => [aspect, figures(aspect)])),
        probes,
      };
    });
}
