import type { RouteRequest } from '#http';
import { type Contributions, isPlatformError } from '#kernel';
import { type Account, avatarUrl, type CurrentPlace, type Sessions } from '#plugins/accounts/contract.ts';
import { listPermissions, type Members } from '#plugins/members/contract.ts';
import type { Workspaces } from '#plugins/workspaces/contract.ts';

export interface SessionParts {
  readonly sessions: Sessions;
  readonly places: Contributions<CurrentPlace>;
  readonly members: Members;
  readonly workspaces: Workspaces;
}

/** What a page of the studio knows from its first moment; null: nobody is signed in, as far as this request tells. */
export async function sessionData(
  parts: SessionParts,
  { headers, address }: Pick<RouteRequest, 'headers' | 'address'>,
) {
  const identity = await caller(parts, { headers, address });
  if (identity === null || identity.sessionId === null) return null;
  const { account, sessionId } = identity;
  return {
    csrf_token: parts.sessions.csrfToken(sessionId),
    account: accountData(account),
    ...(await placesOf(parts, account)),
  };
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
    workspace: current === undefined ? null : { ...current, permissions: listPermissions(current.role) },
  };
}
