// Two texts go in, what holds of them comes out: in both directions, and word by word.
import { addCodeBox } from '../../components/code-box';
import { LiveExplainer } from '../../components/live-explainer';
import { LoadingPanel } from '../../components/loading-panel';
import { find } from '../../dom';
import type { Visit } from '../../keep/visits';
import { strings } from '../../strings/strings';
import type { ShowPart } from '../../view';
import { megabytes } from '../../wording';
import { pairCode } from './app-code';
import { openPairs } from './open-pairs';
import { PairEditor, samePair } from './pair-editor';
import { readPair, type PairQuestion, type PairReading, type TextPair } from './read-pair';
import { PairResult } from './result';
import './pairs.css';

const modelFolder = new URL('models/pairs/', document.baseURI);
const none = { text: [], other: [] };

/** Brings the view in `root` to life, and loads its model. */
export function start(root: HTMLElement): ShowPart {
  const modelSize = find(root, '.model-size', HTMLElement);
  const loading = new LoadingPanel(find(root, '.loading', HTMLElement));
  const showCode = addCodeBox(root, pairCode);
  let explainer: LiveExplainer<PairReading, PairQuestion> | undefined;
  let visit: Visit | undefined;

  const result = new PairResult(find(root, '.result', HTMLElement), {
    onDrop: (dropped) => explainer?.runNow({ pair: editor.pair, dropped }),
    isCurrent: (pair) => samePair(pair, editor.pair),
  });
  const use = (pair: TextPair) => {
    visit?.keep(pair);
    showCode(pair);
    if (!explainer) result.showNothing();
  };
  const editor = new PairEditor(find(root, '.editor', HTMLElement), {
    onType: (pair) => {
      use(pair);
      explainer?.schedule({ pair, dropped: none });
    },
    onSubmit: (pair) => {
      use(pair);
      explainer?.runNow({ pair, dropped: none });
    },
  });
  result.showNothing();
  showCode(editor.pair);

  void loading.run({
    load: (signal, onProgress) =>
      openPairs(modelFolder, signal, (progress) => {
        onProgress(progress);
        if (progress.phase === 'download') {
          modelSize.textContent = strings.page.modelSize(megabytes(progress.total));
        }
      }),
    onLoaded: (open, hadFocus) => {
      if (hadFocus) editor.focus();
      result.useModel(open);
      explainer = new LiveExplainer((question) => readPair(open.pairs, question), result);
      explainer.runNow({ pair: editor.pair, dropped: none });
    },
  });

  return (_part, now) => {
    visit = now;
    const kept = readKeptPair(now.kept);
    if (kept && !samePair(kept, editor.pair)) editor.write(kept);
    else now.keepShown(editor.pair);
  };
}

/** The texts of a kept value; undefined if it has none. */
function readKeptPair(kept: unknown): TextPair | undefined {
  const { text, other } = (kept ?? {}) as Partial<Record<keyof TextPair, unknown>>;
  return typeof text === 'string' && typeof other === 'string' ? { text, other } : undefined;
}
