// A classifier that the visitor trained: brought in any view, and shown where the shipped one is.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { loadClassifier, type Classifier } from '../../wasm/dist/systems/classifier/node.js';
import { strings } from '../../web/strings/strings';
import { gradedWords } from '../../web/views/sentiment/graded-words';
import { gradesOf, nearest, percentage } from '../../web/views/sentiment/grades';
import { sidesOf } from '../../web/views/sentiment/ngrams';
import { capitalised, ngramText, signed } from '../../web/wording';
import { expect, expectKept, expectNoViolations, open as openReviews, test } from './fixtures';

const said = strings.ownClassifier;
const tiny = new URL('../golden/classifier-tiny/', import.meta.url);
const rationale = new URL('../golden/tiny/', import.meta.url);
const text = 'Not a bad film, and not a good one';
// What it is called without a folder.
const title = 'very bad, bad';

interface ModelFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const named = (files: Record<string, Buffer>): ModelFile[] =>
  Object.entries(files).map(([name, buffer]) => ({ name, mimeType: '', buffer }));

async function filesOf(folder: URL): Promise<Record<string, Buffer>> {
  const names = ['config.json', 'model.safetensors', 'vocab.txt'];
  const read = async (name: string) => [name, await readFile(new URL(name, folder))] as const;
  return Object.fromEntries(await Promise.all(names.map(read)));
}

/** The tiny classifier with another config. */
async function tinyWith(change: (config: Record<string, unknown>) => void): Promise<ModelFile[]> {
  const files = await filesOf(tiny);
  const config = JSON.parse(files['config.json']!.toString()) as Record<string, unknown>;
  change(config);
  return named({ ...files, 'config.json': Buffer.from(JSON.stringify(config)) });
}

const withoutGrades = () =>
  tinyWith((config) => {
    delete config.grades;
  });

/** What the package says of a model that is brought. */
async function loaded(files: readonly ModelFile[]): Promise<Classifier> {
  const bytes = (name: string) => files.find((file) => file.name === name)!.buffer;
  return loadClassifier({
    config: bytes('config.json'),
    tensors: bytes('model.safetensors'),
    vocabulary: bytes('vocab.txt'),
  });
}

const view = (page: Page) => page.locator('#sentiment-view');
const tab = (page: Page, name: string) => view(page).getByRole('tab', { name });
const editor = (page: Page) => view(page).getByRole('textbox', { name: said.editor });
const panel = (page: Page) => view(page).getByRole('region', { name: 'Your model…' });
const keep = (page: Page) => panel(page).getByRole('checkbox', { name: 'Keep it on this device' });
const timing = (page: Page) => view(page).locator('.timing');
const choice = (page: Page, name: string) =>
  view(page).getByRole('button', { name: new RegExp(`^${name} [<\\d]`) });
const lists = (page: Page) => view(page).locator('.sides ul');

async function bring(page: Page, files: ModelFile[]): Promise<void> {
  await page.getByRole('button', { name: 'Your model…' }).click();
  await page
    .getByRole('region', { name: 'Your model…' })
    .getByLabel('Choose its three files')
    .setInputFiles(files);
}

async function open(page: Page): Promise<void> {
  await page.goto('./#sentiment');
  await expect(timing(page)).toContainText('on your device');
}

async function read(page: Page, words: string): Promise<void> {
  await expect(editor(page)).toBeVisible();
  await editor(page).fill(words);
  await editor(page).press('Control+Enter');
  await expect(timing(page)).toContainText('on your device');
}

