import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import type { PlanRoom } from '#plugins/workspaces/contract.ts';
import { countMembers, lockMembers } from './member-store.ts';
import { type Role, rolesThatMay } from './roles.ts';
import type { MemberTables } from './tables.ts';

/** Somebody is asked to join; the secret of the link is not kept. */
export interface Invitation {
  readonly id: string;
  readonly workspaceId: string;
  readonly email: string;
  readonly role: Role;
  readonly invitedBy: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Who invites. */
export interface Inviter {
  /** null: whoever runs the server. */
  readonly accountId: string | null;
  /** Shown to the invited. */
  readonly name: string;
}

/** Invitations. By their secret or address they are found as the system: it leads to the workspace. */
export class InvitationStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * One invitation of an address at a time: a new one takes the place of the old. `room`: what the plan leaves for
   * members and those who are invited; null: any number. The answer is null when the inviter may not any more.
   */
  async put(
    inviter: Inviter,
    invitation: Omit<Invitation, 'createdAt' | 'invitedBy'> & { readonly hash: string },
    room: PlanRoom | null,
  ): Promise<Invitation | null> {
    const values = {
      id: invitation.id,
      role: invitation.role,
      hash: invitation.hash,
      invited_by: inviter.name,
      inviter_id: inviter.accountId,
      expires_at: new Date(invitation.expiresAt),
    };
    return this.#as(inviter, invitation.workspaceId, async (transaction) => {
      if (room !== null) await requireRoom(transaction, invitation, room);
      const row = await transaction
        .insertInto('invitations')
        .values({ ...values, workspace_id: invitation.workspaceId, email: invitation.email })
        .onConflict((conflict) =>
          conflict.columns(['workspace_id', 'email']).doUpdateSet({ ...values, created_at: sql`now()` }),
        )
        .returningAll()
        .executeTakeFirstOrThrow();
      return toInvitation(row);
    });
  }

  /** Whoever sends it again answers for it from then on. */
  async renew(
    inviter: Inviter,
    { workspaceId, id, ...renewed }: { workspaceId: string; id: string; hash: string; expiresAt: number },
  ): Promise<Invitation | null> {
    return this.#as(inviter, workspaceId, async (transaction) => {
      const row = await transaction
        .updateTable('invitations')
        .set({
          hash: renewed.hash,
          expires_at: new Date(renewed.expiresAt),
          invited_by: inviter.name,
          inviter_id: inviter.accountId,
        })
        .where('id', '=', id)
        .where('workspace_id', '=', workspaceId)
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? null : toInvitation(row);
    });
  }

  async list(workspaceId: string): Promise<Invitation[]> {
    const query = this.#db(workspaceId).selectFrom('invitations').selectAll().where('workspace_id', '=', workspaceId);
    return (await query.orderBy('created_at').orderBy('id').execute()).map(toInvitation);
  }

  async count(workspaceId: string): Promise<number> {
    const row = await this.#db(workspaceId)
      .selectFrom('invitations')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirstOrThrow();
    return row.count;
  }

  /** Those that can still be accepted. */
  countOpen(workspaceId: string): Promise<number> {
    return countOthers(this.#db(workspaceId), { workspaceId, email: '' });
  }

  async remove(workspaceId: string, id: string): Promise<boolean> {
    const result = await this.#db(workspaceId)
      .deleteFrom('invitations')
      .where('id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst();
    return result.numDeletedRows === 1n;
  }

  async bySecret(hash: string): Promise<Invitation | null> {
    const row = await this.#database
      .system<MemberTables>()
      .selectFrom('invitations')
      .selectAll()
      .where('hash', '=', hash)
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirst();
    return row === undefined ? null : toInvitation(row);
  }

  /** Of all workspaces: who signs in for the first time is of none. */
  async workspacesThatInvite(email: string): Promise<readonly string[]> {
    const rows = await this.#database
      .system<MemberTables>()
      .selectFrom('invitations')
      .select('workspace_id')
      .where('email', '=', email)
      .where('expires_at', '>', sql<Date>`now()`)
      .execute();
    return rows.map((row) => row.workspace_id);
  }

  /** While their place in the workspace can't change: who is being removed leaves no invitation behind. */
  async #as<Result>(
    inviter: Inviter,
    workspaceId: string,
    write: (transaction: Kysely<MemberTables>) => Promise<Result>,
  ): Promise<Result | null> {
    return this.#db(workspaceId)
      .transaction()
      .execute(async (transaction) => {
        if (inviter.accountId !== null) {
          const { rows } = await sql<{ role: string }>`
            select role from memberships where workspace_id = ${workspaceId}::uuid
              and account_id = ${inviter.accountId}::uuid for share`.execute(transaction);
          if (!rows.some(({ role }) => rolesThatMay('members.manage').includes(role as Role))) return null;
        }
        return write(transaction);
      });
  }

  #db(workspaceId: string): Kysely<MemberTables> {
    return this.#database.workspace<MemberTables>(workspaceId);
  }
}

async function requireRoom(
  db: Kysely<MemberTables>,
  invitation: Pick<Invitation, 'workspaceId' | 'email'>,
  room: PlanRoom,
): Promise<void> {
  await lockMembers(db, invitation.workspaceId);
  const used = (await countMembers(db, invitation.workspaceId)) + (await countOthers(db, invitation));
  if (used >= room.limit) throw room.refusal(used);
}

/** Open invitations of other addresses. */
async function countOthers(
  db: Kysely<MemberTables>,
  { workspaceId, email }: Pick<Invitation, 'workspaceId' | 'email'>,
): Promise<number> {
  const row = await db
    .selectFrom('invitations')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('email', '!=', email)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return row.count;
}

function toInvitation(row: Selectable<MemberTables['invitations']>): Invitation {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    email: row.email,
    role: row.role as Role,
    invitedBy: row.invited_by,
    createdAt: row.created_at.getTime(),
    expiresAt: row.expires_at.getTime(),
  };
}
