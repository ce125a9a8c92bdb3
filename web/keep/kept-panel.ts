// Tells visitors what the page keeps of them, in this tab and for all tabs, and deletes it.
import { showFailure } from '../components/failure';
import { create } from '../dom';
import { strings } from '../strings/strings';
import { megabytes } from '../wording';
import type { Visits } from './visits';

/** A closed part of the page that looks anew whenever it is opened. */
export function keptPanel(visits: Visits): HTMLElement {
  const panel = create(
    'details',
    'kept-here result-part',
    create('summary', '', strings.kept.heading),
  );
  const parts = [writtenPart(visits), questionsPart(), modelsPart()];
  panel.append(...parts.map(({ element }) => element));
  panel.addEventListener('toggle', () => {
    if (panel.open) for (const { look } of parts) look();
  });
  return panel;
}

interface Part {
  element: HTMLElement;
  /** Says what is kept now. */
  look: () => void;
}

interface Shown {
  says: HTMLElement;
  button: HTMLButtonElement;
  element: HTMLElement;
}

function shown(label: string): Shown {
  const says = create('div', 'says');
  says.role = 'status';
  const button = create('button', '', label);
  button.type = 'button';
  return { says, button, element: create('div', 'kept-part', says, button) };
}

/** What was written in a tab stays in it; other tabs of the page are told to delete theirs, too. */
function writtenPart(visits: Visits): Part {
  const { says, button, element } = shown(strings.kept.delete);
  const tabs = new BroadcastChannel('whylight-delete-written');
  tabs.addEventListener('message', () => visits.clear());
  button.addEventListener('click', () => {
    visits.clear();
    tabs.postMessage('');
    says.textContent = strings.kept.deleted;
  });
  const look = () => {
    const { count } = visits;
    says.textContent = count > 0 ? strings.kept.texts(count) : strings.kept.none;
  };
  return { element, look };
}

/**
 * What a visitor had kept on the device: `find` says it in words, or '' if it is nothing, and
 * `forget` deletes it.
 */
function devicePart(
  label: string,
  deleted: string,
  find: () => Promise<string>,
  forget: () => Promise<void>,
): Part {
  const { says, button, element } = shown(label);
  element.hidden = true;
  async function look(): Promise<void> {
    const found = await find();
    element.hidden = found === '';
    says.textContent = found;
    button.disabled = false;
  }
  async function forgetAll(): Promise<void> {
    await forget();
    button.disabled = true;
    says.textContent = deleted;
  }
  button.addEventListener('click', () => {
    forgetAll().catch((error: unknown) => showFailure(says, strings.kept.deleteFailed, error));
  });
  // Where nothing can be read, nothing is kept.
  return { element, look: () => void look().catch(() => (element.hidden = true)) };
}

function questionsPart(): Part {
  // Most visitors keep no such thing, and never fetch what keeps it.
  const store = async () => (await import('../views/questions/device-store')).deviceStore;
  async function find(): Promise<string> {
    const kept = await store();
    const [sets, questions] = await Promise.all([kept.sets(), kept.openQuestions()]);
    const count = sets.length + questions.length;
    return count > 0 ? strings.kept.device(sets.length, questions.length) : '';
  }
  const { deleteDevice, deletedDevice } = strings.kept;
  return devicePart(deleteDevice, deletedDevice, find, async () => (await store()).forgetAll());
}

function modelsPart(): Part {
  const models = async () => (await import('../own-models/own-models')).ownModels;
  async function find(): Promise<string> {
    const own = await models();
    await own.findKept();
    const kept = own.all.filter(({ name }) => own.isKept(name));
    const bytes = kept.reduce((sum, model) => sum + model.bytes, 0);
    return kept.length > 0 ? strings.kept.models(kept.length, megabytes(bytes)) : '';
  }
  const { deleteModels, deletedModels } = strings.kept;
  return devicePart(deleteModels, deletedModels, find, async () => (await models()).forgetKept());
}
