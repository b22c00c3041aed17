import { expect, it } from 'vitest';
import { tagItems } from './tag-items.ts';

const tags = [
  { name: 'Help', apps: 3 },
  { name: 'help desk', apps: 0 },
];

it('has tags by their names, with how many apps have them', () => {
  expect(tagItems({ name: 'help', tags, isAll: true })).toEqual([
    { id: 'Help', label: 'Help', detail: '3' },
    { id: 'help desk', label: 'help desk', detail: '0' },
  ]);
});

it('offers what is typed as a new one, unless a tag has that name or more may follow', () => {
  const labels = (name: string, isAll = true) =>
    tagItems({ name, tags, isAll }, 'new').map(({ label, detail }) => `${label}: ${detail}`);
  expect(labels('help')).toEqual(['Help: 3', 'help desk: 0', 'help: new']);
  expect(labels('Help')).toHaveLength(2);
  expect(labels('')).toHaveLength(2);
  expect(labels('help', false)).toHaveLength(2);
  expect(labels('x'.repeat(51))).toHaveLength(2);
});
