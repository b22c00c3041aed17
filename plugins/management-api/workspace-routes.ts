import { json, type Route, route } from '../../http/contract.ts';
import { PlatformError } from '../../kernel/index.ts';
import type { Workspace, Workspaces } from '../workspaces/contract.ts';
import { ManagementAccess } from './contract.ts';

/** The caller's workspace and its settings. */
export function workspaceRoutes(workspaces: Workspaces): Route[] {
  const access = ManagementAccess;
  return [
    route({
      id: 'management-api.get-workspace',
      method: 'GET',
      path: '/console/api/workspace',
      access,
      summary: 'Show the workspace and its settings',
      handle: async ({ principal }) => json(workspaceItem(await workspaces.get(principal.workspaceId))),
    }),
    route({
      id: 'management-api.set-workspace',
      method: 'PATCH',
      path: '/console/api/workspace',
      access,
      summary: 'Change settings of the workspace',
      body: {
        type: 'object',
        minProperties: 1,
        additionalProperties: false,
        properties: { code_network: { type: 'boolean', description: 'Whether code nodes may use the network.' } },
      },
      async handle({ principal, body }) {
        const { code_network: codeNetwork } = body as { code_network?: boolean };
        const values = codeNetwork === undefined ? {} : { codeNetwork };
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
  return { id: workspace.id, name: workspace.name, plan: workspace.plan, code_network: workspace.codeNetwork };
}
