// A text goes in, its class comes out, with what speaks for and against: its sentiment, word by word,
// or what a classifier of the visitor's own says.
import type { ModelSource } from 'whylight';
import type { Classification } from 'whylight/classifier';
import { addCodeBox } from '../../components/code-box';
import { ModelTabs } from '../../components/model-tabs';
import { Workbench } from '../../components/workbench';
import { find } from '../../dom';
import { readKept } from '../../keep/kept-text';
import type { Visit } from '../../keep/visits';
import { OwnModelPanel } from '../../own-models/own-model-panel';
import { isOwn, titleOf } from '../../own-models/own-name';
import { addressOf as addressOfModel, ownModels, whyGone } from '../../own-models/own-models';
import { Problem } from '../../problems';
import { strings } from '../../strings/strings';
import type { ShowPart } from '../../view';
import { labelOf, megabytes } from '../../wording';
import { classifierCode } from './app-code';
import { openClassifier, type OpenClassifier } from './open-classifier';
import { ClassifierResult } from './result';
import { samples } from './samples';
import { ViewWords } from './view-words';
import './sentiment.css';

// Enough to find some for and some against.
const ngrams = 40;

const shipped = 'sentiment';
const modelFolder = new URL(`models/${shipped}/`, document.baseURI);

/** The address of the view with a model. */
const addressOf = (name: string) => addressOfModel({ task: 'classifier', name });

/** Brings the view in `root` to life. Returns what shows a model, '' for the one that was shown. */
export function start(root: HTMLElement): ShowPart {
  const modelSize = find(root, '.model-size', HTMLElement);
  const words = new ViewWords(root);
  const list = find(root, '.models', HTMLElement);
  const panels = find(root, '.panels', HTMLElement);
  const tabs = new ModelTabs(list, panels, {
    addressOf,
    titleOf: (name) => (isOwn(name) ? labelOf(titleOf(name)) : strings.sentiment.label),
  });
  const showCode = addCodeBox(root, classifierCode);

  let visit: Visit | undefined;
  let shown = '';
  /** The class whose reasons the visitor chose to see. */
  let asked: string | undefined;
  /** The classes whose reasons can be seen, once there is a model. */
  let classes: ReadonlySet<string> | undefined;
  /** Shows reasons for a class. What was kept may name one that a newer model of its name has not. */
  const askFor = (label: string | undefined) => {
    asked = label === undefined || !classes || classes.has(label) ? label : undefined;
  };
  const state = () => ({ model: shown, text: workbench.text, label: asked });
  const keep = () => {
    visit?.keep(state());
    showCode(state());
  };
  const keepShown = () => {
    visit?.keepShown(state());
    showCode(state());
  };
  const result = new ClassifierResult(
    find(root, '.result', HTMLElement),
    () => asked,
    (label) => {
      // Once more lets go of it.
      asked = asked === label ? undefined : label;
      keep();
      workbench.readAgain();
    },
  );
  const workbench = new Workbench<OpenClassifier, Classification>(root, {
    result,
    explain: ({ classifier }, text) => classifier.classify(text, { ngrams, label: asked }),
    dispose: (open) => open.close(),
    onText: () => keep(),
  });

  const ownPanel = new OwnModelPanel(
    find(root, '.own-model', HTMLElement),
    find(root, '.bring-model', HTMLButtonElement),
    () => {
      offerModels();
      location.hash = addressOf(shipped);
    },
  );
  const offerModels = () => {
    const own = ownModels.of('classifier').map(({ name }) => name);
    // One alone is no choice, unless another was asked for.
    const choice = own.length > 0 || (shown !== '' && shown !== shipped);
    list.hidden = !choice;
    panels.role = choice ? 'tabpanel' : null;
    tabs.offer(choice ? [shipped, ...own] : []);
    ownPanel.show(shown);
  };
  // Where nothing is kept, or nothing can be, there is nothing to say.
  const findKept = () => ownModels.findKept().catch(() => {});
  ownModels.addEventListener('forgotten', offerModels);
  ownModels.onBrought(({ name }) => {
    if (name === shown) open(name, workbench.text);
    else offerModels();
  });

  async function sourceOf(name: string): Promise<ModelSource> {
    if (name === shipped) return modelFolder;
    await findKept();
    offerModels();
    if (ownModels.of('classifier').some((model) => model.name === name)) {
      return ownModels.filesOf(name);
    }
    const known = [shipped, ...ownModels.of('classifier').map((model) => model.name)].join(', ');
    throw new Problem(
      whyGone(name) ?? strings.problems.noSuchModel,
      `Expected one of these models: ${known}; found “${name}”.`,
    );
  }

  /** Opens a model with a text, or with its first sample, and shows reasons for a class. */
  function open(name: string, text: string | undefined, label?: string): void {
    shown = name;
    classes = undefined;
    askFor(label);
    const own = isOwn(name);
    words.show(own ? titleOf(name) : undefined);
    offerModels();
    tabs.choose(name);
    workbench.open({
      samples: own ? [] : samples,
      text,
      load: async (signal, onProgress) => {
        const source = await sourceOf(name);
        const opened = await openClassifier(source, own, signal, (progress) => {
          onProgress(progress);
          if (!own && progress.phase === 'download') {
            modelSize.textContent = strings.page.modelSize(megabytes(progress.total));
          }
        });
        if (!signal.aborted) {
          classes = new Set(opened.grades.length === 0 ? opened.labels.keys() : []);
          askFor(asked);
          keepShown();
        }
        return opened;
      },
    });
  }

  void findKept().then(offerModels);

  return (part, now) => {
    visit = now;
    const text = readKept(now.kept, 'text');
    const label = readKept(now.kept, 'label');
    const last = shown === '' ? shipped : shown;
    const model = part === '' ? (readKept(now.kept, 'model') ?? last) : part;
    // The address always says what is shown, so that it can be kept and passed on.
    if (part === '' && model !== shipped) {
      now.readdress(addressOf(model));
    }
    if (isOwn(model)) document.title = `Whylight: ${titleOf(model)}`;
    if (model !== shown) open(model, text, label);
    else if (text !== undefined) {
      const before = asked;
      askFor(label);
      if (text !== workbench.text) workbench.write(text);
      else if (asked !== before) workbench.readAgain();
    }
    keepShown();
  };
}
