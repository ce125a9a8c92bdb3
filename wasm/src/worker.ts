// The entry of a module Worker: start one with this file and pass it to load().
import { web } from './runtime/platform.js';
import { serve, type Port } from './runtime/worker-host.js';

serve(globalThis as unknown as Port, web);
