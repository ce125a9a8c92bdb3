// A review goes in, its ratings and their reasons come out.
import { load } from 'whylight';
import { startWorkbench } from '../../components/workbench';
import { find } from '../../dom';
import { ResultView } from './result';
import { samples } from './samples';

const modelFolder = new URL('models/beer/', document.baseURI);

/** Brings the view in `root` to life, and loads its model. */
export function startReviews(root: HTMLElement): void {
  startWorkbench(root, {
    samples,
    result: new ResultView(find(root, '.result', HTMLElement)),
    async load(signal, onProgress) {
      const worker = new Worker(new URL('./inference-worker.ts', import.meta.url), {
        type: 'module',
      });
      try {
        return await load(modelFolder, { worker, signal, onProgress });
      } catch (error) {
        worker.terminate();
        throw error;
      }
    },
    explain: (model, text) => model.explain(text),
  });
}
