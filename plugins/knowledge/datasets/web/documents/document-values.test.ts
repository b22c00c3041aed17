import { expect, it } from 'vitest';
import { changedValues, shownValue } from './metadata-values.ts';
import { stepsOf } from './steps.ts';

const author = { id: 'f1', name: 'author', type: 'string' } as const;
const year = { id: 'f2', name: 'year', type: 'number' } as const;
const printed = { id: 'f3', name: 'printed', type: 'time' } as const;
const fields = [author, year, printed];
const document = (...metadata: { id: string; value: string | number }[]) => ({
  metadata: metadata.map((value) => ({ ...value, name: '', type: '' })),
});

it('shows what documents have in common', () => {
  const both = [document({ id: 'f1', value: 'Ada' }), document({ id: 'f1', value: 'Ada' }, { id: 'f2', value: 1 })];
  expect(shownValue(author, both)).toBe('Ada');
  expect(shownValue(year, both)).toBe('');
});

it('sends only values that were changed, each as its type, and null for one that is taken away', () => {
  const form = new FormData();
  form.set('f1', '');
  form.set('f2', '1.5');
  form.set('f3', '2026-01-31T12:00');
  const seconds = new Date('2026-01-31T12:00').getTime() / 1000;
  expect(changedValues(fields, [document({ id: 'f1', value: 'Ada' })], form)).toEqual({
    f1: null,
    f2: 1.5,
    f3: seconds,
  });
  form.set('f1', 'Ada');
  form.set('f2', '');
  const same = document({ id: 'f1', value: 'Ada' }, { id: 'f3', value: seconds });
  expect(changedValues(fields, [same], form)).toEqual({});
});

it('tells how long each step took, as far as it is over', () => {
  const times = { created_at: 10, processing_started_at: 12, parsing_completed_at: 15, cleaning_completed_at: null };
  const steps = stepsOf({ ...times, splitting_completed_at: null, completed_at: null });
  expect(steps.map(({ seconds }) => seconds)).toEqual([2, 3, null, null, null, null]);
});
