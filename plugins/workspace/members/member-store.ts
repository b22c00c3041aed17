import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import type { PlanRoom } from '#plugins/workspaces/contract.ts';
import type { Membership } from './contract.ts';
import { type Role, rolesThatMay } from './roles.ts';
import type { MemberTables } from './tables.ts';

/** Memberships. Those of an account, over all workspaces, are read as the system: whoever signs in has none yet. */
export class MemberStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(workspaceId: string, accountId: string): Promise<Membership | null> {
    const row = await this.#db(workspaceId)
      .selectFrom('memberships')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    return row === undefined ? null : toMembership(row);
  }

  async list(workspaceId: string): Promise<Membership[]> {
    const rows = await this.#db(workspaceId)
      .selectFrom('memberships')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .orderBy('joined_at')
      .orderBy('account_id')
      .execute();
    return rows.map(toMembership);
  }

  /** Which of these accounts belong to it. */
  async among(workspaceId: string, accountIds: readonly string[]): Promise<string[]> {
    const rows = await this.#db(workspaceId)
      .selectFrom('memberships')
      .select('account_id')
      .where('workspace_id', '=', workspaceId)
      .where('account_id', 'in', [...accountIds])
      .execute();
    return rows.map((row) => row.account_id);
  }

  async ofAccount(accountId: string): Promise<Membership[]> {
    const rows = await this.#database
      .system<MemberTables>()
      .selectFrom('memberships')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('joined_at')
      .orderBy('workspace_id')
      .execute();
    return rows.map(toMembership);
  }

  /**
   * null: is one already, or the workspace has an owner. `room`: what the plan leaves; null: any number. `invitation`: the
   * hash of the one that is used up with it; the answer is `no-invitation` when it is not there any more.
   */
  async insert(
    { workspaceId, accountId, role }: Pick<Membership, 'workspaceId' | 'accountId' | 'role'>,
    room: PlanRoom | null,
    invitation?: string,
  ): Promise<Membership | 'no-invitation' | null> {
    return this.#db(workspaceId)
      .transaction()
      .execute(async (db) => {
        if (room !== null) await lockMembers(db, workspaceId);
        if (invitation !== undefined && !(await takeInvitation(db, workspaceId, invitation))) return 'no-invitation';
        const row = await db
          .insertInto('memberships')
          .values({ workspace_id: workspaceId, account_id: accountId, role })
          .onConflict((conflict) => conflict.doNothing())
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return null;
        const used = room === null ? 0 : (await countMembers(db, workspaceId)) - 1;
        if (room !== null && used >= room.limit) throw room.refusal(used);
        return toMembership(row);
      });
  }

  count(workspaceId: string): Promise<number> {
    return countMembers(this.#db(workspaceId), workspaceId);
  }

  /**
   * Not the owner's, and not to owner: ownership is transferred. Who may not invite any more takes their invitations with
   * them. null: there is no such member.
   */
  async setRole(workspaceId: string, accountId: string, role: Role): Promise<Membership | null> {
    const mayInvite = rolesThatMay('members.manage').includes(role);
    return this.#db(workspaceId)
      .transaction()
      .execute(async (transaction) => {
        const row = await transaction
          .updateTable('memberships')
          .set({ role })
          .where('workspace_id', '=', workspaceId)
          .where('account_id', '=', accountId)
          .where('role', '!=', 'owner')
          .returningAll()
          .executeTakeFirst();
        if (row !== undefined && !mayInvite) await removeInvitations(transaction, workspaceId, accountId);
        return row === undefined ? null : toMembership(row);
      });
  }

  /** Not the owner. Their open invitations go with them: nobody would answer for them. */
  async remove(workspaceId: string, accountId: string): Promise<boolean> {
    return this.#db(workspaceId)
      .transaction()
      .execute(async (transaction) => {
        const result = await transaction
          .deleteFrom('memberships')
          .where('workspace_id', '=', workspaceId)
          .where('account_id', '=', accountId)
          .where('role', '!=', 'owner')
          .executeTakeFirst();
        const isRemoved = result.numDeletedRows === 1n;
        if (isRemoved) await removeInvitations(transaction, workspaceId, accountId);
        return isRemoved;
      });
  }

  /** In one transaction; the old owner becomes an admin. False: the new one is no member, or `from` is not the owner. */
  async transfer(workspaceId: string, from: string, to: string): Promise<boolean> {
    return this.#db(workspaceId)
      .transaction()
      .execute(async (transaction) => {
        const { rows } = await sql<{ account_id: string; role: string }>`
          select account_id, role from memberships where workspace_id = ${workspaceId}::uuid
            and account_id in (${from}::uuid, ${to}::uuid) order by account_id for update`.execute(transaction);
        const roleOf = (id: string) => rows.find((row) => row.account_id === id)?.role;
        if (roleOf(from) !== 'owner' || roleOf(to) === undefined || from === to) return false;
        for (const [accountId, role] of [
          [from, 'admin'],
          [to, 'owner'],
        ] as const) {
          const update = transaction.updateTable('memberships').set({ role }).where('workspace_id', '=', workspaceId);
          await update.where('account_id', '=', accountId).execute();
        }
        return true;
      });
  }

  #db(workspaceId: string): Kysely<MemberTables> {
    return this.#database.workspace<MemberTables>(workspaceId);
  }
}

async function removeInvitations(db: Kysely<MemberTables>, workspaceId: string, inviterId: string): Promise<void> {
  const query = db.deleteFrom('invitations').where('workspace_id', '=', workspaceId);
  await query.where('inviter_id', '=', inviterId).execute();
}

/** Members and invitations of a workspace that has a limit are added one at a time. */
export async function lockMembers(db: Kysely<MemberTables>, workspaceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`members of ${workspaceId}`}, 0))`.execute(db);
}

export async function countMembers(db: Kysely<MemberTables>, workspaceId: string): Promise<number> {
  const row = await db
    .selectFrom('memberships')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** False when somebody else was faster, or it was taken back or is over. */
async function takeInvitation(db: Kysely<MemberTables>, workspaceId: string, hash: string): Promise<boolean> {
  const result = await db
    .deleteFrom('invitations')
    .where('workspace_id', '=', workspaceId)
    .where('hash', '=', hash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

function toMembership(row: Selectable<MemberTables['memberships']>): Membership {
  return {
    workspaceId: row.workspace_id,
    accountId: row.account_id,
    role: row.role as Role,
    joinedAt: row.joined_at.getTime(),
  };
}
