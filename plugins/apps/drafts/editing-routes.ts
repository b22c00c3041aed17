import { type DocumentOperation, type Documents, documentBodyLimit, exactJson, type JsonText } from '#engine';
import { json, type Route, rawJson, route, sse, unixSeconds } from '#http';
import { Slices } from '#kernel';
import { type AppChecks, problemItem } from '#plugins/app-checks/contract.ts';
import type { AppDrafts, Apps, DraftChange } from '#plugins/apps/contract.ts';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import type { DraftWatch } from './draft-watch.ts';
import { editingDocs } from './editing-docs.ts';

export interface EditingParts {
  readonly apps: Apps;
  readonly drafts: AppDrafts;
  readonly documents: Documents;
  readonly checks: AppChecks;
  readonly watch: DraftWatch;
}

const path = '/console/api/apps/:app_id/draft';
const params = { type: 'object', properties: { app_id: { type: 'string', format: 'uuid' } } } as const;
const edit = {
  access: ManagementAccess,
  permission: 'apps.edit',
  noCommand: 'for editors; `weft apps export` and `weft apps save` are its text',
} as const;
const hash = {
  type: 'string',
  pattern: '^[0-9a-f]{64}$',
  description: 'Hash of the earlier state: 64 hexadecimal digits, as returned when it was read.',
} as const;
const clientId = {
  type: 'string',
  pattern: '^[A-Za-z0-9_-]{1,64}$',
  description: 'Identifies the page: letters, digits, `-` and `_`.',
} as const;
const ids = { 'body.client_id': { nothing: 'names a page of the caller' } } as const;
/** Of one change: more than a person does between two saves. */
const MAX_OPERATIONS = 2_000;

/** The draft as editors change it: by place, and with others at the same time. */
export function editingRoutes(parts: EditingParts): Route[] {
  const { drafts, documents, checks } = parts;
  const problemsOf = async (workspaceId: string, tree: JsonText) =>
    (await checks.check(tree, { workspaceId })).map(problemItem);
  return [
    route({
      ...edit,
      id: 'drafts.tree',
      method: 'GET',
      path: `${path}/tree`,
      params,
      summary: 'Get the draft of an app as a tree without secrets, and its problems',
      docs: editingDocs.tree,
      async handle({ principal, params: { app_id: appId } }) {
        const slices = new Slices();
        const { tree, hash: state, updatedAt } = await drafts.tree(principal.workspaceId, appId);
        await slices.next();
        const problems = await problemsOf(principal.workspaceId, tree);
        return json({ tree: rawJson(tree), hash: state, updated_at: unixSeconds(updatedAt), problems });
      },
    }),
    route({
      ...edit,
      id: 'drafts.change',
      method: 'PATCH',
      path: `${path}/tree`,
      params,
      summary: 'Change parts of the draft of an app',
      audit: { answer: ['hash'] },
      docs: editingDocs.change,
      ids,
      body: {
        type: 'object',
        required: ['base', 'client_id', 'operations'],
        additionalProperties: false,
        properties: {
          base: hash,
          client_id: clientId,
          operations: { type: 'array', minItems: 1, maxItems: MAX_OPERATIONS, items: operationSchema },
        },
      },
      bodyLimit: documentBodyLimit(documents.limits),
      async handle({ principal, params: { app_id: appId }, body, bodyText }) {
        const { base, client_id: client, operations } = body;
        const slices = new Slices();
        // Values keep the kind and the digits of their numbers; paths are told by plain ones.
        const exact = exactJson(body, bodyText).operations;
        const change = { base, clientId: client, authorName: principal.name };
        const made = await drafts.change(principal.workspaceId, appId, {
          ...change,
          operations: operations.map((each, at) => ({ ...exact[at], path: each.path })) as readonly DocumentOperation[],
        });
        await slices.next();
        const problems = await problemsOf(principal.workspaceId, made.tree);
        return json({ hash: made.hash, others: made.others.map(changeItem), hidden: made.hidden, problems });
      },
    }),
    route({
      ...edit,
      id: 'drafts.check',
      method: 'POST',
      path: `${path}/check`,
      params,
      summary: 'Check the draft of an app: everything that a run of it needs',
      audit: 'path',
      docs: editingDocs.check,
      async handle({ principal: { workspaceId }, params: { app_id: appId } }) {
        const { tree, hash: state } = await drafts.tree(workspaceId, appId);
        return json({ hash: state, problems: await problemsOf(workspaceId, tree) });
      },
    }),
    ...followingRoutes(parts),
  ];
}

/** What others do to the draft. */
function followingRoutes(parts: EditingParts): Route[] {
  const { apps, drafts, watch } = parts;
  return [
    route({
      ...edit,
      id: 'drafts.changes-since',
      method: 'GET',
      path: `${path}/changes`,
      params,
      summary: 'List the changes of the draft of an app since an earlier state',
      docs: editingDocs.changes,
      query: { type: 'object', required: ['since'], properties: { since: hash } },
      async handle({ principal, params: { app_id: appId }, query }) {
        const { hash: state, changes } = await drafts.changesSince(principal.workspaceId, appId, query.since);
        return json({ hash: state, changes: changes?.map(changeItem) ?? null });
      },
    }),
    route({
      ...edit,
      id: 'drafts.events',
      method: 'GET',
      path: `${path}/events`,
      params,
      summary: 'Follow changes to the draft of an app and who has it open',
      docs: editingDocs.events,
      ids: {
        'query.client_id': { nothing: 'names a page of the caller' },
        'query.node_id': { nothing: 'a node of the draft' },
      },
      query: {
        type: 'object',
        properties: {
          follow: {
            type: 'boolean',
            default: false,
            description:
              'Keep the stream open and send changes. Without it, the stream sends who has the draft open now, and ends.',
          },
          client_id: {
            ...clientId,
            description: `${clientId.description} If sent, others see that the page has the draft open.`,
          },
          node_id: { type: 'string', maxLength: 200, description: 'The node that the page shows, which others see.' },
        },
      },
      async handle({ principal, params: { app_id: appId }, query, signal }) {
        const { workspaceId, shownName: name } = principal;
        const { follow, client_id: client, node_id: nodeId = null } = query;
        const present = client === undefined ? null : { clientId: client, name, nodeId };
        await apps.get(workspaceId, appId);
        return sse(watch.follow({ workspaceId, appId }, { signal, isOnce: !follow, present }), { pingAtOnce: true });
      },
    }),
  ];
}

const operationSchema = {
  type: 'object',
  required: ['path'],
  additionalProperties: false,
  properties: {
    path: {
      type: 'array',
      minItems: 1,
      maxItems: 40,
      items: {
        anyOf: [
          { type: 'string', maxLength: 500 },
          { type: 'integer', minimum: 0, maximum: 100_000 },
          {
            type: 'object',
            required: ['id'],
            additionalProperties: false,
            properties: { id: { type: 'string', maxLength: 500 } },
          },
        ],
      },
    },
    set: {},
    insert: {},
    remove: { const: true },
  },
  oneOf: [{ required: ['set'] }, { required: ['insert'] }, { required: ['remove'] }],
} as const;

function changeItem({ hash: state, operations, clientId: client, authorName }: DraftChange) {
  return { hash: state, operations, client_id: client, author_name: authorName };
}
