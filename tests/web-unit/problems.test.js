import { expect, jest, test } from '@jest/globals';

class WhylightError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}
jest.unstable_mockModule('whylight', () => ({ WhylightError }), { virtual: true });
const { adviceOn, describe, Problem } = await import('../../web/problems');
const { strings } = await import('../../web/strings/strings');
const { problems } = strings;

test.each([
  ['fetch-failed', problems.fetch],
  ['size-mismatch', problems.damaged],
  ['hash-mismatch', problems.damaged],
  ['model-version', problems.damaged],
  ['wasm-failed', problems.program],
  ['worker-failed', problems.program],
  ['text-too-long', problems.tooLong],
  ['out-of-memory', problems.memory],
  ['a-code-of-tomorrow', problems.unknown],
])('%s has advice in words of a visitor', (code, advice) => {
  const error = new WhylightError(code, 'https://example.org/x answered with status 404.');
  expect(adviceOn(error, true)).toBe(advice);
  expect(advice).not.toMatch(/https?:|status|[a-z]-failed|wasm/i);
  expect(describe(error)).toContain(`(${code})`);
});

test('without a network, that is the reason for what did not arrive, and for nothing else', () => {
  expect(adviceOn(new WhylightError('fetch-failed', ''), false)).toBe(problems.offline);
  const missing = new Problem('The list is missing.', '', { ofNetwork: true });
  expect(adviceOn(missing, false)).toBe(problems.offline);
  expect(adviceOn(new Problem('No room.', ''), false)).toBe('No room.');
  expect(adviceOn(new WhylightError('out-of-memory', ''), false)).toBe(problems.memory);
});

test('a problem of the page has its own sentence, and anything else may be thrown', () => {
  expect(adviceOn(new Problem('The list is missing.', 'status 404'), true)).toBe(
    'The list is missing.',
  );
  expect(adviceOn('a string', true)).toBe(problems.unknown);
  expect(describe('a string')).toBe('a string');
});
