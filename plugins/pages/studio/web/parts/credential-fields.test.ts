import { expect, it } from 'vitest';
import { credentialsIn, fieldsOfSchema } from './credential-fields.ts';

const schema = {
  type: 'object',
  required: ['key'],
  properties: {
    key: { type: 'string', secret: true, title: 'API key', description: 'Begins with k-' },
    token: { type: 'string', secret: true },
    address: { type: 'string', format: 'uri', placeholder: 'https://' },
    kind: { type: 'string', enum: ['a', 'b'] },
    more: { type: 'string', format: 'json' },
  },
};

function form(values: Readonly<Record<string, string>>): FormData {
  const made = new FormData();
  for (const [name, value] of Object.entries(values)) made.set(name, value);
  return made;
}

it('makes fields of a schema', () => {
  const fields = fieldsOfSchema(schema);
  expect(fields.map(({ name, type, required }) => [name, type, required])).toEqual([
    ['key', 'secret', true],
    ['token', 'secret', false],
    ['address', 'url', false],
    ['kind', 'select', false],
    ['more', 'json', false],
  ]);
  expect(fields[0]).toMatchObject({ label: 'API key', help: 'Begins with k-', secret: true });
  expect(fieldsOfSchema(null)).toEqual([]);
});

it('keeps stored secrets that are left empty, and leaves out what is empty', () => {
  const fields = fieldsOfSchema(schema);
  const stored = { key: '••••', token: '••••', address: 'https://old.example' };
  expect(credentialsIn(form({ 'credential.key': '', 'credential.address': '' }), fields, stored)).toEqual({
    key: '••••',
    token: '••••',
  });
  const changed = form({ 'credential.key': ' k-2 ', 'forget.token': 'on', 'credential.kind': 'a' });
  expect(credentialsIn(changed, fields, stored)).toEqual({ key: 'k-2', kind: 'a' });
});
