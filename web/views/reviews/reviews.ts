// A review goes in, its ratings and their reasons come out, by the model that the address names.
import type { Explanation } from 'whylight';
import { reviewCode } from '../../components/app-code';
import { addCodeBox } from '../../components/code-box';
import { Workbench } from '../../components/workbench';
import { create, find } from '../../dom';
import type { Visit } from '../../keep/visits';
import { Problem } from '../../problems';
import { strings } from '../../strings/strings';
import type { ShowPart } from '../../view';
import { fetchCatalogue, ownCatalogue, type CatalogueModel } from './catalogue';
import { ModelTabs } from '../../components/model-tabs';
import { openModel, type OpenModel } from './open-model';
import { OwnModelPanel } from '../../own-models/own-model-panel';
import { isOwn } from '../../own-models/own-name';
import { addressOf as addressOfModel, ownModels, whyGone } from '../../own-models/own-models';
import { ResultView } from './result';
import { isFromElsewhere, readLink } from '../../share/link';
import { PrintSheet } from '../../share/print-sheet';
import { SharePanel } from '../../share/share-panel';
import { fitTo, readSnapshot } from '../../share/snapshot';
import { ReviewStore } from './review-state';
import { subjectOf } from './subjects';
import './reviews.css';
import './marks.css';
import './dial.css';

const firstModel = 'beer';

/** The address of the view with a model. */
const addressOf = (name: string) => addressOfModel({ task: 'rationale', name });

/** Brings the view in `root` to life. Returns what shows a model, '' for the one that was shown. */
export function start(root: HTMLElement): ShowPart {
  const store = new ReviewStore();
  const tabs = new ModelTabs(
    find(root, '.models', HTMLElement),
    find(root, '.reviewing', HTMLElement),
    { addressOf, titleOf: (name) => subjectOf(name).name },
  );
  const area = find(root, '.editor textarea', HTMLTextAreaElement);
  const result = new ResultView(root, store, (text) => workbench.propose(text));
  const workbench = new Workbench<OpenModel, Explanation>(root, {
    result,
    explain: ({ model }, text) => model.explain(text, { point: store.state.point }),
    dispose: (model) => model.close(),
    onText: (text) => store.change({ text }),
  });

  const ownPanel = new OwnModelPanel(
    find(root, '.own-model', HTMLElement),
    find(root, '.bring-model', HTMLButtonElement),
    () => {
      offerModels();
      location.hash = addressOf(firstModel);
    },
  );

  let shipped: CatalogueModel[] = [];
  const offerModels = () => {
    const models = [...shipped, ...ownCatalogue()];
    tabs.offer(models.map((model) => model.name));
    ownPanel.show(store.state.model);
    return models;
  };
  // Where nothing is kept, or nothing can be, there is nothing to say.
  let keptModels: Promise<void> | undefined;
  const findKept = () => (keptModels ??= ownModels.findKept().catch(() => {}));
  ownModels.addEventListener('forgotten', offerModels);
  ownModels.onBrought(({ name }) => {
    if (name === store.state.model) open(name, store.state.text);
  });

  async function findModel(name: string, signal: AbortSignal): Promise<CatalogueModel> {
    if (shipped.length === 0) shipped = await fetchCatalogue(signal);
    if (isOwn(name)) await findKept();
    // Nobody waits for the names of models that are not asked for.
    else void findKept().then(offerModels);
    const models = offerModels();
    const found = models.find((model) => model.name === name);
    if (found) return found;
    const known = models.map((model) => model.name).join(', ');
    throw new Problem(
      whyGone(name) ?? strings.problems.noSuchModel,
      `Expected one of these models: ${known}; found “${name}”.`,
    );
  }

  /** Opens a model with a text, or with its first sample. */
  function open(name: string, text: string | undefined): void {
    tabs.choose(name);
    const subject = subjectOf(name);
    area.ariaLabel = subject.label;
    area.placeholder = subject.placeholder;
    result.expect(subject.aspects);
    workbench.open({
      samples: subject.samples,
      text,
      load: async (signal, onProgress, onEarly) => {
        // What was kept, or came from elsewhere, may ask for what this model has not.
        const fit = (opened: OpenModel): OpenModel => {
          if (!signal.aborted) store.change(fitTo(store.state, opened.model));
          return opened;
        };
        const listing = findModel(name, signal);
        const early = (opened: OpenModel) => onEarly(fit(opened));
        return fit(await openModel(name, listing, signal, onProgress, early));
      },
    });
  }

  store.onChange(addCodeBox(root, reviewCode));
  store.onChange(({ model, text }, changed) => {
    if (changed.has('model')) open(model, changed.has('text') ? text : undefined);
    else if (changed.has('text') && text !== workbench.text) workbench.write(text);
    else if (changed.has('point')) workbench.readAgain();
  });

  const fromLink = create('p', 'from-link');
  fromLink.role = 'status';
  const share = create('section', 'share');
  find(root, '.reviewing', HTMLElement).before(fromLink);
  find(root, '.change', HTMLElement).after(share);
  new SharePanel(share, {
    get state() {
      return store.state;
    },
    readdress: (link) => visit?.readdress(link),
    get shown() {
      return result.shown;
    },
  });
  const sheet = create('section', 'print-sheet');
  root.append(sheet);
  new PrintSheet(sheet, () => (root.hidden ? undefined : result.shown));

  let visit: Visit | undefined;
  store.onChange((state, changed) => {
    visit?.keep(state);
    if (changed.has('text') || changed.has('model')) fromLink.textContent = '';
  });

  async function openLink(carried: string, part: string, now: Visit): Promise<void> {
    const read = await readLink(carried);
    if (visit !== now) return;
    const { fromLink: came, linkBroken, linkNewer } = strings.share;
    if ('state' in read) {
      store.change(read.state);
      if (isFromElsewhere(carried)) fromLink.textContent = came;
    } else {
      store.change({ model: part || firstModel });
      fromLink.textContent = read.problem === 'version' ? linkNewer : linkBroken;
    }
    now.keep(store.state);
    // What the link carried is kept with the visit; the address is short again.
    now.readdress(addressOf(store.state.model));
  }

  return (part, now, carried) => {
    visit = now;
    fromLink.textContent = '';
    root.classList.add('started');
    const kept = readSnapshot(now.kept);
    if (kept && (part === '' || part === kept.model)) {
      store.change(kept);
      return;
    }
    if (carried) {
      void openLink(carried, part, now);
      return;
    }
    const shown = store.state.model;
    const model = part || shown || firstModel;
    // The address always says what is shown, so that it can be kept and passed on.
    if (part === '' && shown !== '') now.readdress(addressOf(model));
    store.change({ model });
    now.keepShown(store.state);
  };
}
