import { type RawBuilder, sql } from 'kysely';
import { few } from '#plugins/database/contract.ts';
import type { LogFilters } from './filters.ts';

/** Rows that one request walks over at most: what is rare is found over several pages, each of bounded cost. */
export const WALKED = 5_000;

/** A part of a query. */
export type Condition = RawBuilder<unknown>;

/**
 * The message a run wrote, as its owner keeps it (`RunStart.owner`): null for workflows and forks. To be taken in a
 * materialized part of a query: under row-level security PostgreSQL uses no index for what is compared with it directly.
 */
export const messageOfRun = sql`case when kind = 'chat'
  and start #>> '{data,id}' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (start #>> '{data,id}')::uuid end`;

/** What a run must be like, beside its time, status and user. `r` is the run, with its `message_id`. */
export function runConditions(filters: LogFilters): Condition[] {
  const { source, version_id: version, feedback, annotated, error } = filters;
  const conditions: Condition[] = [];
  if (source === 'debugging' || source === 'schedule' || source === 'webhook')
    conditions.push(sql`r.triggered_from = ${source}`);
  else if (source !== undefined)
    conditions.push(sql`r.triggered_from <> 'debugging'`, userType('r.created_by', source));
  if (version !== undefined) conditions.push(sql`r.workflow_id = ${version}::uuid`);
  if (error !== undefined) conditions.push(holds('r.error', error));
  conditions.push(...between('r.total_tokens', filters.min_tokens, filters.max_tokens));
  conditions.push(...prices(sql`coalesce(r.total_price, 0)`, sql`r.currency`, filters));
  conditions.push(...between('r.elapsed', filters.min_seconds, filters.max_seconds));
  if (feedback !== undefined) {
    const given = sql`exists (select from message_feedbacks f
      where ${few('f.message_id', sql`r.message_id`)} and f.source = 'user' ${ratingIs(feedback)} ${oneByOne})`;
    conditions.push(feedback === 'none' ? sql`not (${given})` : given);
  }
  if (annotated !== undefined) {
    const hit = sql`exists (select from annotation_hits h where h.message_id = r.message_id ${oneByOne})`;
    conditions.push(annotated ? hit : sql`not (${hit})`);
  }
  return conditions;
}

/**
 * At the end of an `exists`: it is looked up for each row that is walked over. Without it the planner may read all of the other
 * table to compare it with few rows.
 */
export const oneByOne = sql`offset 0`;

/** An end user of this kind. */
export function userType(column: string, type: string): Condition {
  return sql`exists (select from end_users u where u.id = ${sql.ref(column)} and u.type = ${type} ${oneByOne})`;
}

/** Of the wanted kind, for `feedback`. */
export function ratingIs(feedback: string): Condition {
  return feedback === 'like' || feedback === 'dislike' ? sql`and f.rating = ${feedback}` : sql``;
}

/** A text as it is: `%` and `_` are no wildcards. */
export function holds(column: string, part: string): Condition {
  return sql`strpos(lower(${sql.ref(column)}), lower(${part.replaceAll('\0', '')}::text)) > 0`;
}

/** A number within limits. */
export function between(column: string, least: number | undefined, most: number | undefined): Condition[] {
  return [
    ...(least === undefined ? [] : [sql`${sql.ref(column)} >= ${least}::double precision`]),
    ...(most === undefined ? [] : [sql`${sql.ref(column)} <= ${most}::double precision`]),
  ];
}

/** Money within limits, in one currency or any. */
export function prices(amount: Condition, currency: Condition, filters: LogFilters): Condition[] {
  const { min_price: least, max_price: most, currency: wanted } = filters;
  return [
    ...(least === undefined ? [] : [sql`${amount} >= ${least}::numeric`]),
    ...(most === undefined ? [] : [sql`${amount} <= ${most}::numeric`]),
    ...(wanted === undefined ? [] : [sql`upper(${currency}) = upper(${wanted}::text)`]),
  ];
}

/** All of them. */
export function all(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}
