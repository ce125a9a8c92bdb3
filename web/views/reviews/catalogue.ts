// The models that the page can show, as models/index.json lists them.

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
}

type Listed = Record<
  string,
  {
    task: string;
    aspects?: string[];
    files: Record<string, { bytes: number }>;
    evaluation?: { aspects?: Record<string, { selected?: number; alarms?: string[] }> };
  }
>;

const index = new URL('models/index.json', document.baseURI);

/** Fetches the list of the models that give reasons. */
export async function fetchCatalogue(signal: AbortSignal): Promise<CatalogueModel[]> {
  const response = await fetch(index, { signal });
  if (!response.ok) {
    throw new Error(`The list of models, ${index.href}, answered with status ${response.status}.`);
  }
  let listed: Listed;
  try {
    listed = (await response.json()) as Listed;
  } catch (cause) {
    throw new Error(`The list of models, ${index.href}, is no JSON.`, { cause });
  }
  return Object.entries(listed)
    .filter(([, { task }]) => task === 'rationale')
    .map(([name, { aspects = [], files, evaluation }]) => {
      const folder = new URL(`${name}/`, index);
      const figures = (aspect: string): AspectFigures => {
        const { selected, alarms = [] } = evaluation?.aspects?.[aspect] ?? {};
        return { selected, alarms };
      };
      return {
        name,
        folder,
        card: new URL('card.txt', folder),
        bytes: Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0),
        aspects: Object.fromEntries(aspects.map((aspect) => [aspect, figures(aspect)])),
      };
    });
}
