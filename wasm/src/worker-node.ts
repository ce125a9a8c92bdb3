// The same entry as worker.ts, for a Worker of Node's: its models may be files.
import { parentPort } from 'node:worker_threads';

import { node } from './runtime/platform-node.js';
import { serve, type Port } from './runtime/worker-host.js';
import { SYSTEMS } from './systems/registry.js';

serve(parentPort as unknown as Port, node, SYSTEMS);
