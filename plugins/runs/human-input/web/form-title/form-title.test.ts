import { expect, it } from 'vitest';
import { formTitle } from './contract.ts';

it('a form is named as its node only where somebody named that', () => {
  for (const title of ['', 'Human input', 'Human input 2', '人工输入']) expect(formTitle(title, 'Asked')).toBe('Asked');
  for (const title of ['Approve it', 'Human input of sales']) expect(formTitle(title, 'Asked')).toBe(title);
});
