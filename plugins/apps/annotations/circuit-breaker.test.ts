import { expect, it } from 'vitest';
import { CircuitBreaker } from './circuit-breaker.ts';

it('leaves alone who failed three times in a row, for ten seconds at a time', () => {
  let now = 1;
  const breaker = new CircuitBreaker(() => now);
  breaker.failed('a');
  breaker.failed('a');
  breaker.worked('a');
  breaker.failed('a');
  breaker.failed('a');
  expect(breaker.isOpen('a')).toBe(false);
  breaker.failed('a');
  expect([breaker.isOpen('a'), breaker.isOpen('b')]).toEqual([true, false]);
  now += 10_000;
  expect(breaker.isOpen('a')).toBe(false);
  breaker.failed('a');
  expect(breaker.isOpen('a')).toBe(true);
  now += 10_000;
  breaker.worked('a');
  breaker.failed('a');
  expect(breaker.isOpen('a')).toBe(false);
});
