// Explained on the server, for each request, and again in the page.
import { load } from 'whylight';
import { Reasons } from './reasons.jsx';
import { reasonsOf } from './reasons-of.js';

export const dynamic = 'force-dynamic';

const text = 'Hazy gold with a big white head. Smells of grapefruit. Thin, watery body.';
let model;

export default async function Page() {
  model ??= load();
  const lines = reasonsOf(await (await model).explain(text));
  return (
    <>
      <blockquote>{text}</blockquote>
      <ol>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
      <Reasons text={text} />
    </>
  );
}
