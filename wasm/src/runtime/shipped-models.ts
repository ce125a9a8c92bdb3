// Written by scripts/index-models.mjs.

/** A model that has a name, and a package of its own. */
export interface ShippedModel {
  name: string;
  /** What it tells of a text. */
  about: string;
  bytes: number;
}

export const SHIPPED_MODELS: readonly ShippedModel[] = [
  {
    name: 'beer',
    about: 'appearance, aroma and palate of a beer review',
    bytes: 5641524,
  },
  {
    name: 'hotels',
    about: 'location, cleanliness, service, room and value of a hotel review',
    bytes: 5648562,
  },
  {
    name: 'movies',
    about: 'whether a film review is for or against the film',
    bytes: 5645396,
  },
  {
    name: 'opinions',
    about: 'what a review mentions, and how',
    bytes: 3279887,
  },
  {
    name: 'pairs',
    about: 'how two sentences relate, word by word',
    bytes: 7874778,
  },
  {
    name: 'questions',
    about: 'which questions ask the same thing',
    bytes: 7554588,
  },
  {
    name: 'reader',
    about: 'what a review says in answer to a question, and where',
    bytes: 4580382,
  },
  {
    name: 'sentiment',
    about: 'five grades of a sentence, word by word',
    bytes: 7387850,
  },
];
