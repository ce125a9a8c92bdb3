// The systems whose models a Worker opens, one line each. Their code is small; what
// is not, their modules, is fetched when a model is opened.
import type { System } from '../runtime/system.js';
import { CLASSIFIER } from './classifier/system.js';
import { LAYERS } from './layers/system.js';
import { PAIRS } from './pairs/system.js';
import { QUESTIONS } from './questions/system.js';
import { RATIONALE } from './rationale/system.js';
import { TAGGER } from './tagger/system.js';
import { READER } from './reader/system.js';
import { RECOMMENDER } from './recommender/system.js';

export const SYSTEMS: readonly System[] = [
  RATIONALE,
  CLASSIFIER,
  LAYERS,
  QUESTIONS,
  PAIRS,
  TAGGER,
  READER,
  RECOMMENDER,
];
