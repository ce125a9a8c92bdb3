// A sentence goes in, its sentiment comes out: word by word, and with what speaks for and against.
import { startWorkbench } from '../../components/workbench';
import { find } from '../../dom';
import { probes } from './probes';
import { RemoteClassifier } from './remote-classifier';
import { SentimentResult } from './result';
import markup from './sentiment.html?raw';
import './sentiment.css';

const modelFolder = new URL('models/sentiment/', document.baseURI);

/** Brings the view to life in `root`, which is empty, and loads its model. */
export function startSentiment(root: HTMLElement): void {
  root.innerHTML = markup;
  startWorkbench(root, {
    samples: probes,
    result: new SentimentResult(find(root, '.result', HTMLElement)),
    load: (signal, onProgress) => RemoteClassifier.load(modelFolder, signal, onProgress),
    explain: (classifier, text) => classifier.classify(text),
  });
}
