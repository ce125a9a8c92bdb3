// The page's samples are right, or marked as known weaknesses: the models are asked what a reader would
// say of them. A sample that a new model gets right loses its mark, and the other way round.
import type { Page } from '@playwright/test';
import { loadClassifier, type Classifier } from '../../wasm/dist/systems/classifier/node.js';
import { loadPairs, type Pairs } from '../../wasm/dist/systems/pairs/node.js';
import { load, type Explanation, type Model } from '../../wasm/dist/systems/rationale/node.js';
import { loadReader, type Reader } from '../../wasm/dist/systems/reader/node.js';
import { splitReviews } from '../../web/views/ask/ask-reviews';
import { beer } from '../../web/views/reviews/samples/beer';
import type { ReviewSample } from '../../web/views/reviews/samples/expected';
import { hotels } from '../../web/views/reviews/samples/hotels';
import { movies } from '../../web/views/reviews/samples/movies';
import { verdictOf } from '../../web/views/pairs/verdict';
import { samples as pairs } from '../../web/views/pairs/samples';
import { samples as asked } from '../../web/views/ask/samples';
import { samples as sentiment } from '../../web/views/sentiment/samples';
import { expect, expectNoViolations, open, test } from './fixtures';

const models = new URL('../../models/', import.meta.url);
const reviews: Readonly<Record<string, readonly ReviewSample[]>> = { beer, hotels, movies };

/** What the model says of a sample and a reader would not, '' if nothing. */
function mistakes(
  { ratings }: Explanation,
  { expect: expected }: ReviewSample,
  aspects: readonly string[],
): string {
  const nothing = Object.fromEntries(aspects.map((aspect) => [aspect, null]));
  return Object.entries(expected === 'nothing' ? nothing : expected)
    .flatMap(([aspect, range]) => {
      const rating = ratings[aspect];
      if (rating === undefined) return [`${aspect}: no such aspect`];
      if (range === null)
        return rating === null ? [] : [`${aspect}: ${rating.toFixed(2)}, not null`];
      if (rating !== null && rating >= range[0] && rating <= range[1]) return [];
      return [`${aspect}: ${rating?.toFixed(2) ?? null}, not ${range.join(' to ')}`];
    })
    .join('; ');
}

/** The samples that are wrong without a mark, or right with one, as the samples have to be changed. */
function surprise(name: string, wrong: string, knownWeakness: string | undefined): string[] {
  if (wrong !== '' && knownWeakness === undefined) return [`${name} is wrong: ${wrong}`];
  if (wrong === '' && knownWeakness !== undefined) return [`${name} is right, and marked as weak`];
  return [];
}

/** Whether the note of a sample speaks of praise where the model hears none. */
function invented(name: string, knownWeakness: string | undefined, praised: boolean): string[] {
  if (praised || !knownWeakness?.includes('praise')) return [];
  return [`${name} is not taken as praise`];
}

for (const [name, samples] of Object.entries(reviews)) {
  test(`the model "${name}" reads its samples as a reader would, but for known weaknesses`, async () => {
    const model: Model = await load(new URL(`${name}/`, models));
    const surprises: string[] = [];
    for (const sample of samples) {
      const explanation = await model.explain(sample.text);
      const wrong = mistakes(explanation, sample, model.aspects);
      const rated = Object.values(explanation.ratings).filter((rating) => rating !== null);
      const praised = rated.length > 0 && rated.every((rating) => rating > 0.5);
      surprises.push(
        ...surprise(sample.name, wrong, sample.knownWeakness),
        ...invented(sample.name, sample.knownWeakness, praised),
      );
    }
    await model.dispose();
    expect(surprises).toEqual([]);
  });
}

test('the classifier grades its samples as a reader would, but for known weaknesses', async () => {
  const classifier: Classifier = await loadClassifier(new URL('sentiment/', models));
  const surprises: string[] = [];
  for (const { name, text, expect: expected, knownWeakness } of sentiment) {
    const { grade = NaN } = await classifier.classify(text);
    const right = grade >= expected[0] && grade <= expected[1];
    const wrong = right ? '' : `${grade.toFixed(2)}, not ${expected.join(' to ')}`;
    surprises.push(
      ...surprise(name, wrong, knownWeakness),
      ...invented(name, knownWeakness, grade > 0),
    );
  }
  await classifier.dispose();
  expect(surprises).toEqual([]);
});

test('the model of pairs says of its samples what a reader would', async () => {
  const model: Pairs = await loadPairs(new URL('pairs/', models));
  const surprises: string[] = [];
  for (const { name, text, other, expect: expected } of pairs) {
    const { relation } = verdictOf(await model.compare(text, other));
    const wrong = relation === expected ? '' : `${relation}, not ${expected}`;
    surprises.push(...surprise(name, wrong, undefined));
  }
  await model.dispose();
  expect(surprises).toEqual([]);
});

test('the reader finds in its samples the answers that a person would', async () => {
  const model: Reader = await loadReader(new URL('reader/', models));
  const found: Record<string, number[]> = {};
  for (const { questions, reviews } of asked) {
    for (const question of questions) {
      const answers = await model.answerMany(question, splitReviews(reviews));
      found[question] = answers.flatMap(({ answer }, index) => (answer ? [index + 1] : []));
    }
  }
  await model.dispose();
  expect(found).toEqual(Object.assign({}, ...asked.map(({ expect: expected }) => expected)));
});

const weakness = (page: Page) => page.locator('#reviews-view .weakness');

test('a sample that the model gets wrong says so, and others do not', async ({ page }) => {
  await open(page);
  const weak = beer.find(({ knownWeakness }) => knownWeakness !== undefined)!;
  await expect(weakness(page)).toBeHidden();
  const button = page.getByRole('button', { name: weak.name });
  await expect(button).toHaveText(`${weak.name} known weakness`);
  await button.click();
  await expect(weakness(page)).toHaveText(`A known weakness: ${weak.knownWeakness}`);
  await expectNoViolations(page);
  // What a visitor makes of it is another text.
  await page.getByRole('textbox').press('End');
  await page.keyboard.type(' Cheers.');
  await expect(weakness(page)).toBeHidden();
});

test('names of samples are told apart, and none is long', () => {
  for (const samples of [...Object.values(reviews), sentiment, pairs, asked]) {
    const names = samples.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name.length).toBeLessThan(25);
  }
});
