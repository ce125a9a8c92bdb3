// Questions of a set that say nearly the same, in groups.
import type { DuplicateCluster } from 'whylight/questions';
import { showFailure } from '../../components/failure';
import { create, find } from '../../dom';
import { holdsEnglish } from '../../english';
import { strings } from '../../strings/strings';
import { decimal } from '../../wording';
import type { Index } from './library';
import { WorkPanel } from '../../components/work-panel';

const pauseMs = 250;
const clustersShown = 50;
const membersShown = 20;

export class Duplicates {
  readonly #details: HTMLDetailsElement;
  readonly #range: HTMLInputElement;
  readonly #value: HTMLElement;
  readonly #work: WorkPanel;
  readonly #problem: HTMLElement;
  readonly #says: HTMLElement;
  readonly #list: HTMLElement;
  readonly #onPick: (question: string) => void;
  #index: Index | undefined;
  /** Whether what is shown is of this index and this threshold. */
  #fresh = false;
  #looks = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `onPick` is called with a question that the visitor wants to search for. */
  constructor(details: HTMLElement, onPick: (question: string) => void) {
    this.#details = details as HTMLDetailsElement;
    this.#range = find(details, 'input', HTMLInputElement);
    this.#value = find(details, '.alike-value', HTMLElement);
    this.#work = new WorkPanel(find(details, '.work', HTMLElement));
    this.#problem = find(details, '.problem', HTMLElement);
    this.#says = find(details, '.says', HTMLElement);
    this.#list = find(details, '.clusters', HTMLElement);
    this.#onPick = onPick;
    this.#value.textContent = decimal(this.#threshold);
    details.addEventListener('toggle', () => this.#refresh());
    this.#range.addEventListener('input', () => {
      this.#value.textContent = decimal(this.#threshold);
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => {
        this.#fresh = false;
        this.#refresh();
      }, pauseMs);
    });
  }

  /** Looks in another index, or in none yet. */
  use(index: Index | undefined): void {
    this.#index = index;
    this.#fresh = false;
    this.#work.cancel();
    this.#says.textContent = '';
    this.#list.replaceChildren();
    this.#refresh();
  }

  get #threshold(): number {
    return Number(this.#range.value);
  }

  #refresh(): void {
    if (this.#details.open && this.#index && !this.#fresh) void this.#look(this.#index);
  }

  async #look(index: Index): Promise<void> {
    this.#fresh = true;
    this.#problem.textContent = '';
    const threshold = this.#threshold;
    const look = ++this.#looks;
    // What was stopped by another has nothing to say.
    const isLatest = () =>
      this.#index === index && this.#threshold === threshold && this.#looks === look;
    try {
      const clusters = await this.#work.run(strings.duplicates.comparing, (signal, onProgress) =>
        index.duplicates({
          threshold,
          signal,
          onProgress: ({ done, total }) => onProgress(done / total),
        }),
      );
      if (!isLatest()) return;
      if (clusters) this.#show(index, clusters);
      else this.#stopped();
    } catch (error) {
      if (!isLatest()) return;
      this.#fresh = false;
      showFailure(this.#problem, strings.duplicates.failed, error);
    }
  }

  #stopped(): void {
    this.#says.replaceChildren(strings.duplicates.stopped, this.#again());
  }

  #again(): HTMLElement {
    const button = create('button', '', strings.duplicates.again);
    button.type = 'button';
    button.addEventListener('click', () => {
      this.#fresh = false;
      this.#refresh();
    });
    return button;
  }

  #show(index: Index, clusters: readonly DuplicateCluster[]): void {
    const inGroups = clusters.reduce((sum, { ids }) => sum + ids.length, 0);
    this.#says.textContent = summaryOf(clusters.length, inGroups, index.size);
    const items = clusters.slice(0, clustersShown).map((cluster) => this.#cluster(index, cluster));
    this.#list.replaceChildren(...items);
  }

  #cluster(index: Index, { ids, largest, smallest }: DuplicateCluster): HTMLElement {
    const buttons = ids.slice(0, membersShown).map((id) => {
      const { question } = index.get(id)!;
      const button = create('button', 'pick', question);
      button.type = 'button';
      holdsEnglish(button);
      button.title = strings.duplicates.search;
      button.addEventListener('click', () => this.#onPick(question));
      return create('li', '', button);
    });
    const rest = ids.length - buttons.length;
    if (rest > 0) buttons.push(create('li', 'hint', strings.duplicates.more(rest)));
    const says =
      ids.length === 2
        ? strings.duplicates.pair(decimal(largest))
        : strings.duplicates.group(ids.length, decimal(smallest), decimal(largest));
    const title = create('p', 'cluster-title', says);
    return create('li', 'cluster', title, create('ul', '', ...buttons));
  }
}

function summaryOf(groups: number, questions: number, all: number): string {
  const { duplicates } = strings;
  if (groups === 0) return duplicates.none(all);
  if (groups <= clustersShown) return duplicates.groups(groups, questions, all);
  return duplicates.groupsShown(groups, questions, all, clustersShown);
}
