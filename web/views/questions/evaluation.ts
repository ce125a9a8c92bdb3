// How good the model is: on the visitor's own labelled pairs, and on the page's own questions.
import { showFailure } from '../../components/failure';
import { create, find } from '../../dom';
import { endings } from '../../import/endings';
import type { Problem as RowProblem } from '../../import/rows';
import { strings } from '../../strings/strings';
import { decimal, percentage, signed } from '../../wording';
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
import { SourcePicker } from '../../components/source-picker';
import type { Estimate } from './statistics';
import { WorkPanel } from '../../components/work-panel';

// More would take minutes, and say nothing more.
const mostPairs = 5000;

export class Evaluation {
  readonly #library: (signal: AbortSignal) => Promise<Library>;
  readonly #work: WorkPanel;
  readonly #problem: HTMLElement;
  readonly #figures: HTMLElement;
  #runs = 0;

  constructor(details: HTMLElement, library: (signal: AbortSignal) => Promise<Library>) {
    this.#library = library;
    this.#work = new WorkPanel(find(details, '.work', HTMLElement));
    this.#problem = find(details, ':scope > .problem', HTMLElement);
    this.#figures = find(details, '.figures', HTMLElement);
    const picker = new SourcePicker(
      { says: strings.importing.pairsExample, accept: `${endings},.jsonld,.html,.htm` },
      (source) =>
        void this.#run(async (signal, onProgress) => {
          const { note } = picker;
          const report = await this.#pairs(source, signal, onProgress);
          if (note) report.append(create('p', 'hint', note));
          return report;
        }),
    );
    find(details, '.source', HTMLElement).append(picker.element);
    const shipped = find(details, '.evaluate-shipped', HTMLElement);
    find(shipped, 'button', HTMLButtonElement).addEventListener(
      'click',
      () => void this.#run((signal, report) => this.#queries(signal, report)),
    );
  }

  async #run(
    work: (signal: AbortSignal, onProgress: (share: number) => void) => Promise<HTMLElement>,
  ): Promise<void> {
    const run = ++this.#runs;
    this.#problem.textContent = '';
    this.#figures.replaceChildren();
    try {
      const report = await this.#work.run(strings.evaluation.measuring, work);
      // What was stopped by the next has nothing to say.
      if (run !== this.#runs) return;
      this.#figures.replaceChildren(report ?? create('p', 'hint', strings.evaluation.stopped));
    } catch (error) {
      if (run !== this.#runs) return;
      showFailure(this.#problem, strings.evaluation.failed, error);
    }
  }

  async #pairs(
    source: File | string,
    signal: AbortSignal,
    onProgress: (share: number) => void,
  ): Promise<HTMLElement> {
    const { readLabelledPairs } = await import('../../import/labelled-pairs');
    const { pairs: all, unusable, problems } = await readLabelledPairs(source, { signal });
    const pairs = all.slice(0, mostPairs);
    const library = await this.#library(signal);
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
      const left = all.length - pairs.length;
      return pairReport(report, { threshold, left, unusable, problems });
    } finally {
      await index.dispose();
    }
  }

  async #queries(signal: AbortSignal, onProgress: (share: number) => void): Promise<HTMLElement> {
    const library = await this.#library(signal);
    const queries = await testQueries();
    const opened = await Promise.all(
      subjects.map(async (subject) => {
        const set = shippedSets.find(
          (each) => each.subjects.length === 1 && each.subjects[0] === subject,
        )!;
        const index = await library.open(library.find(set.key)!, { signal });
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
  /** Rows that are no pairs, and what else is to be looked at. */
  unusable: readonly RowProblem[];
  problems: readonly RowProblem[];
}

function pairReport(
  { pairs, same, rows, difference }: PairReport,
  { threshold, left, unusable, problems }: Read,
): HTMLElement {
  const { evaluation } = strings;
  const hint = (text: string) => create('p', 'hint', text);
  const report = create(
    'div',
    'report',
    create('h3', '', evaluation.yourPairs),
    create('p', '', evaluation.pairs(pairs, same)),
  );
  if (left > 0) report.append(hint(evaluation.leftOut(pairs, left)));
  const [first] = unusable;
  if (first) report.append(hint(evaluation.unusable(rowsOf(unusable), first.line, first.message)));
  const [other] = problems;
  if (other) {
    const { problems: say, line } = strings.importing;
    report.append(hint(`${say(rowsOf(problems))}. ${line(other.line)}: ${other.message}`));
  }
  const oneKind = same === 0 || same === pairs;
  if (oneKind) report.append(hint(evaluation.oneKind));
  const head = ['', evaluation.auc, evaluation.averagePrecision, evaluation.right];
  const body = rows.map(({ ranker, auc, averagePrecision, accuracy }) => [
    evaluation.rankers[ranker],
    oneKind ? '–' : estimate(auc, (value) => decimal(value, 3)),
    oneKind ? '–' : estimate(averagePrecision, (value) => decimal(value, 3)),
    estimate(accuracy, percentage),
  ]);
  report.append(table(head, body));
  if (!oneKind) {
    const { value, low, high } = difference;
    const [is, least, most] = [value, low, high].map((each) => signed(each, 3));
    report.append(hint(evaluation.difference(is!, least!, most!)));
  }
  report.append(hint(evaluation.explanation(percentage(threshold))));
  return report;
}

/** In how many rows there are problems. */
const rowsOf = (problems: readonly RowProblem[]) => new Set(problems.map(({ line }) => line)).size;

function queryReport({ answerable, others, first, refused }: QueryReport): HTMLElement {
  const { evaluation } = strings;
  const head = ['', evaluation.rightFirst];
  const body = (Object.keys(first) as Ranker[]).map((ranker) => [
    evaluation.rankers[ranker],
    estimate(first[ranker], percentage),
  ]);
  const report = create(
    'div',
    'report',
    create('h3', '', evaluation.ourQuestions),
    create('p', '', evaluation.answerable(answerable)),
    table(head, body),
  );
  if (refused) {
    const ofOthers = estimate(refused.others, percentage);
    const ofAnswerable = estimate(refused.answerable, percentage);
    const says = evaluation.refused(ofOthers, others, ofAnswerable, answerable);
    report.append(create('p', 'hint', says));
  }
  return report;
}

/** "86% (78% to 92%)". */
function estimate({ value, low, high }: Estimate, format: (value: number) => string): string {
  return strings.evaluation.estimate(format(value), format(low), format(high));
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
  scroller.ariaLabel = strings.evaluation.figures;
  return scroller;
}
