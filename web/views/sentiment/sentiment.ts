// A sentence goes in, its sentiment comes out: word by word, and with what speaks for and against.
import { Workbench } from '../../components/workbench';
import { find } from '../../dom';
import { megabytes } from '../../wording';
import { probes } from './probes';
import { RemoteClassifier } from './remote-classifier';
import { SentimentResult } from './result';
import markup from './sentiment.html?raw';
import './sentiment.css';

const modelFolder = new URL('models/sentiment/', document.baseURI);

/** Brings the view to life in `root`, which is empty, and loads its model. */
export function startSentiment(root: HTMLElement): void {
  root.innerHTML = markup;
  const modelSize = find(root, '.model-size', HTMLElement);
  new Workbench(root, {
    result: new SentimentResult(find(root, '.result', HTMLElement)),
    explain: (classifier: RemoteClassifier, text) => classifier.classify(text),
    dispose: (classifier) => classifier.dispose(),
  }).open({
    samples: probes,
    load: (signal, onProgress) =>
      RemoteClassifier.load(modelFolder, signal, (progress) => {
        onProgress(progress);
        if (progress.phase === 'download') {
          modelSize.textContent = `, ${megabytes(progress.total)}`;
        }
      }),
  });
}
