// What every view is made of: a text, a model that loads, and a result that follows the text.
import type { Progress } from 'whylight';
import { find } from '../dom';
import { megabytes } from '../wording';
import { Editor, type Sample } from './editor';
import { LiveExplainer, type Listener } from './live-explainer';
import { LoadingPanel } from './loading-panel';

/** The panel that shows results. */
export interface ResultPanel<Model, Explanation> extends Listener<Explanation> {
  /** The text as it is, before there is a model to read it. */
  showText(text: string): void;
  /** Called once, before the first result. */
  useModel(model: Model): void;
}

export interface WorkbenchParts<Model, Explanation> {
  samples: readonly Sample[];
  result: ResultPanel<Model, Explanation>;
  load: (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<Model>;
  explain: (model: Model, text: string) => Promise<Explanation>;
}

/** Brings the view in `root` to life, and loads its model. */
export function startWorkbench<Model, Explanation>(
  root: HTMLElement,
  { samples, result, load, explain }: WorkbenchParts<Model, Explanation>,
): void {
  let explainer: LiveExplainer<Explanation> | undefined;
  const editor = new Editor(find(root, '.editor', HTMLElement), samples, {
    onType(text) {
      if (explainer) explainer.schedule(text);
      else result.showText(text);
    },
    onSubmit(text) {
      if (explainer) explainer.runNow(text);
      else result.showText(text);
    },
  });
  result.showText(editor.text);

  const modelSize = find(root, '.model-size', HTMLElement);
  void new LoadingPanel(find(root, '.loading', HTMLElement)).run({
    load: (signal, showProgress) =>
      load(signal, (progress) => {
        showProgress(progress);
        if (progress.phase === 'download') {
          modelSize.textContent = `, ${megabytes(progress.total)}`;
        }
      }),
    onLoaded(model, hadFocus) {
      if (hadFocus) editor.focus();
      result.useModel(model);
      explainer = new LiveExplainer((text) => explain(model, text), result);
      explainer.runNow(editor.text);
    },
  });
}
