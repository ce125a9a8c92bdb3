import { expect, test } from '@playwright/test';
import { LiveExplainer } from '../../web/components/live-explainer';

/** An explainer whose model answers when told to, and what came of its answers. */
function setUp() {
  const asked: string[] = [];
  const answers: ((error?: Error) => void)[] = [];
  const heard: string[] = [];
  const explain = (text: string) => {
    asked.push(text);
    return new Promise<{ text: string }>((resolve, reject) => {
      answers.push((error) => (error ? reject(error) : resolve({ text })));
    });
  };
  const explainer = new LiveExplainer(explain, {
    onStart: () => {},
    onResult: ({ text }) => heard.push(text),
    onError: (_error, text) => heard.push(`failed: ${text}`),
  });
  return { explainer, asked, answers, heard };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('explains one text at a time, and only the newest of those that wait', async () => {
  const { explainer, asked, answers, heard } = setUp();
  for (const text of ['a', 'b', 'c']) explainer.runNow(text);
  expect(asked).toEqual(['a']);
  answers[0]!();
  await settled();
  expect(asked).toEqual(['a', 'c']);
  answers[1]!();
  await settled();
  expect(asked).toEqual(['a', 'c']);
  expect(heard).toEqual(['c']);
});

test('goes on after an error', async () => {
  const { explainer, answers, heard } = setUp();
  explainer.runNow('a');
  answers[0]!(new Error('no'));
  await settled();
  explainer.runNow('b');
  answers[1]!();
  await settled();
  expect(heard).toEqual(['failed: a', 'b']);
});

test('says nothing of an error that a newer text has overtaken', async () => {
  const { explainer, answers, heard } = setUp();
  explainer.runNow('a');
  explainer.runNow('b');
  answers[0]!(new Error('no'));
  await settled();
  answers[1]!();
  await settled();
  expect(heard).toEqual(['b']);
});

test('says and computes nothing more once it is stopped', async () => {
  const { explainer, asked, answers, heard } = setUp();
  explainer.runNow('a');
  explainer.runNow('b');
  explainer.stop();
  answers[0]!();
  await settled();
  expect(asked).toEqual(['a']);
  expect(heard).toEqual([]);
});

test('waits for a pause in the typing', async () => {
  const { explainer, asked } = setUp();
  for (const text of ['a', 'ab', 'abc']) explainer.schedule(text);
  expect(asked).toEqual([]);
  await expect.poll(() => asked).toEqual(['abc']);
});

test('does not wait twice for a text that is run at once', async () => {
  const { explainer, asked, answers } = setUp();
  explainer.schedule('a');
  explainer.runNow('a');
  answers[0]!();
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(asked).toEqual(['a']);
});

test('says nothing of what is cancelled, and goes on with what comes after', async () => {
  const { explainer, asked, answers, heard } = setUp();
  explainer.runNow('a');
  explainer.runNow('b');
  explainer.cancel();
  answers[0]!();
  await settled();
  expect(asked).toEqual(['a']);
  explainer.runNow('c');
  answers[1]!();
  await settled();
  expect(asked).toEqual(['a', 'c']);
  expect(heard).toEqual(['c']);
});

test('what is scheduled can be cancelled', async () => {
  const { explainer, asked } = setUp();
  explainer.schedule('a');
  explainer.cancel();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(asked).toEqual([]);
});
