// The models that the visitor brought: those of this tab, and those that the device keeps.
import type { ModelBytes } from 'whylight';
import type { OwnTask, ReadModel } from '../import/read-model';
import { DeviceDatabase, StoreError } from '../keep/device-database';
import { strings } from '../strings/strings';
import { isOwn, ownName, titleOf } from './own-name';

export interface OwnModel {
  /** As addresses and lists name it. */
  name: string;
  task: OwnTask;
  /** What it rates; none of a classifier. */
  aspects: readonly string[];
  /** Of its files. */
  bytes: number;
}

const views: Readonly<Record<OwnTask, string>> = { rationale: 'reviews', classifier: 'sentiment' };

/** The address at which the page shows a model. */
export function addressOf({ task, name }: Pick<OwnModel, 'task' | 'name'>): string {
  return `#${views[task]}/${encodeURIComponent(name)}`;
}

/** Sends "forgotten" when models went that no view asked to remove. */
export class OwnModels extends EventTarget {
  readonly #database = new DeviceDatabase('whylight-models', 1, (database) => {
    database.createObjectStore('models', { keyPath: 'name' });
    database.createObjectStore('files');
  });
  /** The files of those that were brought or read in this tab. */
  readonly #files = new Map<string, ModelBytes>();
  readonly #models = new Map<string, OwnModel>();
  readonly #kept = new Set<string>();
  readonly #whyNotKept = new Map<string, unknown>();
  readonly #onBrought: ((model: OwnModel) => void)[] = [];

  /** Those of this tab and, once they were looked for, those that are kept, in the order of their names. */
  get all(): readonly OwnModel[] {
    return [...this.#models.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Those of them that are of this kind. */
  of(task: OwnTask): readonly OwnModel[] {
    return this.all.filter((model) => model.task === task);
  }

  find(name: string): OwnModel | undefined {
    return this.#models.get(name);
  }

  /** Looks for those that the device keeps. Rejects with a `StoreError` where it keeps nothing. */
  async findKept(): Promise<void> {
    const kept = await this.#database.read(
      'models',
      (models) => models.getAll() as IDBRequest<StoredModel[]>,
    );
    // Another tab may have deleted some.
    for (const name of this.#kept) if (!this.#files.has(name)) this.#models.delete(name);
    this.#kept.clear();
    for (const stored of kept) {
      const model = { task: 'rationale' as const, ...stored };
      this.#kept.add(model.name);
      if (!this.#models.has(model.name)) this.#models.set(model.name, model);
    }
  }

  /** Has `listener` told of every model that is brought, perhaps in the place of one of the same name. */
  onBrought(listener: (model: OwnModel) => void): void {
    this.#onBrought.push(listener);
  }

  /**
   * Takes up a model, in the place of one of the same kind and name. If the device keeps that one and
   * cannot keep the new one, it keeps neither: `takeWhyNotKept` tells.
   */
  async add({ name: title, task, aspects, files }: ReadModel): Promise<OwnModel> {
    const name = ownName(title, task);
    const bytes = Object.values(files).reduce((sum, { byteLength }) => sum + byteLength, 0);
    const model = { name, task, aspects, bytes };
    this.#models.set(name, model);
    this.#files.set(name, files);
    // What the device keeps under this name is now another.
    if (this.isKept(name)) await this.#keepInstead(name);
    for (const tell of this.#onBrought) tell(model);
    return model;
  }

  /** Has the device keep a model in the place of another. */
  async #keepInstead(name: string): Promise<void> {
    try {
      await this.keep(name, true);
    } catch (error) {
      this.#kept.delete(name);
      // The older one must not come back later.
      await this.keep(name, false).catch(() => {});
      this.#whyNotKept.set(name, error);
    }
  }

  /** Why the device could not keep a model in the place of another, for who says so; once. */
  takeWhyNotKept(name: string): unknown {
    const why = this.#whyNotKept.get(name);
    this.#whyNotKept.delete(name);
    return why;
  }

  /** The files of a model, which may have to be read. Rejects with a `StoreError` if they are gone. */
  async filesOf(name: string): Promise<ModelBytes> {
    const here = this.#files.get(name);
    if (here) return here;
    const kept = await this.#database.read(
      'files',
      (files) => files.get(name) as IDBRequest<ModelBytes | undefined>,
    );
    if (!kept)
      throw new StoreError(strings.ownModel.gone(titleOf(name)), `No files are kept of “${name}”.`);
    this.#files.set(name, kept);
    return kept;
  }

  isKept(name: string): boolean {
    return this.#kept.has(name);
  }

  /** Has the device keep a model, or keep it no longer. */
  async keep(name: string, keep: boolean): Promise<void> {
    const files = keep ? await this.filesOf(name) : undefined;
    await this.#database.write(['models', 'files'], (stores) => {
      if (keep) {
        stores.objectStore('models').put(this.#models.get(name));
        stores.objectStore('files').put(files, name);
      } else {
        stores.objectStore('models').delete(name);
        stores.objectStore('files').delete(name);
      }
    });
    if (keep) this.#kept.add(name);
    else this.#kept.delete(name);
  }

  /** Forgets a model, here and on the device. */
  async remove(name: string): Promise<void> {
    if (this.isKept(name)) await this.keep(name, false);
    this.#models.delete(name);
    this.#files.delete(name);
  }

  /** Has the device keep none. Those that were brought or read in this tab stay until it is closed. */
  async forgetKept(): Promise<void> {
    await this.#database.write(['models', 'files'], (stores) => {
      for (const store of ['models', 'files']) stores.objectStore(store).clear();
    });
    for (const name of this.#kept) if (!this.#files.has(name)) this.#models.delete(name);
    this.#kept.clear();
    this.dispatchEvent(new Event('forgotten'));
  }
}

/** As the device keeps it, perhaps since there was one kind alone. */
type StoredModel = Omit<OwnModel, 'task'> & Partial<Pick<OwnModel, 'task'>>;

/** Of the page: its views show the same. */
export const ownModels = new OwnModels();

/** Why there is no model of that name, if it can only be one that the visitor brought. */
export function whyGone(name: string): string | undefined {
  return isOwn(name) ? strings.ownModel.gone(titleOf(name)) : undefined;
}
