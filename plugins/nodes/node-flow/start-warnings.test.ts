import { expect, it } from 'vitest';
import { startWarnings } from './start-warnings.ts';

it('says which variables would be fetched elsewhere, and are not', () => {
  const variables = [
    { variable: 'a', type: 'text-input' },
    { variable: 'weather', type: 'external_data_tool', config: { api_based_extension_id: 'x' } },
    null,
  ];
  expect(startWarnings({ variables })).toEqual([
    { field: 'variables.1', message: expect.stringContaining('takes what the caller sends') },
  ]);
  expect(startWarnings({ variables: null })).toEqual([]);
});
