// The skeleton of the pages that the build writes beside the page itself.

/** Of the policy of a page without scripts: what `default-src` does not speak of. */
export const nothingElse =
  "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

export interface HtmlPage {
  /** Its content security policy, as a tag: it holds on every host. */
  policy: string;
  title: string;
  /** What else is in the head, and what is in the body, as HTML. */
  head: string;
  body: string;
}

export const htmlPage = ({ policy, title, head, body }: HtmlPage) => `<!doctype html>
<html lang="en">
  <head>
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title}</title>
    ${head}
  </head>
  <body>
    ${body}
  </body>
</html>
`;
