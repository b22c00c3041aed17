import { json, type Route, type RouteRequest, route, type SchemaValue, unixSeconds } from '#http';
import { isUuid, PlatformError } from '#kernel';
import type { Account, Accounts } from '#plugins/accounts/contract.ts';
import { type AppCaller, AppKeyAccess, invalidParameter, requireMode } from '#plugins/app-access/contract.ts';
import type { PublishedVersion } from '#plugins/apps/contract.ts';
import type { EndUsers, EndUserType, KeptEndUser } from '#plugins/end-users/contract.ts';
import type { RunSummary, Runs } from '#plugins/runs/contract.ts';
import { logDocs } from './log-docs.ts';

interface Parts {
  readonly accounts: Accounts;
  readonly endUsers: EndUsers;
  readonly runs: Runs;
  readonly versions: (workspaceId: string, appId: string, versionId: string) => Promise<PublishedVersion | null>;
}

const text = { type: 'string', maxLength: 512 } as const;
const logsQuery = {
  type: 'object',
  properties: {
    keyword: text,
    status: { enum: ['succeeded', 'failed', 'stopped'] },
    created_at__before: text,
    created_at__after: text,
    created_by_end_user_session_id: text,
    created_by_account: text,
    page: { type: 'integer', minimum: 1, maximum: 99_999, default: 1 },
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  },
} as const;

type LogsQuery = SchemaValue<typeof logsQuery>;

/** A date, with or without a time, with or without a time zone (then UTC). */
const isoTime = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Who ran what: the log of an app's runs, and its end users (runtime API, workflow; end users). */
export function logRoutes(parts: Parts): Route[] {
  return [
    route({
      id: 'log-api.list-logs',
      method: 'GET',
      path: '/v1/workflows/logs',
      access: AppKeyAccess,
      summary: 'List runs of a workflow',
      docs: logDocs.list,
      query: logsQuery,
      guard: ({ principal }) => requireMode(principal, 'graph'),
      handle: (request) => listLogs(parts, request),
    }),
    route({
      id: 'log-api.get-end-user',
      method: 'GET',
      path: '/v1/end-users/:end_user_id',
      access: AppKeyAccess,
      summary: 'Get an end user of the app',
      docs: logDocs.endUser,
      params: { type: 'object', properties: { end_user_id: { type: 'string', format: 'uuid' } } },
      handle: (request) => showEndUser(parts, request),
    }),
  ];
}

async function listLogs(parts: Parts, { principal, query: asked }: RouteRequest<AppCaller, LogsQuery>) {
  const { workspaceId, app } = principal;
  const { page, limit } = asked;
  const { total, hasMore, items } = await parts.runs.logs(workspaceId, {
    appId: app.id,
    status: asked.status,
    keyword: asked.keyword || undefined,
    from: timeIn(asked.created_at__after, 'created_at__after'),
    to: timeIn(asked.created_at__before, 'created_at__before'),
    createdBy: await creators(parts, principal, asked),
    page,
    limit,
  });
  const users = await parts.endUsers.find(workspaceId, app.id, [...new Set(items.map((run) => run.createdBy.id))]);
  const members = users.filter(isMember).map(({ sessionId }) => sessionId);
  const accounts = await parts.accounts.of(members.filter(isUuid));
  const data = await Promise.all(
    items.map(async (run) => {
      const version = await parts.versions(workspaceId, app.id, run.workflowId);
      const user = users.find(({ id }) => id === run.createdBy.id) ?? null;
      return logItem(run, version, user, accounts.find(({ id }) => id === user?.sessionId) ?? null);
    }),
  );
  return json({ page, limit, total, has_more: hasMore, data });
}

