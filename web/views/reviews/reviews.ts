// A review goes in, its ratings and their reasons come out, by the model that the address names.
import { Workbench } from '../../components/workbench';
import { find } from '../../dom';
import type { ShowPart } from '../../view';
import { fetchCatalogue, type CatalogueModel } from './catalogue';
import { addressOf, ModelPicker } from './model-picker';
import { openModel, type OpenModel } from './open-model';
import { ResultView } from './result';
import { subjectOf } from './subjects';
import './reviews.css';
import './marks.css';
import './dial.css';

const firstModel = 'beer';

/** Brings the view in `root` to life. Returns what shows a model, '' for the one that was shown. */
export function start(root: HTMLElement): ShowPart {
  const picker = new ModelPicker(find(root, '.models', HTMLElement));
  const label = find(root, '.editor label', HTMLElement);
  const area = find(root, '.editor textarea', HTMLTextAreaElement);
  const result = new ResultView(find(root, '.result', HTMLElement));
  const workbench = new Workbench(root, {
    result,
    explain: ({ model }: OpenModel, text) => model.explain(text, { point: result.point }),
    dispose: (model) => model.close(),
  });

  let models: CatalogueModel[] | undefined;
  async function findModel(name: string, signal: AbortSignal): Promise<CatalogueModel> {
    if (!models) {
      models = await fetchCatalogue(signal);
      picker.offer(models);
    }
    const found = models.find((model) => model.name === name);
    if (found) return found;
    const known = models.map((model) => model.name).join(', ');
    throw new Error(`Expected one of these models: ${known}; found “${name}”.`);
  }

  let shown: string | undefined;
  return (part) => {
    const name = part === '' ? (shown ?? firstModel) : part;
    // The address always says what is shown, so that it can be kept and passed on.
    if (part === '' && shown !== undefined) history.replaceState(null, '', addressOf(name));
    if (name === shown) return;
    shown = name;
    picker.choose(name);
    const subject = subjectOf(name);
    label.textContent = subject.label;
    area.placeholder = subject.placeholder;
    workbench.open({
      samples: subject.samples,
      load: async (signal, onProgress) =>
        openModel(await findModel(name, signal), signal, onProgress),
    });
  };
}
