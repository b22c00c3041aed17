import { expect, it } from 'vitest';
import { json, objectSchema, orNull, Public, route, schemas } from '#http';
import { buildDocument } from './build-document.ts';
import { pathTypes, schemaTypes } from './client-types.ts';

it('types say what schemas say', () => {
  const shape = objectSchema(
    'Thing',
    {
      name: orNull(schemas.text),
      'in-dashes': { enum: ['a', 1, null] },
      list: { type: 'array', items: { oneOf: [{ type: 'integer' }, { const: 'none' }] } },
      texts: { type: 'object', additionalProperties: schemas.text },
      open: { type: 'object', required: ['id'], properties: { id: schemas.uuid }, additionalProperties: true },
      both: { allOf: [{ type: 'object', properties: { a: schemas.boolean } }, schemas.object] },
      whatever: {},
    },
    { optional: ['whatever'] },
  );
  const things = route({
    id: 'things.save',
    method: 'PUT',
    path: '/things/:thing_id',
    access: Public,
    summary: 'Saves',
    query: { type: 'object', properties: { dry: { type: 'boolean' } } },
    body: shape,
    bodyPresence: 'optional',
    docs: {
      tag: 'T',
      answers: {
        200: { description: 'It.', content: { 'application/json': { schema: shape } } },
        204: { description: '' },
      },
    },
    handle: () => json({}),
  });
  const document = buildDocument([things], { version: '', publicUrl: () => '' });
  expect(schemaTypes(document)).toContain(
    '  Thing: { name: string | null; "in-dashes": "a" | 1 | null; list: (number | "none")[]; ' +
      'texts: { [name: string]: string }; open: { id: string; [name: string]: unknown }; ' +
      'both: ({ a?: boolean }) & ({ [name: string]: unknown }); whatever?: unknown };\n',
  );
  const paths = pathTypes(document);
  expect(paths).toContain(
    '  "/things/{thing_id}": { put: { parameters: { query?: { dry?: boolean }; header?: never; path: { thing_id: string }; cookie?: never }; requestBody?: { content: { "application/json": Schemas[\'Thing\'] } };',
  );
  expect(paths).toContain(
    '200: { headers: { [name: string]: unknown }; content: { "application/json": Schemas[\'Thing\'] } }; 204: { headers: { [name: string]: unknown }; content?: never }',
  );
});
