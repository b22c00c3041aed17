import { expect, it } from 'vitest';
import { Rests } from './rests.ts';

it('leaves alone who failed three times in a row, for ten seconds at a time', () => {
  let now = 1;
  const rests = new Rests(() => now);
  rests.failed('a');
  rests.failed('a');
  rests.worked('a');
  rests.failed('a');
  rests.failed('a');
  expect(rests.isResting('a')).toBe(false);
  rests.failed('a');
  expect([rests.isResting('a'), rests.isResting('b')]).toEqual([true, false]);
  now += 10_000;
  expect(rests.isResting('a')).toBe(false);
  rests.failed('a');
  expect(rests.isResting('a')).toBe(true);
  now += 10_000;
  rests.worked('a');
  rests.failed('a');
  expect(rests.isResting('a')).toBe(false);
});
