import { describe, expectTypeOf, it } from 'vitest';
import type { JsonSchema } from '#kernel';
import { json, Public, route, type SchemaValue } from './contract.ts';

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
});
