import { sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import type { Membership } from './contract.ts';
import type { Role } from './roles.ts';

/** Which members of a workspace, and from where on. */
export interface MemberQuery {
  /** A part of the name or address, in any case. */
  readonly search?: string;
  readonly role?: Role;
  readonly limit: number;
  /** As `next` gave it. */
  readonly cursor?: string;
}

export interface MemberPage {
  readonly items: readonly Membership[];
  readonly next: string | null;
}

/** A place in the order of joining: microseconds, which is what the database counts in, and an account. */
export const memberCursor = /^([0-9]{1,16})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

interface Row {
  readonly account_id: string;
  readonly role: Role;
  readonly joined_at: Date;
  readonly at: number;
}

/**
 * Members page by page, oldest first. System: names and addresses are of accounts, which belong to no workspace; what is read
 * of them is only of members of the one that is named.
 */
export class MemberPageStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async page(workspaceId: string, { search, role, limit, cursor }: MemberQuery): Promise<MemberPage> {
    const where = [sql`m.workspace_id = ${workspaceId}::uuid`];
    if (role !== undefined) where.push(sql`m.role = ${role}`);
    if (search !== undefined) {
      const part = search.replaceAll('\0', '').toWellFormed();
      where.push(sql`(strpos(lower(a.name), lower(${part}::text)) > 0 or strpos(a.email, lower(${part}::text)) > 0)`);
    }
    const [, at, id] = memberCursor.exec(cursor ?? '') ?? [];
    if (at !== undefined && id !== undefined) {
      const time = sql`timestamptz 'epoch' + ${at}::bigint * interval '1 microsecond'`;
      where.push(sql`(m.joined_at, m.account_id) > (${time}, ${id}::uuid)`);
    }
    const { rows } = await sql<Row>`
      select m.account_id, m.role, m.joined_at, (extract(epoch from m.joined_at) * 1000000)::bigint as at
      from memberships m join accounts a on a.id = m.account_id
      where ${sql.join(where, sql` and `)} order by m.joined_at, m.account_id limit ${limit + 1}`.execute(
      this.#database.system<never>(),
    );
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    return {
      items: items.map((row) => ({
        workspaceId,
        accountId: row.account_id,
        role: row.role,
        joinedAt: row.joined_at.getTime(),
      })),
      next: last === undefined ? null : `${last.at}_${last.account_id}`,
    };
  }
}
