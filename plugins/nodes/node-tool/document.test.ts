import { expect, it } from 'vitest';
import { documents } from './document.ts';

const fields = (parameters: unknown, configurations: unknown = {}) =>
  documents.tool?.credentialFields?.({ tool_parameters: parameters, tool_configurations: configurations });

it('tells which inputs of a tool hold a credential', () => {
  const typed = (value: unknown) => ({ type: 'mixed', value });
  expect(
    fields(
      { email_password: typed('hunter2hunter2'), auth_code: typed('abcdefghijklmnop'), text: typed('hello there') },
      { api_key: 'sk-0123456789abcdefghij', zone: 'Europe/Berlin' },
    ),
  ).toEqual(['tool_parameters.email_password', 'tool_parameters.auth_code', 'tool_configurations.api_key']);
  expect(
    fields({ email_password: typed('{{#env.password#}}'), api_key: { type: 'variable', value: ['a', 'b'] } }),
  ).toEqual([]);
  expect(fields(null, 'odd')).toEqual([]);
});
