// A sentence goes in, its sentiment comes out: word by word, and with what speaks for and against.
import { Workbench } from '../../components/workbench';
import { find } from '../../dom';
import { readKeptText } from '../../keep/kept-text';
import type { Visit } from '../../keep/visits';
import { strings } from '../../strings/strings';
import type { ShowPart } from '../../view';
import { megabytes } from '../../wording';
import { openClassifier, type OpenClassifier } from './open-classifier';
import { SentimentResult } from './result';
import { samples } from './samples';
import './sentiment.css';

// Enough to find some for and some against.
const ngrams = 40;

const modelFolder = new URL('models/sentiment/', document.baseURI);

/** Brings the view in `root` to life, and loads its model. */
export function start(root: HTMLElement): ShowPart {
  const modelSize = find(root, '.model-size', HTMLElement);
  let visit: Visit | undefined;
  const workbench = new Workbench(root, {
    result: new SentimentResult(find(root, '.result', HTMLElement)),
    explain: ({ classifier }: OpenClassifier, text) => classifier.classify(text, { ngrams }),
    dispose: (open) => open.close(),
    onText: (text) => visit?.keep({ text }),
  });
  workbench.open({
    samples,
    load: (signal, onProgress) =>
      openClassifier(modelFolder, signal, (progress) => {
        onProgress(progress);
        if (progress.phase === 'download') {
          modelSize.textContent = strings.page.modelSize(megabytes(progress.total));
        }
      }),
  });

  return (_part, now) => {
    visit = now;
    const text = readKeptText(now.kept);
    if (text !== undefined && text !== workbench.text) workbench.write(text);
    else now.keep({ text: workbench.text });
  };
}
