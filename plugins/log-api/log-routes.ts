import { json, type Route, type RouteRequest, route, type SchemaValue } from '../../http/contract.ts';
import { PlatformError } from '../../kernel/index.ts';
import type { PublishedVersion } from '../apps/contract.ts';
import { type AppCaller, AppKeyAccess, invalidParameter, requireMode, seconds } from '../delivery-api/contract.ts';
import type { EndUsers, KeptEndUser } from '../end-users/contract.ts';
import type { RunSummary, Runs } from '../runs/contract.ts';
import { logDocs } from './history-docs.ts';
import { userOf } from './lookup.ts';

interface Parts {
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
      id: 'history-api.list-logs',
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
      id: 'history-api.get-end-user',
      method: 'GET',
      path: '/v1/end-users/:end_user_id',
      access: AppKeyAccess,
      summary: 'Show an end user of the app',
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
    createdBy: creators(parts, principal, asked),
    page,
    limit,
  });
  const users = await parts.endUsers.find(workspaceId, app.id, [...new Set(items.map((run) => run.createdBy.id))]);
  const data = await Promise.all(
    items.map(async (run) => {
      const version = await parts.versions(workspaceId, app.id, run.workflowId);
      return logItem(run, version, users.find(({ id }) => id === run.createdBy.id) ?? null);
    }),
  );
  return json({ page, limit, total, has_more: hasMore, data });
}

/** Undefined: anybody. Accounts are not found by their addresses, which are not told here. */
function creators(parts: Parts, principal: AppCaller, asked: LogsQuery): readonly string[] | undefined {
  if (asked.created_by_account) return [];
  const sessionId = asked.created_by_end_user_session_id?.trim();
  if (!sessionId) return undefined;
  return [userOf(parts, principal, sessionId.replaceAll('\0', '').toWellFormed()).id];
}

function timeIn(value: string | undefined, field: string): number | undefined {
  if (value === undefined || value === '') return undefined;
  // In a query a plus sign that was not encoded arrives as a space.
  const clean = value.trim().replace(/ (?=\d{2}:?\d{2}$)/, (space, at: number) => (at > 10 ? '+' : space));
  const zone = isoTime.exec(clean);
  const time = zone === null ? Number.NaN : Date.parse(zone[1] || clean.length === 10 ? clean : `${clean}Z`);
  if (Number.isNaN(time)) throw invalidParameter(`${field} must be a time like 2026-01-01T00:00:00Z`, field);
  return time;
}

function logItem(run: RunSummary, version: PublishedVersion | null, user: KeptEndUser | null) {
  const isMember = user?.type === 'console';
  const finishedAt = run.finishedAt === null ? null : seconds(run.finishedAt);
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
      created_at: seconds(run.createdAt),
      finished_at: finishedAt,
      exceptions_count: run.exceptionsCount,
      triggered_from: run.triggeredFrom,
    },
    details: null,
    created_from: isMember ? 'installed-app' : user?.type === 'web-app' ? 'web-app' : 'service-api',
    // A member who runs the app in the console is an account; its name and address are not told to keys of the app.
    created_by_role: isMember ? 'account' : run.createdBy.role,
    created_by_account: null,
    created_by_end_user: user === null || isMember ? null : userFacts(user),
    created_at: finishedAt ?? seconds(run.createdAt),
  };
}

/** Versions are called by the time of their publication, to the microsecond. */
function versionName({ publishedAt }: PublishedVersion): string {
  return new Date(publishedAt).toISOString().replace('T', ' ').replace('Z', '000');
}

function userFacts({ id, type, isAnonymous, sessionId }: KeptEndUser) {
  return { id, type, is_anonymous: isAnonymous, session_id: sessionId };
}

async function showEndUser(parts: Parts, { principal, params }: RouteRequest<AppCaller>) {
  const { workspaceId, app } = principal;
  const id = (params.end_user_id ?? '').toLowerCase();
  const [user] = await parts.endUsers.find(workspaceId, app.id, [id]);
  if (user === undefined) {
    const message = `The app has no end user ${id}.`;
    throw new PlatformError('not-found', 'history-api.end_user_not_found', message);
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