/** Undefined: anybody. What a member does in the console is of a user called by their account's id. */
async function creators(
  { accounts, endUsers }: Parts,
  { workspaceId, app }: AppCaller,
  asked: LogsQuery,
): Promise<readonly string[] | undefined> {
  const email = asked.created_by_account?.trim();
  const session = asked.created_by_end_user_session_id?.replaceAll('\0', '').toWellFormed().trim();
  // Whoever asks for a user that nobody can be is shown nobody's runs, and not those of all.
  if (session === '' && asked.created_by_end_user_session_id !== '') return [];
  const idOf = (type: EndUserType, sessionId: string) =>
    endUsers.identify({ workspaceId, appId: app.id, type, sessionId }).user.id;
  if (email) {
    // No run is of both.
    const account = session ? null : await accounts.byEmail(email);
    return account === null ? [] : [idOf('console', account.id)];
  }
  return session ? [idOf('service-api', session)] : undefined;
}

function timeIn(value: string | undefined, field: string): number | undefined {
  if (value === undefined || value === '') return undefined;
  // In a query a plus sign that was not encoded arrives as a space.
  const clean = value.trim().replace(/ (?=\d{2}:?\d{2}$)/, (space, at: number) => (at > 10 ? '+' : space));
  const zone = isoTime.exec(clean);
  const isTime = zone !== null && isDay(clean.slice(0, 10));
  const time = isTime ? Date.parse(zone[1] || clean.length === 10 ? clean : `${clean}Z`) : Number.NaN;
  if (Number.isNaN(time)) throw invalidParameter(`${field} must be a time like 2026-01-01T00:00:00Z`, field);
  return time;
}

/** `Date` takes the 30th of February for the 2nd of March. */
function isDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

function logItem(run: RunSummary, version: PublishedVersion | null, user: KeptEndUser | null, account: Account | null) {
  const byMember = user !== null && isMember(user);
  const finishedAt = unixSeconds(run.finishedAt);
  return {
    id: run.id,
    workflow_run: {
      id: run.id,
      version: version === null ? '' : versionName(version),
      status: run.status,
      error: run.error,
      elapsed_time: run.elapsed,
      total_tokens: run.totalTokens,
      total_steps: run.totalSteps,
      created_at: unixSeconds(run.createdAt),
      finished_at: finishedAt,
      exceptions_count: run.exceptionsCount,
      triggered_from: run.triggeredFrom,
    },
    details: null,
    created_from: byMember
      ? ('installed-app' as const)
      : user?.type === 'web-app'
        ? ('web-app' as const)
        : ('service-api' as const),
    // Nobody is behind a run that the management token started.
    created_by_role: byMember ? 'account' : run.createdBy.role,
    created_by_account: account === null ? null : { id: account.id, name: account.name, email: account.email },
    created_by_end_user: user === null || byMember ? null : userFacts(user),
    created_at: finishedAt ?? unixSeconds(run.createdAt),
  };
}

/** Versions are called by the time of their publication, to the microsecond. */
function versionName({ publishedAt }: PublishedVersion): string {
  return new Date(publishedAt).toISOString().replace('T', ' ').replace('Z', '000');
}

function userFacts({ id, type, isAnonymous, sessionId }: KeptEndUser) {
  return { id, type, is_anonymous: isAnonymous, session_id: sessionId };
}

/** Members who run or try the app in the console are users to the journal only; to callers they are accounts. */
function isMember({ type }: Pick<KeptEndUser, 'type'>): boolean {
  return type === 'console' || type === 'debugging';
}

type UserRequest = RouteRequest<AppCaller, unknown, unknown, 'end_user_id'>;

async function showEndUser(parts: Parts, { principal, params }: UserRequest) {
  const { workspaceId, app } = principal;
  const id = params.end_user_id.toLowerCase();
  const [user] = await parts.endUsers.find(workspaceId, app.id, [id]);
  if (user === undefined || isMember(user)) {
    const message = `The app has no end user ${id}.`;
    throw new PlatformError('not-found', 'log-api.end_user_not_found', message);
  }
  const at = new Date(user.createdAt).toISOString().replace(/\.\d{3}Z$/, 'Z');
  return json({
    ...userFacts(user),
    tenant_id: workspaceId,
    app_id: app.id,
    external_user_id: user.sessionId,
    name: null,
    created_at: at,
    updated_at: at,
  });
}
