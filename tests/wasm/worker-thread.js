// A Worker of Node's, which the tests talk to as a page does to its own.
import { parentPort } from 'node:worker_threads';

import { node } from '../../wasm/dist/runtime/platform-node.js';
import { serve } from '../../wasm/dist/runtime/worker-host.js';
import { SYSTEMS } from '../../wasm/dist/systems/registry.js';

serve(parentPort, node, SYSTEMS);
