// Every command of models' cards runs: how each was trained, measured and tried. They
// take as long as all other documents together, so these run at the same time.
import { describe } from 'node:test';

import { testCommands } from './commands.mjs';
import { documents, isCard } from './documents.mjs';

describe('what the cards of models say to type', () => testCommands(documents.filter(isCard)));
