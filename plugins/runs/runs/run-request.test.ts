import { expect, it } from 'vitest';
import { limitsOf } from './run-request.ts';

const set = { maxSteps: 7, maxSeconds: 1_200, maxStreamedSeconds: 0 };

it.each([
  ['its own time', { maxSeconds: 65 }, set, 65],
  ['the time that is set', {}, set, 1_200],
  ['any time when none is set', {}, { ...set, maxSeconds: 0 }, null],
  ['any time when it is streamed', { maxSeconds: null }, set, null],
  ['the time that is set for streams', { maxSeconds: null }, { ...set, maxStreamedSeconds: 30 }, 30],
])('a run may take %s', (_case, start, settings, maxSeconds) => {
  expect(limitsOf(start, settings)).toMatchObject({ maxSteps: 7, maxSeconds });
});
