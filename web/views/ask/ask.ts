// A question and reviews go in; what they say comes out, marked where they say it, and what each word
// of the question does to it.
import type { TextAnswer } from 'whylight/reader';
import { addCodeBox } from '../../components/code-box';
import { LiveExplainer } from '../../components/live-explainer';
import { LoadingPanel } from '../../components/loading-panel';
import { find } from '../../dom';
import type { Visit } from '../../keep/visits';
import { strings } from '../../strings/strings';
import type { ShowPart } from '../../view';
import { megabytes } from '../../wording';
import { askCode } from './app-code';
import { AskEditor, readKept } from './ask-editor';
import { askReviews, sameAsked, type Asked, type AskReading } from './ask-reviews';
import { openReader } from './open-reader';
import { AskResult } from './result';
import { readEffects, type EffectsReading } from './word-effects';
import './ask.css';

const modelFolder = new URL('models/reader/', document.baseURI);

/** Brings the view in `root` to life, and loads its model. */
export function start(root: HTMLElement): ShowPart {
  const modelSize = find(root, '.model-size', HTMLElement);
  const loading = new LoadingPanel(find(root, '.loading', HTMLElement));
  const showCode = addCodeBox(root, askCode);
  let explainer: LiveExplainer<AskReading, Asked> | undefined;
  let effects: LiveExplainer<EffectsReading, TextAnswer> | undefined;
  let visit: Visit | undefined;

  const result = new AskResult(find(root, '.result', HTMLElement), {
    runNow: (answer) => effects?.runNow(answer),
    schedule: (answer) => effects?.schedule(answer),
    cancel: () => effects?.cancel(),
  });
  const use = (asked: Asked) => {
    visit?.keep(asked);
    showCode(asked);
  };
  const editor = new AskEditor(find(root, '.editor', HTMLElement), {
    onType: (asked) => {
      use(asked);
      explainer?.schedule(asked);
    },
    onSubmit: (asked) => {
      use(asked);
      explainer?.runNow(asked);
    },
  });
  showCode(editor.asked);

  void loading.run({
    load: (signal, onProgress) =>
      openReader(modelFolder, signal, (progress) => {
        onProgress(progress);
        if (progress.phase === 'download') {
          modelSize.textContent = strings.page.modelSize(megabytes(progress.total));
        }
      }),
    onLoaded: (reader, hadFocus) => {
      if (hadFocus) editor.focus();
      effects = new LiveExplainer((answer) => readEffects(reader, answer), result.effects);
      explainer = new LiveExplainer((asked) => askReviews(reader, asked), result);
      explainer.runNow(editor.asked);
    },
  });

  return (_part, now) => {
    visit = now;
    const kept = readKept(now.kept);
    if (kept && !sameAsked(kept, editor.asked)) editor.write(kept);
    else now.keepShown(editor.asked);
  };
}
