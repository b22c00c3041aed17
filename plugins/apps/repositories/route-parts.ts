import { unixSeconds } from '#http';
import type { ManagementCaller } from '#plugins/management-access/contract.ts';
import type { Person, PlaceWish } from '#plugins/repository-hosts/contract.ts';
import {
  applyWays,
  appStates,
  commitWays,
  directions,
  type Link,
  type LinkedApp,
  type LinkSettings,
  type SyncRun,
} from './link.ts';

export const uuid = { type: 'string', format: 'uuid' } as const;
/** A repository that is linked. */
export const single = '/console/api/repositories/:repository_id';
export const singleParams = { type: 'object', properties: { repository_id: uuid } } as const;
export const singleIds = { 'params.repository_id': 'repository' } as const;
const line = {
  type: 'string',
  maxLength: 1000,
  pattern: '^[^\\u0000-\\u001f]*$',
  description: 'Text without control characters.',
} as const;

/** Where a repository is. */
export const placeProperties = {
  account_id: {
    type: ['string', 'null'],
    format: 'uuid',
    description: 'The connected account. null: none, or a deploy key.',
  },
  url: { ...line, minLength: 1, description: 'https://host/path.git; with a deploy key, an ssh address.' },
  repository: { ...line, description: 'The name of the repository at its host. Omit to take it from the address.' },
  key: {
    type: 'string',
    maxLength: 5000,
    description: 'The encrypted deploy key, as returned by `POST /console/api/repository-keys`.',
  },
  public_key: line,
  host_key: { ...line, description: 'The host key that you have compared, as `SHA256:…`.' },
} as const;

export const settingsProperties = {
  branch: { ...line, minLength: 1, maxLength: 200 },
  folder: { ...line, maxLength: 500, default: '' },
  environment_file: { ...line, maxLength: 500, default: '', description: 'Path from the top of the repository.' },
  direction: {
    type: 'string',
    enum: directions,
    default: 'both',
    description: '`pull`: from the repository only. `push`: to the repository only.',
  },
  commits: {
    type: 'string',
    enum: commitWays,
    default: 'direct',
    description: '`direct`: on the branch; when the branch is protected, with a pull request.',
  },
  applies: {
    type: 'string',
    enum: applyWays,
    default: 'itself',
    description: '`look`: changes wait until a user approves them.',
  },
  takes_new: { type: 'boolean', default: true, description: 'Commit apps here that are published for the first time.' },
  plans: {
    type: 'boolean',
    default: true,
    description: 'Comment on pull requests to the branch with what merging them would change. Code hosts only.',
  },
} as const;

export const placeIds = { 'body.account_id': 'connectedAccount' } as const;

interface PlaceBody {
  readonly account_id?: string | null | undefined;
  readonly url: string;
  readonly repository?: string | undefined;
  readonly key?: string | undefined;
  readonly public_key?: string | undefined;
  readonly host_key?: string | undefined;
}

export function placeOf(body: PlaceBody): PlaceWish {
  const { account_id: accountId = null, url, repository, key, public_key: publicKey, host_key: hostKey } = body;
  return {
    accountId,
    url,
    ...(repository !== undefined && { repository }),
    ...(key !== undefined && { key }),
    ...(publicKey !== undefined && { publicKey }),
    ...(hostKey !== undefined && { hostKey }),
  };
}

interface SettingsBody {
  readonly branch: string;
  readonly folder: string;
  readonly environment_file: string;
  readonly direction: LinkSettings['direction'];
  readonly commits: LinkSettings['commits'];
  readonly applies: LinkSettings['applies'];
  readonly takes_new: boolean;
  readonly plans: boolean;
}

export function settingsOf(body: SettingsBody): LinkSettings {
  const {
    branch,
    folder,
    environment_file: environmentFile,
    direction,
    commits,
    applies,
    takes_new: takesNew,
    plans,
  } = body;
  return { branch, folder, environmentFile, direction, commits, applies, takesNew, plans };
}

export function personOf({ workspaceId, accountId, shownName }: ManagementCaller): Person {
  return { workspaceId, accountId, name: shownName };
}

export function linkItem(link: Link, counts: readonly { linkId: string; state: string; count: number }[]) {
  const own = new Map(counts.filter(({ linkId }) => linkId === link.id).map(({ state, count }) => [state, count]));
  return {
    id: link.id,
    provider: link.provider,
    account_id: link.accountId,
    url: link.url,
    repository: link.repository,
    branch: link.branch,
    folder: link.folder,
    environment_file: link.environmentFile,
    direction: link.direction,
    commits: link.commits,
    applies: link.applies,
    takes_new: link.takesNew,
    plans: link.plans,
    public_key: link.publicKey,
    host_key: link.hostKey,
    state: link.state,
    reason: link.reason,
    commit: link.head,
    seen_at: link.seenAt === null ? null : unixSeconds(link.seenAt),
    is_syncing: link.isSyncing,
    created_at: unixSeconds(link.createdAt),
    apps: Object.fromEntries(appStates.map((state) => [state, own.get(state) ?? 0])),
  };
}

export function appItem({ key, appId, name, file, state, reason, pull }: LinkedApp) {
  const shown = pull === null ? null : { number: pull.number, url: pull.url, branch: pull.branch };
  return { key, app_id: appId, name, file, state, reason, pull: shown };
}

export function runItem(run: SyncRun) {
  const { id, beganBy, who, before, after, outcome, message, items } = run;
  const times = { started_at: unixSeconds(run.startedAt), finished_at: unixSeconds(run.finishedAt) };
  return { id, began_by: beganBy, who, before, after, outcome, message, items, ...times };
}
