import { json, jsonAnswer, listOf, objectSchema, type Route, route, schemas, unixSeconds } from '#http';
import { PlatformError } from '#kernel';
import type { App, Apps } from '#plugins/apps/contract.ts';
import { ManagementAccess, type ManagementCaller } from '#plugins/management-access/contract.ts';
import { type Members, mayRole } from '#plugins/members/contract.ts';
import type { Workspaces } from '#plugins/workspaces/contract.ts';

interface AssistantParts {
  readonly apps: Apps;
  readonly members: Members;
  readonly workspaces: Workspaces;
}

const { uuid, text, seconds, integer, boolean } = schemas;

const assistant = objectSchema('Assistant', {
  id: uuid,
  name: text,
  mode: text,
  icon: text,
  icon_type: text,
  icon_background: text,
  description: text,
  status: text,
  tags: listOf(text),
  created_at: seconds,
  updated_at: seconds,
});

/** The apps of a workspace of the caller (specification, list assistants; runtime API, seed and contract). */
export function assistantRoute({ apps, members, workspaces }: AssistantParts): Route {
  /** The named workspace, when the caller belongs to it: whoever does may use its apps, and who builds them sees drafts. */
  async function workspaceOf(caller: ManagementCaller, named: string | undefined) {
    const { accountId, workspaceId } = caller;
    const seesDrafts = caller.can('apps.edit');
    if (named === undefined || named === '' || named.toLowerCase() === workspaceId) return { workspaceId, seesDrafts };
    const member = accountId === null ? null : await members.find(named.toLowerCase(), accountId);
    const isReachable = accountId === null ? (await workspaces.get(named)) !== null : member !== null;
    if (isReachable && workspaces.isClosed(named.toLowerCase())) {
      const message = 'The workspace was deleted; its owner can restore it for some time.';
      throw new PlatformError('forbidden', 'assistants.workspace_closed', message);
    }
    const builds = seesDrafts && (member === null || mayRole(member.role, 'apps.edit'));
    if (isReachable) return { workspaceId: named.toLowerCase(), seesDrafts: builds };
    throw new PlatformError('not-found', 'assistants.not_found', 'You belong to no such workspace.', {
      field: 'workspace_id',
    });
  }

  return route({
    id: 'assistants.list',
    method: 'GET',
    path: '/assistant/api/assistant/my-assistants',
    access: ManagementAccess,
    permission: 'apps.use',
    summary: 'List the apps you can use',
    noCommand: 'for programs; `weft apps list` has the same and more',
    docs: {
      tag: 'Editing apps',
      answers: {
        200: jsonAnswer(
          'A page of apps, most recently changed first.',
          objectSchema('Assistants', {
            data: listOf(assistant),
            page: integer,
            page_size: integer,
            total: integer,
            has_more: boolean,
          }),
        ),
      },
      errors: { 403: ['workspace_closed'], 404: ['not_found'] },
    },
    query: {
      type: 'object',
      properties: {
        page: { type: 'integer', minimum: 1, maximum: 100_000, default: 1 },
        page_size: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
        mode: { type: 'string', enum: ['workflow', 'agent-chat', 'agent', 'chat', 'completion', 'advanced-chat', ''] },
        // Clients send what nobody chose as an empty text.
        workspace_id: {
          type: 'string',
          pattern: '^([0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})?$',
          description: 'Id of a workspace. May be empty.',
        },
      },
    },
    async handle({ principal, query }) {
      const { page, page_size: limit, mode, workspace_id: named } = query;
      const { workspaceId, seesDrafts } = await workspaceOf(principal, named);
      const chosen = { isPublished: !seesDrafts, ...(mode !== undefined && mode !== '' && { mode }) };
      const found = await apps.page(workspaceId, { page, limit, ...chosen });
      const { total } = found;
      return json({ data: found.apps.map(item), page, page_size: limit, total, has_more: page * limit < total });
    },
  });
}

function item(app: App) {
  return {
    id: app.id,
    name: app.name,
    mode: app.mode,
    icon: app.icon,
    icon_type: app.iconType,
    icon_background: app.iconBackground,
    description: app.description,
    status: app.status,
    tags: app.tags,
    created_at: unixSeconds(app.createdAt),
    updated_at: unixSeconds(app.updatedAt),
  };
}
