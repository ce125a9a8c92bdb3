'use client';
// Explained in the page or, with ?worker in the address, in a Worker.
import { useEffect, useState } from 'react';
import { load } from 'whylight';
import { reasonsOf } from './reasons-of.js';

export function Reasons({ text }) {
  const [lines, setLines] = useState([]);
  useEffect(() => {
    const inWorker = new URLSearchParams(location.search).has('worker');
    const worker = inWorker
      ? new Worker(new URL('./reader.js', import.meta.url), { type: 'module' })
      : undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const explain = async () => {
      const model = await load('/models/beer/', { worker, signal });
      setLines(reasonsOf(await model.explain(text, { signal })));
      await model.dispose();
    };
    // React may take the page away, and development servers do once, before it has an answer.
    explain().catch((error) => signal.aborted || console.error(error));
    return () => stop.abort();
  }, [text]);
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
