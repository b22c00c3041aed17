import { sql } from 'kysely';
import { lowestIdAt, timeOf } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import { queryOf, weekOf } from './search-terms.ts';

/** What to look for, and where. */
export interface SearchQuery {
  readonly workspaceId: string;
  readonly appId: string;
  /** Only in conversations of this end user, whose words have a place of their own in the index. */
  readonly endUserId?: string | undefined;
  readonly words: string;
  /** Milliseconds since the epoch: of runs that began at or after, and before. */
  readonly from: number;
  readonly to: number;
  /** Only runs that are older than this one. */
  readonly before: string | undefined;
  readonly limit: number;
}

/** A run that has all the words. */
export interface FoundRun {
  readonly runId: string;
  readonly messageId: string | null;
  readonly conversationId: string | null;
}

/** Weeks that are searched at a time: what is new is found first, and what is rare does not take a query for each week. */
const STEPS = [1, 4, 13, 26];

/**
 * Searches the words of runs. System: under row-level security PostgreSQL uses no index for `@@`, which is not leakproof.
 * Every condition names the workspace and the app, the words themselves begin with the app or the end user, and callers read
 * what they show as the workspace.
 */
export class SearchStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Newest first; null: there is no word to look for. */
  async find(query: SearchQuery): Promise<readonly FoundRun[] | null> {
    const { words, from, to, before, limit } = query;
    const ofId = query.endUserId ?? query.appId;
    if (queryOf(words, ofId, [0]) === null) return null;
    const newest = Math.min(to, before === undefined ? to : timeAfter(before));
    const found: FoundRun[] = [];
    const last = weekOf(from);
    let week = weekOf(newest);
    for (let step = 0; week >= last && found.length < limit; step += 1) {
      const wide = STEPS[Math.min(step, STEPS.length - 1)] ?? 1;
      const weeks = Array.from({ length: Math.min(wide, week - last + 1) }, (_, index) => week - index);
      found.push(...(await this.#step(query, queryOf(words, ofId, weeks) ?? '', limit - found.length)));
      week -= weeks.length;
    }
    return found;
  }

  async #step(query: SearchQuery, terms: string, limit: number): Promise<readonly FoundRun[]> {
    const { workspaceId, appId, endUserId, from, to, before } = query;
    const said = endUserId === undefined ? sql`true` : sql`conversation_id is not null`;
    const older = before === undefined ? sql`true` : sql`run_id < ${before}::uuid`;
    // The words alone choose: they begin with the app or the end user, and any other condition may lead the planner past their index.
    return this.#database
      .system<never>()
      .transaction()
      .execute(async (transaction) => {
        // What begins with a word looks to the planner like a part of all there is, which it would rather read whole.
        await sql`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`.execute(
          transaction,
        );
        const { rows } = await sql<FoundRun>`
      with found as materialized (
        select run_id, workspace_id, app_id, message_id, conversation_id from log_texts where terms @@ ${terms}::tsquery
      )
      select run_id as "runId", message_id as "messageId", conversation_id as "conversationId" from found
      where workspace_id = ${workspaceId}::uuid and app_id = ${appId}::uuid
        and run_id >= ${lowestIdAt(from)}::uuid and run_id < ${lowestIdAt(to)}::uuid and ${older} and ${said}
      order by run_id desc limit ${limit}`.execute(transaction);
        return rows;
      });
  }
}

function timeAfter(id: string): number {
  return timeOf(id) + 1;
}
