import { attachment, csvRow, json, type Route, type RouteRequest, route, type SchemaValue } from '#http';
import { ManagementAccess, type ManagementCaller } from '#plugins/management-access/contract.ts';
import { auditDocs } from './audit-docs.ts';
import type { AuditEntry, AuditQuery, AuditStore, LoggedAct } from './audit-store.ts';

const uuid = { type: 'string', format: 'uuid' } as const;
/** The last second that a time of JavaScript reaches, about; the database goes further. */
const seconds = { type: 'integer', format: 'unixtime', minimum: 0, maximum: 8_000_000_000_000 } as const;
const filters = {
  account_id: { ...uuid, description: 'Only actions of this user.' },
  action: {
    type: 'string',
    maxLength: 200,
    pattern: '^[a-z0-9.-]+$',
    description:
      'Only this action, or all actions that begin with this and a dot: `members` matches every `members.…`.',
  },
  from: { ...seconds, description: 'Only items at or after this time, as a Unix timestamp in seconds.' },
  to: { ...seconds, description: 'Only items before this time, as a Unix timestamp in seconds.' },
} as const;
type Filters = SchemaValue<{ readonly type: 'object'; readonly properties: typeof filters }>;
const listQuery = {
  type: 'object',
  additionalProperties: false,
  properties: {
    ...filters,
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    before: uuid,
  },
} as const;

const columns = [
  'id',
  'at',
  'account_id',
  'actor',
  'address',
  'action',
  'summary',
  'targets',
  'request_id',
  'status',
  'details',
];
/** Entries of an export that are read at a time. */
const BATCH = 1_000;

/** The audit log of the caller's workspace. */
export function auditRoutes(store: AuditStore): Route[] {
  const common = { access: ManagementAccess, permission: 'members.manage', method: 'GET' } as const;
  return [
    route({
      ...common,
      id: 'audit.list',
      path: '/console/api/audit',
      summary: 'List the audit log of the workspace, newest first',
      ids: { 'query.before': 'auditEntry' },
      docs: auditDocs.list,
      query: listQuery,
      handle: (request) => listEntries(store, request),
    }),
    route({
      ...common,
      id: 'audit.export',
      path: '/console/api/audit/export',
      summary: 'Export the audit log of the workspace as CSV, newest first',
      docs: auditDocs.export,
      query: { type: 'object', additionalProperties: false, properties: filters },
      handle({ principal, query }) {
        const lines = csvOf(store, principal.workspaceId, filtersOf(query));
        return attachment('audit.csv', 'text/csv; charset=utf-8', lines);
      },
    }),
  ];
}

type ListRequest = RouteRequest<ManagementCaller, SchemaValue<typeof listQuery>>;

async function listEntries(store: AuditStore, { principal, query }: ListRequest) {
  const { limit, before } = query;
  const found = await store.list(principal.workspaceId, {
    ...filtersOf(query),
    limit: limit + 1,
    ...(before !== undefined && { before }),
  });
  return json({ data: found.slice(0, limit).map(entryItem), has_more: found.length > limit });
}

function filtersOf(query: Filters): Omit<AuditQuery, 'limit' | 'before'> {
  const { account_id: accountId, action, from, to } = query;
  return {
    ...(accountId !== undefined && { accountId }),
    ...(action !== undefined && { action }),
    ...(from !== undefined && { from: new Date(from * 1000) }),
    ...(to !== undefined && { to: new Date(to * 1000) }),
  };
}

/** Page after page, as fast as its reader takes them. */
async function* csvOf(store: AuditStore, workspaceId: string, query: Omit<AuditQuery, 'limit' | 'before'>) {
  yield csvRow(columns);
  let last: string | undefined;
  do {
    const page = await store.list(workspaceId, { ...query, limit: BATCH, ...(last !== undefined && { before: last }) });
    if (page.length > 0) yield page.map((item) => csvRow(cellsOf(item))).join('');
    last = page.length < BATCH ? undefined : page.at(-1)?.id;
  } while (last !== undefined);
}

function cellsOf(item: AuditEntry) {
  const { id, at, accountId, actor, address, action, summary, targets, requestId, status, details } = item;
  const facts = [id, at.toISOString(), accountId, actor, address, action, summary];
  return [...facts, pairsOf(targets, ' '), requestId, status, pairsOf(details, '; ')];
}

function pairsOf(values: Readonly<Record<string, string>>, between: string): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join(between);
}

function entryItem(item: AuditEntry) {
  return { ...actItem(item), account_id: item.accountId };
}

/** An act as its readers see it. */
export function actItem(item: LoggedAct) {
  return {
    id: item.id,
    at: Math.floor(item.at.getTime() / 1000),
    actor: item.actor,
    address: item.address,
    action: item.action,
    summary: item.summary,
    targets: item.targets,
    details: item.details,
    request_id: item.requestId,
    status: item.status,
  };
}
