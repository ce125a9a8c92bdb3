// The classifier computes here, so that typing never waits for it.
import { loadClassifier, WhylightError, type Classifier } from 'whylight/classifier';
import type { Reply, Request } from './protocol';

// Enough to find some for and some against.
const ngrams = 40;

let classifier: Classifier | undefined;

const reply = (message: Reply) => postMessage(message);

async function answer(request: Request): Promise<Reply> {
  if (request.type === 'load') {
    classifier = await loadClassifier(request.folder, {
      onProgress: (progress) => reply({ type: 'progress', progress }),
    });
    return { type: 'loaded', labels: classifier.labels };
  }
  if (!classifier) throw new Error('There is no model yet.');
  const classification = await classifier.classify(request.text, { ngrams });
  return { type: 'classified', classification };
}

function failure(error: unknown): Reply {
  const code = error instanceof WhylightError ? error.code : undefined;
  return { type: 'failed', code, message: error instanceof Error ? error.message : String(error) };
}

addEventListener('message', ({ data }: MessageEvent<Request>) => {
  void answer(data).catch(failure).then(reply);
});
