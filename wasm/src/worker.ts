// The entry of a module Worker: start one with this file and pass it to load() or to
// what loads models of another system.
import { web } from './runtime/platform.js';
import { serve, type Port } from './runtime/worker-host.js';
import { SYSTEMS } from './systems/registry.js';

serve(globalThis as unknown as Port, web, SYSTEMS);
