import type { JsonSchema } from '#kernel';
import { type FilterOperator, filterOperators } from '#plugins/node-knowledge/contract.ts';
import type { DocumentFilter } from './several-bases.ts';

const scalar = { type: ['string', 'number', 'null'] } as const;

/** Conditions on metadata, as callers send them (runtime API, RetrievalModel). */
export const conditionsSchema = {
  type: ['object', 'null'],
  properties: {
    logical_operator: { type: ['string', 'null'], enum: ['and', 'or', null] },
    conditions: {
      type: ['array', 'null'],
      maxItems: 100,
      items: {
        type: 'object',
        required: ['name', 'comparison_operator'],
        properties: {
          name: {
            anyOf: [
              { type: 'string', minLength: 1, maxLength: 255 },
              { type: 'array', minItems: 1, maxItems: 20, items: { type: 'string', minLength: 1, maxLength: 255 } },
            ],
          },
          comparison_operator: { type: 'string', enum: [...filterOperators] },
          value: { anyOf: [scalar, { type: 'array', maxItems: 1_000, items: scalar }] },
        },
      },
    },
  },
} as const satisfies JsonSchema;

const { conditions } = conditionsSchema.properties;

/** The same for routes of the console, which take no fields that are not known. */
export const closedConditionsSchema = {
  ...conditionsSchema,
  additionalProperties: false,
  properties: {
    ...conditionsSchema.properties,
    conditions: { ...conditions, items: { ...conditions.items, additionalProperties: false } },
  },
} as const satisfies JsonSchema;

interface SentConditions {
  readonly logical_operator?: 'and' | 'or' | null | undefined;
  readonly conditions?:
    | readonly {
        readonly name: string | readonly string[];
        readonly comparison_operator: FilterOperator;
        readonly value?: unknown;
      }[]
    | null
    | undefined;
}

/** Some callers give each condition a list of names, all of which must meet it. Nothing where there are no conditions. */
export function filterOf(sent: SentConditions | null | undefined): DocumentFilter | undefined {
  const conditions = (sent?.conditions ?? []).flatMap(({ name, comparison_operator: operator, value = null }) =>
    [name].flat().map((single) => ({ name: single, operator, value })),
  );
  return conditions.length === 0 ? undefined : { operator: sent?.logical_operator ?? 'and', conditions };
}
