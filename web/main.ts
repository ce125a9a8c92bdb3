// Whylight's page: a review goes in, its ratings and their reasons come out.
import { load, type Model, type Progress } from 'whylight';
import { byId } from './dom';
import { LiveExplainer } from './components/live-explainer';
import { Editor } from './components/editor';
import { LoadingPanel } from './components/loading-panel';
import { ResultView } from './views/reviews/result';
import { megabytes } from './wording';

const modelFolder = new URL('models/beer/', document.baseURI);

let explainer: LiveExplainer | undefined;

const loading = new LoadingPanel();
const result = new ResultView();
const editor = new Editor({
  onType(text) {
    if (explainer) explainer.schedule(text);
    else result.showText(text);
  },
  onSubmit(text) {
    if (explainer) explainer.runNow(text);
    else result.showText(text);
  },
});

function showProgress(progress: Progress): void {
  loading.show(progress);
  if (progress.phase === 'download') {
    byId('model-size', HTMLElement).textContent = `, ${megabytes(progress.total)}`;
  }
}

function useModel(model: Model): void {
  result.setAspects(model.aspects);
  explainer = new LiveExplainer(model, {
    onStart: () => result.showBusy(),
    onResult: (explanation, ms) => result.show(explanation, ms),
    onError: (error, text) => result.showError(error, text),
  });
  explainer.runNow(editor.text);
}

async function loadModel(): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  loading.begin(() => controller.abort());
  const worker = new Worker(new URL('./views/reviews/inference-worker.ts', import.meta.url), {
    type: 'module',
  });
  try {
    const model = await load(modelFolder, { worker, signal, onProgress: showProgress });
    if (loading.finish()) editor.focus();
    useModel(model);
  } catch (error) {
    worker.terminate();
    const retry = () => void loadModel();
    if (signal.aborted) loading.cancelled(retry);
    else loading.fail(error, retry);
  }
}

result.showText(editor.text);
void loadModel();
