import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { form } from './form.ts';
import { texts } from './texts/index.ts';

it('pages know what new nodes of the kind are called, in every language', () => {
  const page = readFileSync(new URL('web/form-title/contract.ts', import.meta.url), 'utf8');
  for (const title of [form.title, ...Object.values(texts).map((words) => words[form.title])])
    expect(page).toContain(`'${title}'`);
});
