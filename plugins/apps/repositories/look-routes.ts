import { json, type Route, route } from '#http';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import type { Explorer } from './explorer.ts';
import { lookDocs } from './more-docs.ts';
import { singleIds as ids, singleParams as params, settingsProperties, single } from './route-parts.ts';

const manage = { access: ManagementAccess, permission: 'providers.manage' } as const;
const use = { access: ManagementAccess, permission: 'apps.edit' } as const;
const noCommand = 'for pickers; `weft repositories change` is told the names';

/** What a linked repository has besides what is in step: branches, folders, and what a branch would change. */
export function lookRoutes(explorer: Explorer): Route[] {
  return [
    route({
      ...use,
      id: 'repositories.own-branches',
      method: 'GET',
      path: `${single}/branches`,
      summary: 'List the branches of a linked repository',
      docs: lookDocs.branches,
      noCommand,
      params,
      ids,
      handle: async ({ principal, params: { repository_id: id } }) =>
        json({ data: await explorer.branchesOf(principal.workspaceId, id) }),
    }),
    route({
      ...manage,
      id: 'repositories.own-folders',
      method: 'GET',
      path: `${single}/folders`,
      summary: 'List the folders of a branch of a linked repository',
      docs: lookDocs.folders,
      noCommand,
      params,
      ids,
      query: { type: 'object', required: ['branch'], properties: { branch: settingsProperties.branch } },
      async handle({ principal, params: { repository_id: id }, query: { branch } }) {
        const { folders, environments } = await explorer.foldersOf(principal.workspaceId, id, branch);
        return json({ data: folders, environment_files: environments });
      },
    }),
    route({
      ...use,
      id: 'repositories.branch-plan',
      method: 'POST',
      path: `${single}/plan`,
      summary: 'Preview what merging a branch would change',
      audit: { body: ['branch'] },
      docs: lookDocs.plan,
      params,
      ids,
      body: {
        type: 'object',
        required: ['branch'],
        additionalProperties: false,
        properties: { branch: settingsProperties.branch },
      },
      async handle({ principal, params: { repository_id: id }, body: { branch } }) {
        const { items, skipped, commit } = await explorer.planOf(principal.workspaceId, id, branch);
        return json({ commit, data: items, skipped });
      },
    }),
  ];
}
