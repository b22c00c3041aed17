import type { RouteRequest } from '#http';
import { type Contributions, isPlatformError } from '#kernel';
import { type Account, avatarUrl, type CurrentPlace, type Sessions } from '#plugins/accounts/contract.ts';
import { lackingPermissions, listPermissions, type Members, mayRole } from '#plugins/members/contract.ts';
import type { ThingPlaces } from '#plugins/search/contract.ts';
import type { Workspaces } from '#plugins/workspaces/contract.ts';

export interface SessionParts {
  readonly sessions: Sessions;
  readonly places: Contributions<CurrentPlace>;
  readonly members: Members;
  readonly workspaces: Workspaces;
  readonly things: ThingPlaces;
}

/** What a page of the studio knows from its first moment; null: nobody is signed in, as far as this request tells. */
export async function sessionData(
  parts: SessionParts,
  { headers, address, path }: Pick<RouteRequest, 'headers' | 'address' | 'path'>,
) {
  const identity = await caller(parts, { headers, address });
  if (identity === null || identity.sessionId === null) return null;
  const { account, sessionId } = identity;
  return {
    csrf_token: parts.sessions.csrfToken(sessionId),
    account: accountData(account),
    ...(await shownPlaces(parts, account, path)),
  };
}

async function shownPlaces(parts: SessionParts, account: Account, path: string) {
  const places = await placesOf(parts, account);
  return { ...places, elsewhere: await elsewhere(parts, account, { path, places }) };
}

const someId = /\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/|$)/i;

/**
 * Another workspace of theirs whose thing an address names, where that is not one of the current workspace: links may lead anywhere.
 * null: there is none, or nothing that they may see.
 */
async function elsewhere(
  { things }: SessionParts,
  { id: accountId, email: name }: Account,
  { path, places }: { readonly path: string; readonly places: Awaited<ReturnType<typeof placesOf>> },
) {
  const [, id] = someId.exec(path) ?? [];
  const { workspace: current, workspaces } = places;
  if (id === undefined || current === null || workspaces.length < 2) return null;
  const open = workspaces.filter(({ is_deleted: isDeleted }) => !isDeleted);
  const inOrder = [...open.filter((one) => one.id === current.id), ...open.filter((one) => one.id !== current.id)];
  const seekers = inOrder.map(({ id: workspaceId, name: title, role }) => ({
    ...{ workspaceId, accountId, name, title },
    can: (permission: string) => mayRole(role, permission),
  }));
  const found = await things.find(id.toLowerCase(), seekers);
  return found === null || found.workspaceId === current.id ? null : { id: found.workspaceId, name: found.title };
}

/** Only the cookie counts: a page is loaded by a browser. */
async function caller({ sessions }: SessionParts, { headers, address }: Pick<RouteRequest, 'headers' | 'address'>) {
  const { cookie } = headers;
  if (cookie === undefined) return null;
  try {
    return await sessions.caller({ method: 'GET', path: '/', headers: { cookie }, address });
  } catch (error) {
    if (isPlatformError(error) && (error.kind === 'unauthenticated' || error.kind === 'forbidden')) return null;
    throw error;
  }
}

function accountData(account: Account) {
  const { id, email, name, language, hasPassword, hasSecondFactor } = account;
  return {
    ...{ id, email, name, language, has_password: hasPassword, has_second_factor: hasSecondFactor },
    avatar_url: avatarUrl(account),
  };
}

async function placesOf({ places, members, workspaces }: SessionParts, account: Account) {
  const currentId = (await places.all()[0]?.of(account)) ?? null;
  const memberships = await members.workspacesOf(account.id);
  const all = await Promise.all(
    memberships.map(async ({ workspaceId, role }) => ({ role, workspace: await workspaces.get(workspaceId) })),
  );
  const shown = all.flatMap(({ role, workspace }) =>
    workspace === null
      ? []
      : [{ id: workspace.id, name: workspace.name, role, is_deleted: workspace.deletion !== null }],
  );
  const current = shown.find(({ id, is_deleted: isDeleted }) => id === currentId && !isDeleted);
  return {
    workspaces: shown,
    workspace:
      current === undefined
        ? null
        : { ...current, permissions: listPermissions(current.role), lacks: lackingPermissions(current.role) },
  };
}
