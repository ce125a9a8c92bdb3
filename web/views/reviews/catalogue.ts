// The models that the page can show: those that models/index.json lists, and the visitor's own.
import type { ModelBytes } from 'whylight';
import { fetchModelList, modelIndex } from '../../components/model-list';
import type { ProbeRecord } from '../../components/probe-words';
import { ownModels, type OwnModel } from '../../own-models/own-models';

/** An aspect of a model in the list. */
export interface AspectFigures {
  /** Which share of the words its rationales had on reviews the model did not learn from. */
  selected: number | undefined;
  /** Reasons not to take these words for reasons. */
  alarms: readonly string[];
}

export interface CatalogueModel {
  name: string;
  /** Its folder, or its files. */
  source(): Promise<URL | ModelBytes>;
  /** How it was made, and how good it is, where somebody says so. */
  card?: URL;
  bytes: number;
  aspects: Readonly<Record<string, AspectFigures>>;
  /** What it gets right of the texts that were written to test it. */
  probes?: ProbeRecord | undefined;
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
        source: () => Promise.resolve(folder),
        card: new URL('card.html', folder),
        bytes: Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0),
        aspects: Object.fromEntries(aspects.map((aspect) => [aspect, figures(aspect)])),
        probes,
      };
    });
}

/** The models that the visitor brought, and those that the device keeps if they were looked for. */
export function ownCatalogue(): CatalogueModel[] {
  return ownModels.of('rationale').map(entryOf);
}

function entryOf({ name, aspects, bytes }: OwnModel): CatalogueModel {
  const unknown: AspectFigures = { selected: undefined, alarms: [] };
  return {
    name,
    source: () => ownModels.filesOf(name),
    bytes,
    aspects: Object.fromEntries(aspects.map((aspect) => [aspect, unknown])),
  };
}
