import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';

import { FrameWork } from '../../../web/components/frames';

/** The frames that were asked for, by their numbers. */
const asked = new Map();
let elapse;
let number = 0;

function nextFrame() {
  const callbacks = [...asked.values()];
  asked.clear();
  for (const callback of callbacks) callback();
}

/** How long a step takes, in milliseconds. */
let stepMs;

beforeEach(() => {
  asked.clear();
  // So long that a frame has time for one.
  stepMs = 10;
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  elapse = () => (now += stepMs);
  globalThis.requestAnimationFrame = (callback) => {
    asked.set(++number, callback);
    return number;
  };
  globalThis.cancelAnimationFrame = (asking) => asked.delete(asking);
});

afterEach(() => {
  jest.restoreAllMocks();
});

/** Work of so many steps. */
function stepsOf(count) {
  const steps = {
    done: 0,
    step() {
      elapse();
      return ++steps.done < count;
    },
  };
  return steps;
}

describe('work that would hold up the keyboard', () => {
  test('begins at once, and goes on a step in each frame until it is done', () => {
    const steps = stepsOf(3);
    new FrameWork().run(steps.step);
    expect(steps.done).toBe(1);
    nextFrame();
    expect(steps.done).toBe(2);
    nextFrame();
    expect(steps.done).toBe(3);
    expect(asked.size).toBe(0);
  });

  test('does as many steps in a frame as there is time for', () => {
    stepMs = 0.1;
    const steps = stepsOf(1000);
    new FrameWork().run(steps.step);
    expect(steps.done).toBeGreaterThan(20);
    expect(steps.done).toBeLessThan(120);
    const before = steps.done;
    nextFrame();
    expect(steps.done).toBe(2 * before);
  });

  test('asks for no frame where one step is all', () => {
    new FrameWork().run(stepsOf(1).step);
    expect(asked.size).toBe(0);
  });

  test('gives way to newer work', () => {
    const [old, newer] = [stepsOf(3), stepsOf(2)];
    const work = new FrameWork();
    work.run(old.step);
    work.run(newer.step);
    nextFrame();
    nextFrame();
    expect([old.done, newer.done]).toEqual([1, 2]);
  });

  test('stays undone once it is stopped', () => {
    const steps = stepsOf(3);
    const work = new FrameWork();
    work.run(steps.step);
    work.stop();
    nextFrame();
    expect(steps.done).toBe(1);
    // Stopped again, nothing happens.
    work.stop();
  });
});
