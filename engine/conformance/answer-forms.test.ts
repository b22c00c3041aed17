import { describe, expect, it } from 'vitest';
import { firstOption } from './answer-forms.ts';

describe('the option that is chosen', () => {
  it.each<[string, object, string]>([
    ['behind an empty selector', { type: 'constant', selector: [], value: ['a', 'b'] }, 'a'],
    ['of a list that a variable gave', { type: 'variable', selector: ['code', 'list'], value: ['x'] }, 'x'],
    ['of no options', { type: 'constant', value: [] }, ''],
  ])('is the first one: %s', (_case, source, chosen) => {
    expect(firstOption({ type: 'select', output_variable_name: 'c', option_source: source })).toBe(chosen);
  });
});
