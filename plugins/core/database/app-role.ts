import type { ClientBase } from 'pg';
import { PlatformError } from '#kernel';
import { appRole } from './session.ts';

interface RoleState {
  readonly exists: boolean;
  readonly isStrong: boolean;
  readonly login: string;
  /** Whether the login role may make the role, where there is none, and let itself into it. */
  readonly mayMake: boolean;
}

/** Roles belong to the whole server, where another process (or database) may be making the same one right now. */
const attempts = 8;

/**
 * Makes sure that workspace sessions have their role: `weft_app`, which can't log in, owns nothing and is subject to
 * row-level security, and of which the login role is a member. Outside any transaction.
 */
export async function ensureAppRole(client: ClientBase): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const state = await readRole(client);
    if (state.isStrong) throw tooStrong();
    if (state.exists && (await canEnter(client))) return;
    try {
      if (!state.exists) await client.query(`create role ${appRole} nologin noinherit nobypassrls`);
      await client.query(`grant ${appRole} to current_user`);
    } catch (cause) {
      const code = codeOf(cause);
      if (code === '42501') throw notAllowed(state.login, cause);
      // Lost a race: 42710 and 23505 for the role, XX000 ("tuple concurrently updated") for the grant.
      if (attempt === attempts || !['42710', '23505', 'XX000'].includes(code)) throw cause;
    }
    if (attempt === attempts) throw notAllowed(state.login, undefined);
  }
}

/** What `ensureAppRole` would refuse; changes nothing. */
export async function findRoleTrouble(client: ClientBase): Promise<PlatformError | undefined> {
  const state = await readRole(client);
  if (state.isStrong) return tooStrong();
  if (state.mayMake || (state.exists && (await canEnter(client)))) return undefined;
  return notAllowed(state.login, undefined);
}

async function readRole(client: ClientBase): Promise<RoleState> {
  const { rows } = await client.query<RoleState>(
    `select count(*) > 0 as exists, coalesce(bool_or(rolsuper or rolbypassrls), false) as "isStrong",
       current_user::text as login,
       (select l.rolsuper or (l.rolcreaterole
           -- From PostgreSQL 16 on, who may make roles may give only those they have made.
           and (current_setting('server_version_num')::int < 160000 or count(pg_roles.oid) = 0))
         from pg_roles l where l.rolname = current_user) as "mayMake"
     from pg_roles where rolname = $1`,
    [appRole],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('An aggregate gave no row');
  return row;
}

async function canEnter(client: ClientBase): Promise<boolean> {
  try {
    await client.query(`begin; set local role ${appRole}`);
    return true;
  } catch (error) {
    // 42501: not a member; 22023: dropped in this very moment.
    if (['42501', '22023'].includes(codeOf(error))) return false;
    throw error;
  } finally {
    await client.query('rollback');
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function notAllowed(login: string, cause: unknown): PlatformError {
  const message = `The database role "${login}" may not create or enter the role "${appRole}", under which each workspace's rows are kept apart. As an administrator run: create role ${appRole} nologin; grant ${appRole} to "${login}";`;
  return new PlatformError('internal', 'database.role_missing', message, { cause });
}

function tooStrong(): PlatformError {
  const message = `The database role "${appRole}" is a superuser or bypasses row-level security, so it would not keep workspaces apart. As an administrator run: alter role ${appRole} nosuperuser nobypassrls;`;
  return new PlatformError('internal', 'database.role_too_strong', message);
}
