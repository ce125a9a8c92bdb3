// Links to the sources, where the project has an address (web/plugins/source-address.ts).

/** Lets the `a.source` of `root` lead there; they stay hidden where there is none. */
export function linkSources(root: ParentNode, address = import.meta.env.SOURCE_ADDRESS): void {
  if (address === '') return;
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a.source')) {
    link.href = address;
    link.hidden = false;
  }
}
