import { sql } from 'kysely';
import type { QueryPart } from '#plugins/database/contract.ts';

/** What a store would make with kysely, of a test's own text. */
export function queryPart(text: string): QueryPart {
  return sql.raw(text);
}
