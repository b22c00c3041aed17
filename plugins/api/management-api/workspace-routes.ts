import { json, nameOf, type Route, route } from '#http';
import { PlatformError } from '#kernel';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import type { Workspace, Workspaces } from '#plugins/workspaces/contract.ts';
import { workspaceDocs } from './workspace-docs.ts';

/** The caller's workspace and its settings. */
export function workspaceRoutes(workspaces: Workspaces): Route[] {
  const access = ManagementAccess;
  return [
    route({
      id: 'management-api.get-workspace',
      method: 'GET',
      path: '/console/api/workspace',
      access,
      permission: 'apps.use',
      summary: 'Get the workspace and its settings',
      docs: workspaceDocs.get,
      handle: async ({ principal }) => json(workspaceItem(await workspaces.get(principal.workspaceId))),
    }),
    route({
      id: 'management-api.set-workspace',
      method: 'PATCH',
      path: '/console/api/workspace',
      access,
      permission: 'workspace.manage',
      summary: 'Change the name, description and settings of the workspace',
      audit: { body: ['name', 'description', 'code_network'] },
      docs: workspaceDocs.set,
      body: {
        type: 'object',
        minProperties: 1,
        additionalProperties: false,
        properties: {
          name: nameOf(100),
          description: { type: 'string', maxLength: 1000 },
          code_network: { type: 'boolean', description: 'Whether code nodes may use the network.' },
        },
      },
      async handle({ principal, body: given }) {
        const { name, description, code_network: codeNetwork } = given;
        const values = {
          ...(name !== undefined && { name: name.replace(/\p{Cc}+/gu, ' ').trim() }),
          ...(description !== undefined && { description: description.replaceAll('\0', '') }),
          ...(codeNetwork !== undefined && { codeNetwork }),
        };
        return json(workspaceItem(await workspaces.update(principal.workspaceId, values)));
      },
    }),
  ];
}

function workspaceItem(workspace: Workspace | null) {
  if (workspace === null) {
    throw new PlatformError(
      'not-found',
      'management-api.no_workspace',
      'The workspace of this token is gone; use the token of the data folder.',
    );
  }
  const { id, name, description, plan, codeNetwork } = workspace;
  return { id, name, description, plan, code_network: codeNetwork };
}
