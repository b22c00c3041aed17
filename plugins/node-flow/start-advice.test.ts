import { expect, it } from 'vitest';
import { startAdvice } from './start-advice.ts';

it('says which variables would be fetched elsewhere, and are not', () => {
  const variables = [
    { variable: 'a', type: 'text-input' },
    { variable: 'weather', type: 'external_data_tool', config: { api_based_extension_id: 'x' } },
    null,
  ];
  expect(startAdvice({ variables })).toEqual([
    { field: 'variables.1', message: expect.stringContaining('takes what the caller sends') },
  ]);
  expect(startAdvice({ variables: null })).toEqual([]);
});
