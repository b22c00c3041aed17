import { json, type Route, route, unixSeconds } from '#http';
import { PlatformError } from '#kernel';
import { AccountAccess, type Sessions } from '#plugins/accounts/contract.ts';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import { type Members, mayRole } from '#plugins/members/contract.ts';
import type { RestoredWorkspace, Workspace, Workspaces } from '#plugins/workspaces/contract.ts';
import { deletionDocs } from './deletion-docs.ts';
import type { DeletionService } from './deletion-service.ts';

export interface DeletionRouteParts {
  readonly deletion: DeletionService;
  readonly workspaces: Workspaces;
  readonly members: Members;
  readonly sessions: Sessions;
  /** For records. */
  restored(event: RestoredWorkspace): void;
}

const params = { type: 'object', properties: { workspace_id: { type: 'string', format: 'uuid' } } } as const;

/** Deleting a workspace, and taking that back. */
export function deletionRoutes(parts: DeletionRouteParts): Route[] {
  const { deletion, members, sessions } = parts;
  return [
    route({
      id: 'workspace-deletion.delete',
      method: 'POST',
      path: '/console/api/workspace/deletion',
      access: ManagementAccess,
      permission: 'workspace.own',
      summary: 'Delete the workspace; it is closed immediately and can be restored for some time',
      audit: { body: ['name'], answer: ['purge_at'] },
      docs: deletionDocs.delete,
      body: {
        type: 'object',
        required: ['name'],
        additionalProperties: false,
        properties: {
          name: {
            type: 'string',
            maxLength: 200,
            description: 'Name of the workspace, exactly as written, to confirm.',
          },
          current_password: {
            type: 'string',
            maxLength: 1024,
            description: 'Your password. Not required within ten minutes of signing in, or with the management token.',
          },
        },
      },
      async handle({ principal: { workspaceId, accountId, sessionId, name: by }, body }) {
        const { name, current_password: password } = body;
        if (accountId !== null) await sessions.confirm({ accountId, sessionId, password });
        return json(installedItem(await deletion.delete(workspaceId, { name, by })));
      },
    }),
    route({
      id: 'workspace-deletion.restore',
      method: 'POST',
      path: '/console/api/workspaces/:workspace_id/restore',
      access: AccountAccess,
      permission: 'account.manage',
      summary: 'Restore a workspace you owned and deleted',
      noCommand: 'for its owner in person; `weft workspaces restore` is for all',
      docs: deletionDocs.restore,
      params,
      async handle({ principal: { account }, params: { workspace_id: given }, address }) {
        const id = given.toLowerCase();
        const membership = await members.find(id, account.id);
        if (membership === null || !mayRole(membership.role, 'workspace.own')) {
          const message = 'You own no such deleted workspace; ask its owner to restore it.';
          throw new PlatformError('not-found', 'workspace-deletion.not_deleted', message);
        }
        const workspace = await deletion.restore(id);
        parts.restored({ workspaceId: id, accountId: account.id, actor: account.email, address });
        return json(installedItem(workspace));
      },
    }),
    ...operatorRoutes(parts),
  ];
}

/** For whoever runs the server. */
function operatorRoutes({ deletion, workspaces, restored }: DeletionRouteParts): Route[] {
  const operator = { access: ManagementAccess, permission: 'installation.manage' } as const;
  return [
    route({
      ...operator,
      id: 'workspace-deletion.list',
      method: 'GET',
      path: '/console/api/installation/workspaces',
      summary: 'List all workspaces of the installation, including deleted ones',
      ids: {
        'query.after': { nothing: 'a place in an order, for operators' },
        'query.id': { nothing: 'any workspace, for operators' },
      },
      docs: deletionDocs.list,
      query: {
        type: 'object',
        properties: {
          limit: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
          after: { type: 'string', format: 'uuid', description: 'Id of the last item of the previous page.' },
          id: { type: 'string', format: 'uuid', description: 'Only this workspace.' },
        },
      },
      async handle({ query }) {
        const { limit, after, id } = query;
        if (id !== undefined) {
          const one = await workspaces.get(id.toLowerCase());
          return json({ data: one === null ? [] : [installedItem(one)], has_more: false });
        }
        const found = await workspaces.page({ limit: limit + 1, after });
        return json({ data: found.slice(0, limit).map(installedItem), has_more: found.length > limit });
      },
    }),
    route({
      ...operator,
      id: 'workspace-deletion.restore-any',
      method: 'POST',
      path: '/console/api/installation/workspaces/:workspace_id/restore',
      summary: 'Restore any deleted workspace',
      audit: 'path',
      docs: deletionDocs.restoreAny,
      params,
      async handle({ principal, params: { workspace_id: given }, address }) {
        const workspace = await deletion.restore(given.toLowerCase());
        restored({ workspaceId: workspace.id, accountId: null, actor: principal.name, address });
        return json(installedItem(workspace));
      },
    }),
  ];
}
function installedItem({ id, name, plan, createdAt, deletion }: Workspace) {
  return {
    id,
    name,
    plan,
    created_at: unixSeconds(createdAt),
    deleted_at: deletion === null ? null : unixSeconds(deletion.requestedAt),
    deleted_by: deletion?.requestedBy ?? null,
    purge_at: deletion === null ? null : unixSeconds(deletion.purgeAt),
  };
}
