import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import type { IndexingTables } from './tables.ts';

/** What a model was asked for: a text's vector, questions and answers, or a summary. */
export type AnswerKind = 'document' | 'pairs' | 'summary';

/** Who was asked for what. */
export interface AskedModel {
  readonly provider: string;
  readonly model: string;
  readonly kind: AnswerKind;
}

export interface AnswerBounds {
  /** Since they were last used. */
  readonly days: number;
  /** Of one workspace. */
  readonly bytes: number;
}

/** Rows that one statement removes. */
const REMOVED = 2_000;

/** What models answered to texts of a workspace: the same text is not paid for twice. Another workspace's are never seen. */
export class AnswerStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** By the place of the text; those that are not known are absent. */
  async find(workspaceId: string, asked: AskedModel, texts: readonly string[]): Promise<ReadonlyMap<number, Buffer>> {
    const keys = texts.map((text) => keyOf(asked, text));
    const { rows } = await sql<{ key: Buffer; answer: Buffer; isOld: boolean }>`
      select key, answer, used_on < (now() at time zone 'UTC')::date as "isOld" from model_answers
      where workspace_id = ${workspaceId} and key = any(${keys}::bytea[])`.execute(this.#db(workspaceId));
    const old = rows.filter(({ isOld }) => isOld).map(({ key }) => key);
    if (old.length > 0) {
      await sql`
        update model_answers set used_on = (now() at time zone 'UTC')::date
        where workspace_id = ${workspaceId} and key = any(${old}::bytea[])`.execute(this.#db(workspaceId));
    }
    const known = new Map(rows.map(({ key, answer }) => [key.toString('base64'), answer]));
    const found = new Map<number, Buffer>();
    for (const [index, key] of keys.entries()) {
      const answer = known.get(key.toString('base64'));
      if (answer !== undefined) found.set(index, answer);
    }
    return found;
  }

  async keep(
    workspaceId: string,
    asked: AskedModel,
    answers: readonly { readonly text: string; readonly answer: Buffer }[],
  ): Promise<void> {
    const rows = answers.map(({ text, answer }) => [keyOf(asked, text), answer] as const);
    rows.sort(([one], [other]) => one.compare(other));
    await sql`
      insert into model_answers (workspace_id, key, kind, answer)
      select ${workspaceId}, r.key, ${asked.kind}, r.answer
      from unnest(${rows.map(([key]) => key)}::bytea[], ${rows.map(([, answer]) => answer)}::bytea[]) as r(key, answer)
      on conflict (workspace_id, key) do update set answer = excluded.answer, used_on = excluded.used_on`.execute(
      this.#db(workspaceId),
    );
  }

  async forget(workspaceId: string, asked: AskedModel, texts: readonly string[]): Promise<void> {
    const keys = texts.map((text) => keyOf(asked, text));
    await sql`
      delete from model_answers where workspace_id = ${workspaceId} and key = any(${keys}::bytea[])`.execute(
      this.#db(workspaceId),
    );
  }

  /** System: workspaces that have any. */
  async workspaces(): Promise<readonly string[]> {
    const { rows } = await sql<{ id: string }>`
      with recursive each as (
        (select workspace_id from model_answers order by workspace_id limit 1)
        union all
        select (select a.workspace_id from model_answers a where a.workspace_id > each.workspace_id
          order by a.workspace_id limit 1) from each where each.workspace_id is not null
      )
      select workspace_id as id from each where workspace_id is not null`.execute(this.#database.system());
    return rows.map(({ id }) => id);
  }

  /** Removes what was not used for long and, beyond the bytes, what was not used for longest. */
  async bound(workspaceId: string, { days, bytes }: AnswerBounds): Promise<void> {
    const db = this.#db(workspaceId);
    await this.#remove(
      workspaceId,
      sql`used_on < (now() at time zone 'UTC')::date - ${days}::integer`,
      Number.POSITIVE_INFINITY,
    );
    const { rows } = await sql<{ bytes: number; n: number }>`
      select coalesce(sum(octet_length(answer)), 0)::bigint as bytes, count(*)::int as n
      from model_answers where workspace_id = ${workspaceId}`.execute(db);
    const { bytes: held = 0, n = 0 } = rows[0] ?? {};
    if (held > bytes) await this.#remove(workspaceId, sql`true`, Math.ceil(n * (1 - bytes / held)));
  }

  async #remove(
    workspaceId: string,
    condition: ReturnType<typeof sql<boolean>> | ReturnType<typeof sql>,
    most: number,
  ) {
    for (let left = most; left > 0; left -= REMOVED) {
      const { numAffectedRows } = await sql`
        delete from model_answers where workspace_id = ${workspaceId} and key = any(array(
          select key from model_answers where workspace_id = ${workspaceId} and ${condition}
          order by used_on limit ${Math.min(left, REMOVED)}
        ))`.execute(this.#db(workspaceId));
      if (Number(numAffectedRows ?? 0) === 0) return;
    }
  }

  #db(workspaceId: string): Kysely<IndexingTables> {
    return this.#database.workspace<IndexingTables>(workspaceId);
  }
}

function keyOf({ provider, model, kind }: AskedModel, text: string): Buffer {
  const hash = createHash('sha256').update(text).digest('hex');
  return createHash('sha256')
    .update(JSON.stringify([provider, model, kind, hash]))
    .digest();
}
