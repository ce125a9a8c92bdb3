// The only ways to markup and to code that the page's policy leaves open: browsers with Trusted Types
// refuse all others, whoever finds them. `trusted-types` in web/vite.config.ts names this policy.
import { fill } from './strings/strings';

interface Rules {
  createHTML(view: string): string;
  createScriptURL(address: string): string;
}

const sources = import.meta.glob<string>('./views/*/*.html', { query: '?raw', import: 'default' });
const markups = new Map<string, string>();
// No <base> can move it: the policy forbids that, too.
const folder = new URL('./', document.baseURI).href;

const rules: Rules = {
  // It takes the name of a view, so that there is no text that becomes markup.
  createHTML(view) {
    const markup = markups.get(view);
    if (markup === undefined) throw new TypeError(`No markup was built for ${view}.`);
    return fill(markup);
  },
  createScriptURL(address) {
    const { href } = new URL(address, folder);
    if (!href.startsWith(folder)) throw new TypeError(`${href} is not of this page.`);
    return href;
  },
};

const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy(name: string, rules: Rules): Rules };
};
/** Where the browser has no Trusted Types, the same rules hold and make plain strings. */
const policy = trustedTypes?.createPolicy('whylight', rules) ?? rules;

/** The markup of the view of this name, for `innerHTML`, in the language that is spoken. */
export async function viewMarkup(view: string): Promise<string> {
  const source = sources[`./views/${view}/${view}.html`];
  if (source) markups.set(view, await source());
  return policy.createHTML(view);
}

/** The address of a script of this page, for a Worker. All others are refused. */
export const ownScript = (address: string): string => policy.createScriptURL(address);
