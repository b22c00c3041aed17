import { expect, it } from 'vitest';
import { CallsPerMinute } from './calls-per-minute.ts';

it('counts calls of a minute by whose they are, and looking is none', () => {
  let now = 0;
  const calls = new CallsPerMinute(2, () => now);
  for (let look = 0; look < 5; look += 1) expect(calls.take('a', false)).toBeNull();
  expect([calls.take('a'), calls.take('a'), calls.take('b')]).toEqual([null, null, null]);
  now = 30_000;
  expect([calls.take('a'), calls.take('a', false)]).toEqual([30, 30]);
  now = 60_000;
  expect(calls.take('a')).toBeNull();
  expect(new CallsPerMinute(0).take('a')).toBeNull();
});
