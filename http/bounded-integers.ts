import type { JsonSchema } from '#kernel';

/** What an `integer` of the database holds. */
const [least, most] = [-2_147_483_648, 2_147_483_647];

/**
 * The schema with bounds for whole numbers that name none: what is counted, or numbers a page, fits an `integer`, and a number
 * beyond is refused where it comes in. Who takes larger ones says so.
 */
export function boundedIntegers(schema: JsonSchema): JsonSchema {
  return bounded(schema) as JsonSchema;
}

/** Also what only looks like a schema (an example, a name of a property): there bounds say nothing. */
function bounded(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(bounded);
  if (typeof part !== 'object' || part === null) return part;
  const copy = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, bounded(value)]));
  const { type } = copy;
  const isInteger = type === 'integer' || (Array.isArray(type) && type.includes('integer') && !type.includes('number'));
  return isInteger ? { minimum: least, maximum: most, ...copy } : copy;
}
