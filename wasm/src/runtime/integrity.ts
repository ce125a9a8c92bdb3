// A hash of config.json that a caller pins. config.json has those of the other files, so
// all of the model is pinned.
import { WhylightError } from './errors.js';
import { sha256 } from './manifest.js';

/** Lower-case hexadecimal. */
export type Hash = string;

/** Reads `integrity` as it is written in HTML: "sha256-" and base64. */
export function parseIntegrity(integrity: string | undefined): Hash | undefined {
  if (integrity === undefined) return undefined;
  const bytes = Array.from(atob(integrity.slice('sha256-'.length)), (byte) => byte.charCodeAt(0));
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Checks `config`, found at `where`, against the hash that a caller pinned. */
export async function checkIntegrity(config: Uint8Array, pinned: Hash, where: string) {
  const found = await sha256(config);
  if (found === pinned) return;
  // Whoever pins a hash wants nothing that is not checked.
  const problem = found ? `found ${found}` : 'but this insecure context has no SHA-256';
  const message = `Expected SHA-256 ${pinned} of ${where}, by \`integrity\`, ${problem}.`;
  throw new WhylightError('hash-mismatch', message);
}
