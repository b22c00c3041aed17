import { type Kysely, sql } from 'kysely';
import { newId, PlatformError } from '#kernel';
import type { Database, Sink } from '#plugins/database/contract.ts';
import type { IdempotencyTables } from './tables.ts';

/** Seconds after which a claim nobody renews is free again. */
const LEASE = 60;
const HOURS = 24;
/** Rows one sweep takes at a time. */
const SWEEP = 5_000;

/** Names a key: of an app, hashed with its caller. */
export interface KeyName {
  readonly workspaceId: string;
  readonly appId: string;
  readonly hash: string;
}

/** What a key has led to so far. */
export interface KeyState {
  readonly fingerprint: string | null;
  readonly runId: string | null;
  readonly reply: string | null;
}

/** SQLSTATE of `refuse_claim`. */
const REFUSED = 'WF002';

/** Binds claims to runs that begin. Throws `idempotency.claim_lost`: without its claim a run does not become durable. */
export const boundSink: Sink<{ readonly claim: string; readonly runId: string; readonly name: KeyName }> = {
  id: 'idempotency.bound',
  isSingleStatement: true,
  async write(db, rows) {
    const records = rows.map(({ claim, runId, name }) => ({
      claim,
      run_id: runId,
      workspace_id: name.workspaceId,
      app_id: name.appId,
      key_hash: name.hash,
    }));
    const bound = sql`
      with bound as (
        update idempotency_keys set run_id = r.run_id
        from json_to_recordset(${JSON.stringify(records)}::json)
          as r(claim uuid, run_id uuid, workspace_id uuid, app_id uuid, key_hash text)
        where idempotency_keys.workspace_id = r.workspace_id and idempotency_keys.app_id = r.app_id
          and idempotency_keys.key_hash = r.key_hash and idempotency_keys.claim = r.claim
        returning 1
      )
      select case when count(*) < ${records.length}::integer then refuse_claim() end from bound`.execute(db);
    await bound.catch((error: unknown) => {
      throw error instanceof Error && 'code' in error && error.code === REFUSED ? claimLost() : error;
    });
  },
};

/** Nobody renewed the claim in time: the request is another one's now. */
function claimLost(): PlatformError {
  const message = 'The same request was begun anew, for the first one stood still for a minute; send it again.';
  return new PlatformError('conflict', 'idempotency.claim_lost', message, { retryAfter: 1 });
}

/** Keys of one workspace at a time. */
export class KeyStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The claim; null when the key is taken: by what it led to, or by somebody who is at it. */
  async claim({ workspaceId, appId, hash }: KeyName, fingerprint: string | null): Promise<string | null> {
    const { rows } = await sql<{ claim: string }>`
      insert into idempotency_keys (workspace_id, app_id, key_hash, claim, claimed_until, fingerprint, expires_at)
      values (${workspaceId}, ${appId}, ${hash}, ${newId()}, now() + make_interval(secs => ${LEASE}), ${fingerprint},
        now() + make_interval(hours => ${HOURS}))
      on conflict (workspace_id, app_id, key_hash) do update set
        claim = excluded.claim, claimed_until = excluded.claimed_until, fingerprint = excluded.fingerprint,
        run_id = null, reply = null, expires_at = excluded.expires_at
      where idempotency_keys.expires_at < now()
        or (idempotency_keys.run_id is null and idempotency_keys.reply is null and idempotency_keys.claimed_until < now())
      returning claim`.execute(this.#db(workspaceId));
    return rows[0]?.claim ?? null;
  }

  /** null: the key is free. */
  async find(name: KeyName): Promise<KeyState | null> {
    const row = await this.#key(name).select(['fingerprint', 'run_id', 'reply']).executeTakeFirst();
    return row === undefined ? null : { fingerprint: row.fingerprint, runId: row.run_id, reply: row.reply };
  }

  async renew(name: KeyName, claim: string): Promise<void> {
    await this.#change(name, claim)
      .set({ claimed_until: sql<Date>`now() + make_interval(secs => ${LEASE})` })
      .execute();
  }

  async complete(name: KeyName, claim: string, outcome: { fingerprint: string; reply: string }): Promise<void> {
    await this.#change(name, claim).set(outcome).execute();
  }

  /** Frees a key that led to nothing. */
  async release({ workspaceId, appId, hash }: KeyName, claim: string): Promise<void> {
    await this.#db(workspaceId)
      .deleteFrom('idempotency_keys')
      .where('app_id', '=', appId)
      .where('key_hash', '=', hash)
      .where('claim', '=', claim)
      .where('run_id', 'is', null)
      .execute();
  }

  /** System: what has expired goes, whosever it was. Tells whether there may be more. */
  async sweep(): Promise<boolean> {
    const { numAffectedRows = 0n } = await sql`
      delete from idempotency_keys where (workspace_id, app_id, key_hash) in (
        select workspace_id, app_id, key_hash from idempotency_keys where expires_at < now() limit ${SWEEP}
      )`.execute(this.#database.system<IdempotencyTables>());
    return numAffectedRows >= SWEEP;
  }

  #key({ workspaceId, appId, hash }: KeyName) {
    return this.#db(workspaceId)
      .selectFrom('idempotency_keys')
      .where('app_id', '=', appId)
      .where('key_hash', '=', hash);
  }

  #change({ workspaceId, appId, hash }: KeyName, claim: string) {
    return this.#db(workspaceId)
      .updateTable('idempotency_keys')
      .where('app_id', '=', appId)
      .where('key_hash', '=', hash)
      .where('claim', '=', claim);
  }

  #db(workspaceId: string): Kysely<IdempotencyTables> {
    return this.#database.workspace<IdempotencyTables>(workspaceId);
  }
}
