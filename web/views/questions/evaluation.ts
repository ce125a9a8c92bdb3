// How good the model is: on the visitor's own labelled pairs, and on the page's own questions.
import { describe } from '../../components/loading-panel';
import { create, find } from '../../dom';
import { ImportError } from '../../import/import-error';
import { count, percentage, signed } from '../../wording';
import { fitting } from './certainty';
import {
  documentsOf,
  judgePairs,
  judgeQueries,
  type PairReport,
  type QueryReport,
  type Ranker,
} from './judge';
import type { Library } from './library';
import { shippedSets, subjects, testQueries, type Subject } from './shipped-sets';
import { SourcePicker } from './source-picker';
import type { Estimate } from './statistics';
import { WorkPanel } from './work-panel';

// More would take minutes, and say nothing more.
const mostPairs = 5000;

const names: Readonly<Record<Ranker, string>> = {
  combined: 'Combined',
  model: 'Model',
  bm25: 'BM25',
};

export class Evaluation {
  readonly #library: () => Promise<Library>;
  readonly #work: WorkPanel;
  readonly #problem: HTMLElement;
  readonly #figures: HTMLElement;

  constructor(details: HTMLElement, library: () => Promise<Library>) {
    this.#library = library;
    this.#work = new WorkPanel(find(details, '.work', HTMLElement));
    this.#problem = find(details, ':scope > .problem', HTMLElement);
    this.#figures = find(details, '.figures', HTMLElement);
    const picker = new SourcePicker(
      'a,b,same\nWhere is my parcel?,My parcel has not come,1',
      (source) => void this.#run((signal, report) => this.#pairs(source, signal, report)),
    );
    find(details, '.source', HTMLElement).append(picker.element);
    const shipped = find(details, '.evaluate-shipped', HTMLElement);
    find(shipped, '.hint', HTMLElement).textContent =
      'We wrote 105 questions for the three shipped sets, in other words than theirs; 15 of them ask what no set answers.';
    find(shipped, 'button', HTMLButtonElement).addEventListener(
      'click',
      () => void this.#run((signal, report) => this.#queries(signal, report)),
    );
  }

  async #run(
    work: (signal: AbortSignal, onProgress: (share: number) => void) => Promise<HTMLElement>,
  ): Promise<void> {
    this.#problem.textContent = '';
    this.#figures.replaceChildren();
    try {
      const report = await this.#work.run('Measuring…', work);
      this.#figures.replaceChildren(
        report ?? create('p', 'hint', 'Stopped. Nothing was measured.'),
      );
    } catch (error) {
      this.#problem.textContent =
        error instanceof ImportError
          ? error.message
          : `This could not be measured.\n${describe(error)}`;
    }
  }

  async #pairs(
    source: File | string,
    signal: AbortSignal,
    onProgress: (share: number) => void,
  ): Promise<HTMLElement> {
    const { readLabelledPairs } = await import('../../import/labelled-pairs');
    const { pairs: all, problems } = await readLabelledPairs(source, { signal });
    const pairs = all.slice(0, mostPairs);
    const library = await this.#library();
    const index = await library.scratch(documentsOf(pairs), {
      signal,
      onProgress: ({ done, total }) => onProgress((0.3 * done) / total),
    });
    try {
      const threshold = fitting;
      const report = await judgePairs(pairs, await library.levelled(index), {
        threshold,
        signal,
        onProgress: (share) => onProgress(0.3 + 0.7 * share),
      });
      return pairReport(report, { threshold, left: all.length - pairs.length, problems });
    } finally {
      await index.dispose();
    }
  }

  async #queries(signal: AbortSignal, onProgress: (share: number) => void): Promise<HTMLElement> {
    const library = await this.#library();
    const queries = await testQueries();
    const opened = await Promise.all(
      subjects.map(async (subject) => {
        const set = shippedSets.find(
          (each) => each.subjects.length === 1 && each.subjects[0] === subject,
        )!;
        const index = await library.open(library.find(set.name)!, { signal });
        return [subject, await library.levelled(index)] as const;
      }),
    );
    const indexes = new Map<Subject, (typeof opened)[number][1]>(opened);
    const report = await judgeQueries(queries, ({ subject }) => indexes.get(subject)!, {
      threshold: fitting,
      signal,
      onProgress,
    });
    return queryReport(report);
  }
}

