import { describe, expectTypeOf, it } from 'vitest';
import type { JsonSchema } from '#kernel';
import {
  empty,
  emptyAnswer,
  json,
  jsonAnswer,
  objectSchema,
  orNull,
  Public,
  rawJson,
  route,
  type SchemaValue,
  schemas,
} from './contract.ts';

const schema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    limit: { type: 'integer', default: 20 },
    sort: { type: 'string', enum: ['up', 'down'] },
    note: { type: ['string', 'null'] },
    tags: { type: 'array', items: { type: 'boolean' } },
    id: { anyOf: [{ type: 'string', enum: ['latest'] }, { type: 'integer' }] },
    any: { description: 'Anything.' },
    prices: { type: 'object', additionalProperties: { type: 'number' } },
  },
} as const;

interface Expected {
  readonly name: string;
  readonly limit: number;
  readonly sort?: 'up' | 'down';
  readonly note?: string | null;
  readonly tags?: readonly boolean[];
  readonly id?: 'latest' | number;
  readonly any?: unknown;
  readonly prices?: Readonly<Record<string, number>>;
}

// The compiler checks these.
describe('The type of what a schema took', () => {
  it('has what the schema says', () => {
    expectTypeOf<SchemaValue<typeof schema>>().branded.toEqualTypeOf<Expected>();
  });

  it('is unknown where the schema does not tell', () => {
    const type: string = 'string';
    const names: readonly string[] = ['name'];
    const vague = { type: 'object', required: names, properties: { name: { type } } } as const;
    expectTypeOf<SchemaValue<JsonSchema>>().toBeUnknown();
    expectTypeOf<SchemaValue<typeof vague>>().branded.toEqualTypeOf<{ readonly name?: unknown }>();
  });

  it('is that of the query and the body where a route handles them', () => {
    const common = { method: 'POST', path: '/', access: Public, summary: '' } as const;
    route({
      ...common,
      id: 'with-schemas',
      query: schema,
      body: { type: 'object', required: ['at'], properties: { at: { type: 'integer' } } },
      bodyPresence: 'optional',
      guard({ body }) {
        expectTypeOf(body).toBeUnknown();
      },
      handle({ query, body }) {
        expectTypeOf(query).branded.toEqualTypeOf<Expected>();
        expectTypeOf(body).branded.toEqualTypeOf<{ readonly at: number } | undefined>();
        return json(null);
      },
    });
    route({
      ...common,
      id: 'without',
      handle({ query, body }) {
        expectTypeOf(query).toEqualTypeOf<Readonly<Record<string, unknown>>>();
        expectTypeOf(body).toBeUnknown();
        return json(null);
      },
    });
  });

  it('is that of what a route answers, with an open object as whatever object it is', () => {
    const shelf = objectSchema(
      'Shelf',
      {
        id: schemas.uuid,
        state: { type: 'string', enum: ['open', 'closed'] },
        at: orNull(schemas.seconds),
        facts: schemas.object,
      },
      { optional: ['facts'] },
    );
    const common = { method: 'GET', path: '/', access: Public, summary: '' } as const;
    const docs = { tag: 'Shelves', answers: { 200: jsonAnswer('The shelf.', shelf), 204: emptyAnswer('None.') } };
    const facts: { readonly width: number } = { width: 1 };
    const whole = { id: '1', state: 'open', at: null } as const;
    route({
      ...common,
      id: 'right',
      docs,
      handle: ({ query }) => json({ ...whole, ...(query.all === true && { facts }) }),
    });
    route({ ...common, id: 'raw', docs, handle: async () => json({ ...whole, facts: rawJson('{}') }) });
    route({ ...common, id: 'empty', docs, handle: () => empty() });
    // @ts-expect-error: a field is missing
    route({ ...common, id: 'missing', docs, handle: () => json({ id: '1', state: whole.state }) });
    // @ts-expect-error: a value that the document does not name
    route({ ...common, id: 'other-value', docs, handle: () => json({ ...whole, state: 'ajar' as const }) });
    // @ts-expect-error: null where there is none
    route({ ...common, id: 'null', docs, handle: async () => json({ ...whole, id: null }) });
    // @ts-expect-error: a required field is misspelt
    route({ ...common, id: 'misspelt', docs, handle: () => json({ ident: '1', state: whole.state, at: null }) });
  });
});
