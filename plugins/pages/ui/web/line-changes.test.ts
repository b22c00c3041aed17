import { expect, it } from 'vitest';
import { lineChanges } from './line-changes.ts';

const told = (before: string, after: string) =>
  lineChanges(before, after)?.map(({ kind, text }) => `${{ same: ' ', removed: '-', added: '+' }[kind]}${text}`);

it('tells lines that came, went and stayed', () => {
  expect(told('a\nb\nc', 'a\nx\nc\nd')).toEqual([' a', '-b', '+x', ' c', '+d']);
  expect(told('', 'a')).toEqual(['-', '+a']);
  expect(told('a\na', 'a')).toEqual([' a', '-a']);
});

it('leaves texts alone that are too long', () => {
  const long = 'x\n'.repeat(2_000);
  expect(lineChanges(long, long)).toBe(null);
});
