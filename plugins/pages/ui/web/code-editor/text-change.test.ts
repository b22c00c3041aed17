import { expect, it } from 'vitest';
import { changeBetween } from './text-change.ts';

it('what differs between two texts is one stretch, as short as it can be', () => {
  expect(changeBetween('same', 'same')).toBeNull();
  expect(changeBetween('ab', 'axb')).toEqual({ from: 1, to: 1, insert: 'x' });
  expect(changeBetween('axb', 'ab')).toEqual({ from: 1, to: 2, insert: '' });
  expect(changeBetween('aa', 'aaa')).toEqual({ from: 2, to: 2, insert: 'a' });
  expect(changeBetween('', 'new')).toEqual({ from: 0, to: 0, insert: 'new' });
  const texts = ['', 'a', 'ab', 'ba', 'aab', 'abab', 'bb'];
  for (const before of texts)
    for (const after of texts) {
      const change = changeBetween(before, after);
      const made = change === null ? before : before.slice(0, change.from) + change.insert + before.slice(change.to);
      expect(made).toBe(after);
    }
});
