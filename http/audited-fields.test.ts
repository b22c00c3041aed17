import { expect, it } from 'vitest';
import { auditedDetails, recordable } from './audited-fields.ts';
import { empty, json, sse } from './contract.ts';

const exchange = { body: undefined, query: {}, reply: undefined };

it('only named fields are kept, as texts, and those of objects and lists by their path', () => {
  const fields = { body: ['role', 'app.limit', 'gone'], query: ['now'], answer: ['id', 'data.key', 'tags'] };
  const body = { role: 'editor', password: 'x', app: { limit: 5, other: 1 } };
  const reply = json({ id: 7, data: [{ key: 'a', secret: 's' }, { key: null }], tags: ['x', 'y'], api_key: 'k' });
  expect(auditedDetails(fields, { body, query: { now: true, code: 'c' }, reply })).toEqual({
    role: 'editor',
    'app.limit': '5',
    now: 'true',
    id: '7',
    'data.key': 'a, null',
    tags: 'x, y',
  });
});

it('a whole object is no value: what is in it must be named', () => {
  expect(auditedDetails({ body: ['app'] }, { ...exchange, body: { app: { secret: 's' } } })).toEqual({});
});

it.each([empty(), sse((async function* () {})())])('an answer without JSON has none', (reply) => {
  expect(auditedDetails({ answer: ['id'] }, { ...exchange, reply })).toEqual({});
});

it('what is inherited is no field', () => {
  expect(auditedDetails({ body: ['constructor', 'toString'] }, { ...exchange, body: {} })).toEqual({});
});

it('values are cut, and hold nothing that a database or a terminal chokes on', () => {
  const body = { name: 'x'.repeat(10_000), tags: Array.from({ length: 1_000 }, () => 't') };
  const { name = '', tags = '' } = auditedDetails({ body: ['name', 'tags'] }, { ...exchange, body });
  expect(name).toHaveLength(500);
  expect(tags.split(', ')).toHaveLength(50);
  expect(recordable('a\0b\u001b\ud800', 100)).toBe('a\ufffdb\ufffd\ufffd');
  expect(recordable('🌿🌿', 3)).toBe('🌿\ufffd');
});
