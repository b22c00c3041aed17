import { expect, it } from 'vitest';
import { chosenVariable, type Variables, variableItems, variableKey } from './variable-items.ts';

const groups = [
  {
    ...{ id: 'm', title: 'Model' },
    variables: [
      { selector: ['m', 'text'], type: 'string', about: '' },
      { selector: ['m', 'usage', 'tokens'], type: 'number', about: '' },
    ],
  },
  { id: 'sys', title: 'sys', variables: [{ selector: ['sys', 'files'], type: 'array[file]', about: '' }] },
];
const seen = (value: readonly string[], types?: readonly string[]): Variables => ({
  ...{ groups, types, value: variableKey(value) },
  titleOf: ({ id, title }) => (id === 'sys' ? 'System' : title),
  lastOf: (selector) => (selector.at(-1) === 'text' ? `Hello, ${'dear '.repeat(20)}Ada` : undefined),
  whyNot: (type, fitting) => `${type}, not ${fitting.join()}`,
  unknown: (name) => `${name}?`,
});
const told = (variables: Variables, isSearching = false) =>
  variableItems(variables, isSearching).map(({ label, whyNot }) => [label, whyNot].filter(Boolean).join(': '));

it('lists variables by node, with their types and what they were last', () => {
  const [text, tokens, files] = variableItems(seen([]), false);
  expect(text).toMatchObject({ label: 'text', full: 'Model · text', group: 'Model' });
  expect(text?.detail).toMatch(/^string · Hello, dear .{20,30}…$/);
  expect(tokens).toMatchObject({ label: 'usage.tokens', detail: 'number' });
  expect(files).toMatchObject({ full: 'System · files' });
});

it('lists those that fit, and finds others with the reason', () => {
  const variables = seen([], ['number']);
  const others = ['text: string, not number', 'files: array[file], not number'];
  expect(told(variables)).toEqual(['usage.tokens']);
  expect(told(variables, true).toSorted()).toEqual(['usage.tokens', ...others].toSorted());
  // Where none fits, all are there to be told why.
  expect(told(seen([], ['boolean']))).toHaveLength(3);
});

it('keeps what is chosen, of another type or not there any more', () => {
  expect(told(seen(['m', 'text'], ['number']))).toEqual(['text', 'usage.tokens']);
  const gone = seen(['old', 'text'], ['number']);
  expect(told(gone)).toEqual(['old.text?', 'usage.tokens']);
  expect(chosenVariable(gone, gone.value)?.label).toBe('old.text?');
  expect(chosenVariable(gone, '')).toBeNull();
});
