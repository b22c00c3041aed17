import type pg from 'pg';
import { PlatformError } from '#kernel';
import type { Sockets } from '#plugins/egress/contract.ts';
import type { DatabaseAddress } from './address.ts';
import { withConnection } from './connection.ts';
import { LimitedQuery, type Row, type RowLimits } from './limited-query.ts';
import { checkStatement } from './statement.ts';

/** What statements are run with, whoever asks. */
export interface SqlSettings {
  readonly sockets: Sockets;
  /** Milliseconds: a statement may take on the server; a call may take with all of it. */
  readonly statementTimeout: number;
  readonly deadline: number;
  /** The operator says that Weft's own database may be asked. */
  readonly allowWeftDatabase: boolean;
}

export interface Statement {
  readonly text: string;
  /** For `$1`, `$2` …; lists and objects go as JSON. */
  readonly values: readonly unknown[];
  readonly limits: RowLimits;
}

export interface StatementResult {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  readonly isTruncated: boolean;
  /** Rows that a writing statement changed; null for others. */
  readonly affected: number | null;
}

/**
 * Weft's databases are known by their policies (migrations/row-level-security.ts), under whatever address. The right to write
 * or run files of the server is no matter of transactions: functions have it too, so who has it is none who only reads.
 */
const BEGIN_CHECKS = `
  select
    set_config('statement_timeout', $1, true),
    set_config('standard_conforming_strings', 'on', true),
    set_config('idle_in_transaction_session_timeout', $1, true),
    exists (
      select from pg_catalog.pg_policy
      where strpos(pg_catalog.pg_get_expr(polqual, polrelid), 'weft.workspace_id') > 0
    ) as "isWeft",
    exists (
      select from pg_catalog.pg_roles
      where (rolname = current_user and rolsuper)
        or (rolname in ('pg_write_server_files', 'pg_execute_server_program', 'pg_read_server_files')
          and pg_catalog.pg_has_role(oid, 'usage'))
    ) as "isPowerful"`;

/** Runs one statement in a transaction of its own; throws what its caller may read. */
export async function runStatement(
  { sockets, statementTimeout, deadline, allowWeftDatabase }: SqlSettings,
  address: DatabaseAddress,
  { text, values, limits }: Statement,
  signal: AbortSignal,
): Promise<StatementResult> {
  const { mayWrite, host } = address;
  checkStatement(text, mayWrite);
  return withConnection({ sockets, address, signal, deadline }, async (client) => {
    await client.query(mayWrite ? 'begin' : 'begin transaction read only');
    // It takes a snapshot as well, after which a transaction can't be made a writing one any more.
    const checks = await checkSession(client, statementTimeout);
    if (checks.isWeft && !allowWeftDatabase) throw weftDatabase(host);
    if (checks.isPowerful && !mayWrite) throw powerfulUser(host);
    const query = new LimitedQuery(text, values.map(toParameter), limits);
    await query.over(client);
    await client.query(mayWrite ? 'commit' : 'rollback');
    const { columns, found: rows, isTruncated, affected } = query;
    if (isTruncated && rows.length === 0) throw firstRowTooLarge();
    return { columns, rows, isTruncated, affected: columns.length === 0 ? affected : null };
  });
}

interface SessionChecks {
  readonly isWeft: boolean;
  readonly isPowerful: boolean;
}

async function checkSession(client: pg.Client, timeout: number): Promise<SessionChecks> {
  const { rows } = await client.query<SessionChecks>(BEGIN_CHECKS, [String(timeout)]);
  const [checks] = rows;
  if (checks === undefined)
    throw new PlatformError('unavailable', 'tool-sql.not_connected', 'The server does not answer as PostgreSQL does.');
  return checks;
}

function toParameter(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

function weftDatabase(host: string) {
  const message = `${host} was not asked: it is a database of Weft itself. An operator can allow it with tool-sql.allowWeftDatabase.`;
  return new PlatformError('forbidden', 'tool-sql.weft_database', message);
}

function powerfulUser(host: string) {
  const message = `The user may read or write files of the server ${host} or is its superuser, so no transaction keeps it to reading. Make a user with the right to select, or end the address with access=write.`;
  return new PlatformError('forbidden', 'tool-sql.powerful_user', message);
}

function firstRowTooLarge() {
  const message =
    'The first row alone is too large. Select fewer columns, or parts of long values: left(column, 1000).';
  return new PlatformError('limited', 'tool-sql.too_large', message);
}