interface Read {
  threshold: number;
  /** Pairs that were not read. */
  left: number;
  problems: readonly { line: number; message: string }[];
}

function pairReport(
  { pairs, same, rows, difference }: PairReport,
  { threshold, left, problems }: Read,
): HTMLElement {
  const says = `${count(pairs, 'pair')}, of which ${same.toLocaleString('en')} ask the same.`;
  const report = create('div', 'report', create('h3', '', 'On your pairs'), create('p', '', says));
  if (left > 0) {
    report.append(
      create(
        'p',
        'hint',
        `The first ${pairs.toLocaleString('en')} were measured; ${left.toLocaleString('en')} were left out.`,
      ),
    );
  }
  if (problems.length > 0) {
    const [first] = problems;
    const what = count(problems.length, 'row');
    report.append(
      create('p', 'hint', `${what} could not be used. Line ${first!.line}: ${first!.message}`),
    );
  }
  const oneKind = same === 0 || same === pairs;
  if (oneKind) {
    report.append(
      create(
        'p',
        'hint',
        'All pairs have the same label, so there is no order to judge, only what is said of each.',
      ),
    );
  }
  const head = ['', 'AUC', 'Average precision', 'Right'];
  const body = rows.map(({ ranker, auc, averagePrecision, accuracy }) => [
    names[ranker],
    oneKind ? '–' : estimate(auc, (value) => value.toFixed(3)),
    oneKind ? '–' : estimate(averagePrecision, (value) => value.toFixed(3)),
    estimate(accuracy, percentage),
  ]);
  report.append(table(head, body));
  if (!oneKind) {
    const low = signed(difference.low, 3);
    const high = signed(difference.high, 3);
    report.append(
      create(
        'p',
        'hint',
        `The model’s AUC less that of BM25, on the same samples: ${signed(difference.value, 3)} (${low} to ${high}).`,
      ),
    );
  }
  report.append(
    create(
      'p',
      'hint',
      'AUC is how often a pair that asks the same has a higher score than one that does not; chance is 0.5. ' +
        `“Right” is the share of pairs of which the verdict is right: this page’s at a probability of ${percentage(threshold)}, ` +
        'the others’ at the threshold that is best on these very pairs, which favours them.',
    ),
  );
  return report;
}

function queryReport({ answerable, others, first, refused }: QueryReport): HTMLElement {
  const head = ['', 'A right question first'];
  const body = (Object.keys(first) as Ranker[]).map((ranker) => [
    names[ranker],
    estimate(first[ranker], percentage),
  ]);
  const report = create(
    'div',
    'report',
    create('h3', '', 'On our own questions'),
    create('p', '', `${answerable} questions that a set answers, each in its own set.`),
    table(head, body),
  );
  if (refused) {
    report.append(
      create(
        'p',
        'hint',
        `“Nothing here asks that” is said of ${estimate(refused.others, percentage)} of ${others} questions that no set answers, ` +
          `and, wrongly, of ${estimate(refused.answerable, percentage)} of the ${answerable}. ` +
          'Where that begins was chosen on these very questions, so others are refused less well.',
      ),
    );
  }
  return report;
}

/** "86% (78% to 92%)". */
function estimate({ value, low, high }: Estimate, format: (value: number) => string): string {
  return `${format(value)} (${format(low)} to ${format(high)})`;
}

function table(head: readonly string[], body: readonly (readonly string[])[]): HTMLElement {
  const columns = head.map((name) => {
    // The corner names nothing.
    if (name === '') return create('td');
    const cell = create('th', '', name);
    cell.scope = 'col';
    return cell;
  });
  const rows = body.map(([name, ...cells]) => {
    const header = create('th', '', name!);
    header.scope = 'row';
    return create('tr', '', header, ...cells.map((cell) => create('td', '', cell)));
  });
  const made = create(
    'table',
    '',
    create('thead', '', create('tr', '', ...columns)),
    create('tbody', '', ...rows),
  );
  const scroller = create('div', 'table-scroller', made);
  scroller.tabIndex = 0;
  scroller.role = 'region';
  scroller.ariaLabel = 'Figures';
  return scroller;
}