test('brought among the reviews, it is shown with its reasons', async ({ page }) => {
  await openReviews(page);
  const files = await withoutGrades();
  await bring(page, files);
  await expect(page).toHaveURL(/#sentiment\/own-classifier%3A/);
  await read(page, text);
  await expect(tab(page, capitalised(title))).toHaveAttribute('aria-selected', 'true');
  await expect(view(page).getByRole('heading', { level: 1 })).toHaveText(said.heading(title));
  await expect(view(page).locator('.about')).toBeHidden();

  const classifier = await loaded(files);
  const { label, name, probabilities } = await classifier.classify(text);
  await expect(view(page).locator('.verdict')).toHaveText(
    `${capitalised(name)} ${said.likely(percentage(probabilities[label]!))}`,
  );
  const ranked = [...classifier.labels].sort(
    (a, b) => probabilities[b.label]! - probabilities[a.label]!,
  );
  await expect(view(page).locator('.classes li')).toHaveText(
    ranked.map((entry) => `${capitalised(entry.name)} ${percentage(probabilities[entry.label]!)}`),
  );
  await expect(choice(page, capitalised(name))).toHaveAttribute('aria-pressed', 'true');
  // There is no curve, and the words of an n-gram are marked all the same.
  await expect(view(page).locator('.plain-words')).toHaveText(text);
  await expect(view(page).locator('.picture')).toBeHidden();
  await expectNoViolations(page);

  // Another class, and what speaks for it.
  const other = ranked.at(-1)!;
  await choice(page, capitalised(other.name)).click();
  await expect(choice(page, capitalised(other.name))).toBeFocused();
  const asked = await classifier.classify(text, { label: other.label, ngrams: 40 });
  const names = { for: said.for(other.name), against: said.against(other.name) };
  for (const { name: heading, ngrams } of sidesOf(asked, names)) {
    const list = view(page).getByRole('list', { name: heading });
    await expect(list.getByRole('listitem')).toHaveText(
      ngrams.map(({ spans, contribution }) => `${ngramText(text, spans)} ${signed(contribution)}`),
    );
  }
  const [strongest] = sidesOf(asked, names)[0]!.ngrams;
  await lists(page).first().getByRole('button').first().hover();
  await expect(view(page).locator('.marked-word')).toHaveText(
    strongest!.spans.map(({ start, end }) => text.slice(start, end)),
  );
  // The verdict is still that of the text.
  await expect(view(page).locator('.verdict')).toContainText(capitalised(name));
  // It stays chosen while one types, and when one comes back, until it is chosen once more.
  await read(page, 'A bad film');
  await expect(choice(page, capitalised(other.name))).toHaveAttribute('aria-pressed', 'true');
  await page.goto('./#sentiment/sentiment');
  await expect(view(page).getByRole('option').first()).toBeVisible();
  await page.goBack();
  await expect(choice(page, capitalised(other.name))).toHaveAttribute('aria-pressed', 'true');
  // And when one comes back once more.
  await page.goForward();
  await expect(view(page).getByRole('option').first()).toBeVisible();
  await page.goBack();
  await expect(choice(page, capitalised(other.name))).toHaveAttribute('aria-pressed', 'true');
  await choice(page, capitalised(other.name)).click();
  const likeliest = (await classifier.classify('A bad film')).name;
  await expect(choice(page, capitalised(likeliest))).toHaveAttribute('aria-pressed', 'true');
  await classifier.dispose();
});

test('each visit has the class that was chosen in it', async ({ page }) => {
  await open(page);
  const files = await withoutGrades();
  await bring(page, files);
  await read(page, text);
  const classifier = await loaded(files);
  const [first, second] = classifier.labels.map(({ name }) => choice(page, capitalised(name)));
  await classifier.dispose();
  await first!.click();
  await expect(first!).toHaveAttribute('aria-pressed', 'true');
  // The same model, in another entry of the history.
  await page.goto('./#sentiment');
  await expect(page).toHaveURL(/#sentiment\/own-classifier%3A/);
  await second!.click();
  await expect(second!).toHaveAttribute('aria-pressed', 'true');
  await page.goBack();
  await expect(first!).toHaveAttribute('aria-pressed', 'true');
  await page.goForward();
  await expect(second!).toHaveAttribute('aria-pressed', 'true');
});

test('with grades, it has the curve of its words', async ({ page }) => {
  await open(page);
  const files = named(await filesOf(tiny));
  await bring(page, files);
  await read(page, text);
  const classifier = await loaded(files);
  const classification = await classifier.classify(text);
  const grades = gradesOf(classifier);
  const { name } = nearest(classification.grade!, grades);
  await expect(view(page).locator('.verdict')).toHaveText(
    `${capitalised(name)} ${signed(classification.grade!)} on a scale from −2 to 2`,
  );
  await expect(view(page).getByRole('option')).toHaveCount(gradedWords(classification).length);
  await expect(view(page).locator('.plain-words')).toBeHidden();
  await expect(view(page).locator('.ngrams-hint')).toHaveText(said.gradeHint);
  await expect(view(page).locator('.classes-note')).toHaveText(strings.sentiment.classesNote);
  await expect(page).toHaveTitle(`Whylight: ${title}`);
  await expect(view(page).locator('.sides h4')).toHaveText([said.higher, said.lower]);
  await classifier.dispose();
});

test('the shipped one has its words and its record back', async ({ page }) => {
  await open(page);
  await expect(view(page).locator('.record')).toBeVisible();
  await bring(page, await withoutGrades());
  await read(page, text);
  await expect(view(page).locator('.record')).toBeHidden();
  await expect(view(page).locator('.shipped')).toBeHidden();
  await tab(page, 'Sentiment').click();
  await expect(view(page).getByRole('heading', { level: 1 })).toHaveText(strings.sentiment.heading);
  await expect(view(page).getByRole('option').first()).toBeVisible();
  for (const part of ['.record', '.shipped', '.about'])
    await expect(view(page).locator(part)).toBeVisible();
  // What was written for the other is there again.
  await page.goBack();
  await expect(view(page).locator('.plain-words')).toHaveText(text);
});

test('a text without a word that it knows gets no class', async ({ page }) => {
  await open(page);
  await bring(page, await withoutGrades());
  await expect(editor(page)).toBeVisible();
  const notice = view(page).locator('.result > .notice');
  await expect(notice).toHaveText(said.nothing);
  await editor(page).fill('Xyzzy plugh');
  await expect(notice).toHaveText(said.unknown);
  await expect(view(page).locator('.overview')).toBeHidden();
});

test('marked words of a long text are scrolled to, and others are not', async ({ page }) => {
  await open(page);
  await bring(page, await withoutGrades());
  await read(page, `${text} ${'\n'.repeat(60)} a good film`);
  const place = view(page).locator('.plain-words');
  await expect(place).toBeVisible();
  for (const button of await view(page).locator('.ngram').all()) {
    await button.hover();
    await expect(view(page).locator('.marked-word')).not.toHaveCount(0);
    const { top, height } = await place.evaluate((element) => {
      const first = element.querySelector('.marked-word')!.getBoundingClientRect();
      return { top: first.top - element.getBoundingClientRect().top, height: element.clientHeight };
    });
    expect(top).toBeGreaterThanOrEqual(0);
    expect(top).toBeLessThan(height);
  }
  // Its lower part is reached by the keyboard, too.
  await place.focus();
  await expect(place).toBeFocused();
  await expectNoViolations(page);
});

test('what was said of a text goes with its model', async ({ page }) => {
  await open(page);
  await view(page).getByRole('textbox').fill('Xyzzyq plughq');
  const notice = view(page).locator('.result > .notice');
  await expect(notice).not.toBeEmpty();
  const [config, tensors, words] = await withoutGrades();
  const damaged = { ...tensors!, buffer: tensors!.buffer.subarray(1) };
  await bring(page, [config!, damaged, words!]);
  await expect(
    view(page).getByRole('alert').filter({ hasText: 'could not be loaded' }),
  ).toBeVisible();
  await expect(notice).toBeEmpty();
  await expect(timing(page)).toBeEmpty();
});

test('of many classes the least likely stand together', async ({ page }) => {
  await open(page);
  const files = lstm(12);
  await bring(page, files);
  await read(page, 'good bad');
  const rows = view(page).locator('.classes li');
  await expect(rows).toHaveCount(8);
  await expect(rows.last()).toContainText(said.others(5));
  // An LSTM is no sum over n-grams, which is said.
  await expect(view(page).locator('.ngrams-hint')).toHaveText(said.noReasons);
  await expect(view(page).locator('.sides')).toBeEmpty();
  await expect(view(page).locator('.class-choice')).toHaveCount(0);
  await expect(view(page).locator('.classes-note')).toBeEmpty();

  const graded = lstm(12, (config) => {
    config.grades = Array.from({ length: 12 }, (_, i) => i);
  });
  await bring(page, graded);
  await expect(view(page).locator('.verdict')).toContainText('on a scale from 0 to 11');
  await expect(rows).toHaveCount(8);
  await expect(rows.last()).toContainText(said.others(5));
  await expect(view(page).locator('.chosen-class')).toHaveCount(1);
});

test('it is kept beside a rationale model of the same name', async ({ page }) => {
  await open(page);
  // Both are called as their folder is.
  const drop = async (files: Record<string, Buffer>, within: string) => {
    const list = Object.entries(files).map(([name, buffer]) => ({ name, bytes: [...buffer] }));
    await page.getByRole('button', { name: 'Your model…' }).click();
    const dropped = await page.evaluateHandle((files) => {
      const entries = files.map(({ name, bytes }) => ({
        isFile: true,
        isDirectory: false,
        fullPath: `/desk/${name}`,
        file: (resolve: (file: File) => void) => resolve(new File([new Uint8Array(bytes)], name)),
      }));
      const transfer = new DataTransfer();
      Object.defineProperty(transfer, 'items', {
        value: entries.map((entry) => ({ webkitGetAsEntry: () => entry })),
      });
      return transfer;
    }, list);
    await page.locator(`${within} .drop`).dispatchEvent('drop', { dataTransfer: dropped });
  };
  await drop(await filesOf(rationale), '#sentiment-view');
  await expect(page).toHaveURL(/#reviews\/own%3Adesk$/);
  const reviews = page.locator('#reviews-view');
  await reviews.getByRole('checkbox', { name: 'Keep it on this device' }).check();
  await drop(await filesOf(tiny), '#reviews-view');
  await expect(page).toHaveURL(/#sentiment\/own-classifier%3Adesk$/);
  await keep(page).check();
  await expectKept(page, 2);
  await page.reload();
  await expect(tab(page, 'Desk')).toHaveAttribute('aria-selected', 'true');
  await expect(keep(page)).toBeChecked();
  await page.goto('./#reviews/own%3Adesk');
  await expect(reviews.getByRole('tab', { name: 'Desk' })).toHaveAttribute('aria-selected', 'true');
  await expect(reviews.getByRole('checkbox', { name: 'Keep it on this device' })).toBeChecked();
  await expect(reviews.getByRole('tab', { name: 'Desk' })).toHaveCount(1);

  await page.getByText('Kept on this device', { exact: true }).click();
  await expect(page.locator('.kept-here')).toContainText(/For all tabs: 2 models of yours, \d/);
});

test('it is let go of, and says so where it is asked for', async ({ page }) => {
  await open(page);
  await bring(page, await withoutGrades());
  await read(page, text);
  const address = page.url();
  await panel(page).getByRole('button', { name: 'Remove it from here' }).click();
  await expect(page).toHaveURL(/#sentiment\/sentiment$/);
  await expect(view(page).getByRole('tablist')).toBeHidden();
  await page.goto(address);
  const problem = view(page).getByRole('alert').filter({ hasText: 'could not be loaded' });
  await expect(problem).toContainText(`“${title}” was brought as files`);
  await page.goto('./#sentiment/nothing');
  await expect(problem).toContainText('found “nothing”');
  // The one that there is stands beside it.
  await tab(page, 'Sentiment').click();
  await expect(problem).toBeHidden();
  await expect(timing(page)).toContainText('on your device');
});

test('one that another tab deleted can be removed', async ({ page, context }) => {
  await open(page);
  await bring(page, await withoutGrades());
  await keep(page).check();
  await expectKept(page, 1);
  await page.goto('./#reviews/beer');
  await page.reload();
  await page.goto('./#sentiment');
  await expect(tab(page, capitalised(title))).toBeVisible();
  const other = await context.newPage();
  await other.goto('./#sentiment');
  await tab(other, capitalised(title)).click();
  await panel(other).getByRole('button', { name: 'Remove it from here' }).click();
  await expect(tab(other, capitalised(title))).toBeHidden();
  await other.close();
  await tab(page, capitalised(title)).click();
  const problem = view(page).getByRole('alert').filter({ hasText: 'could not be loaded' });
  await expect(problem).toContainText('was brought as files');
  await page.goto('./#sentiment/sentiment');
  await expect(view(page).getByRole('tablist')).toBeHidden();
});

test('the keyboard stays on its tab', async ({ page }) => {
  await open(page);
  await bring(page, await withoutGrades());
  await read(page, text);
  await tab(page, capitalised(title)).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(view(page).getByRole('option').first()).toBeVisible();
  await expect(tab(page, 'Sentiment')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(tab(page, capitalised(title))).toBeFocused();
});

test('a newer one of the same name takes its place', async ({ page }) => {
  await open(page);
  await bring(page, named(await filesOf(tiny)));
  await read(page, text);
  await expect(view(page).getByRole('option').first()).toBeVisible();
  await bring(page, await withoutGrades());
  await expect(view(page).locator('.plain-words')).toHaveText(text);
  await expect(tab(page, capitalised(title))).toHaveCount(1);
});

test('the code of an app is that of the model shown', async ({ page }) => {
  await open(page);
  await view(page).getByText(strings.codeBox.title).click();
  const code = view(page).locator('.code-box code');
  await expect(code.first()).toContainText('npm install whylight @whylight/model-sentiment');
  await expect(code.last()).toContainText("loadClassifier('/models/sentiment/')");
  await bring(page, await withoutGrades());
  await read(page, text);
  await expect(code.first()).toContainText(`copy-model './${title}' public/models`);
  await expect(code.last()).toContainText("loadClassifier('/models/very%20bad%2C%20bad/')");
  await expect(code.last()).toContainText(JSON.stringify(text));
  await expect(code.last()).toContainText('classify(text)');
  await view(page).locator('.class-choice').last().click();
  await expect(code.last()).toContainText(/classify\(text, \{ label: "\d" \}\)/);
});

test('it fits the smallest phones', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page);
  await bring(
    page,
    await tinyWith((config) => {
      delete config.grades;
      config.names = ['a', 'b', 'c', 'd'].map((name) => name.repeat(40)).concat('e f g '.repeat(9));
    }),
  );
  await read(page, text);
  await expect(view(page).locator('.class-choice')).toHaveCount(5);
  await expect(view(page).locator('.ngram').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

/** A classifier with an LSTM of two units, and so many classes. */
function lstm(
  classes: number,
  change: (config: Record<string, unknown>) => void = () => {},
): ModelFile[] {
  const words = ['<unknown>', 'good', 'bad'];
  const gates = ['i', 'f', 'o', 'g'].flatMap((gate) => [
    { name: `layers.1.${gate}.U`, shape: [2, 2] },
    { name: `layers.1.${gate}.W`, shape: [2, 2] },
    { name: `layers.1.${gate}.b`, shape: [1, 2] },
  ]);
  const tensors = [
    { name: 'embedding', shape: [words.length, 2] },
    ...gates,
    { name: 'output.W', shape: [2, classes] },
    { name: 'output.b', shape: [1, classes] },
  ];
  let end = 0;
  const header = tensors.map(({ name, shape }) => {
    const start = end;
    end += 4 * shape[0]! * shape[1]!;
    return [name, { dtype: 'F32', shape, data_offsets: [start, end] }] as const;
  });
  const json = JSON.stringify(Object.fromEntries(header));
  const about = Buffer.from(json.padEnd(8 * Math.ceil(json.length / 8)));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(about.length));
  const numbers = Float32Array.from({ length: end / 4 }, (_, i) => Math.sin(i));
  const files = {
    'model.safetensors': Buffer.concat([length, about, Buffer.from(numbers.buffer)]),
    'vocab.txt': Buffer.from(words.map((word) => `${word}\n`).join('')),
  };
  const config = {
    format: 'whylight',
    version: 1,
    task: 'classifier',
    labels: Array.from({ length: classes }, (_, i) => `class ${i + 1}`),
    dimensions: 2,
    layers: [{ type: 'lstm' }],
    pooling: 'mean',
    output: 'last',
    training: {},
    files: Object.fromEntries(
      Object.entries(files).map(([name, bytes]) => [
        name,
        { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
      ]),
    ),
  };
  change(config);
  return named({ 'config.json': Buffer.from(JSON.stringify(config)), ...files });
}
