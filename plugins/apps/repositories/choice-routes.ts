import { json, type Route, route } from '#http';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import type { RepositoryHosts } from '#plugins/repository-hosts/contract.ts';
import type { Explorer } from './explorer.ts';
import { repositoryDocs } from './repository-docs.ts';
import { personOf, placeIds, placeOf, placeProperties, settingsOf, settingsProperties, uuid } from './route-parts.ts';

const manage = { access: ManagementAccess, permission: 'providers.manage' } as const;
/** Also for those who import from a repository. */
const use = { access: ManagementAccess, permission: 'apps.edit' } as const;
const noCommand = 'for pickers; `weft repositories link` is told the names';

/** What pickers show before a repository is linked. */
export function choiceRoutes({
  explorer,
  hosts,
}: {
  readonly explorer: Explorer;
  readonly hosts: RepositoryHosts;
}): Route[] {
  return [
    route({
      ...use,
      id: 'repositories.accounts',
      method: 'GET',
      path: '/console/api/repository-accounts',
      summary: 'List the connected accounts that repositories can be reached with',
      docs: repositoryDocs.accounts,
      noCommand,
      async handle({ principal }) {
        const found = await hosts.accounts(personOf(principal));
        const data = found.map(({ isOwn, hasLists, ...account }) => ({ ...account, is_own: isOwn, lists: hasLists }));
        return json({ data });
      },
    }),
    route({
      ...use,
      id: 'repositories.hosted',
      method: 'GET',
      path: '/console/api/repository-accounts/:account_id/repositories',
      summary: 'List the repositories that a connected account sees',
      docs: repositoryDocs.hosted,
      noCommand,
      params: { type: 'object', properties: { account_id: uuid } },
      ids: { 'params.account_id': 'connectedAccount' },
      async handle({ principal, params }) {
        const found = await hosts.repositories(personOf(principal), params.account_id);
        const data = found.map(({ path, url, branch, isPrivate }) => ({ path, url, branch, is_private: isPrivate }));
        return json({ data });
      },
    }),
    route({
      ...manage,
      id: 'repositories.key',
      method: 'POST',
      path: '/console/api/repository-keys',
      summary: 'Create a deploy key for a repository, and get the host key its server shows',
      audit: 'path',
      docs: repositoryDocs.key,
      body: {
        type: 'object',
        required: ['url'],
        additionalProperties: false,
        properties: { url: placeProperties.url },
      },
      async handle({ principal, body }) {
        const { key, publicKey, hostKey, url } = await hosts.newKey(principal.workspaceId, body.url);
        return json({ key, public_key: publicKey, host_key: hostKey, url });
      },
    }),
    ...lookRoutes(explorer),
  ];
}

function lookRoutes(explorer: Explorer): Route[] {
  return [
    route({
      ...manage,
      id: 'repositories.branches',
      method: 'POST',
      path: '/console/api/repository-branches',
      summary: 'List the branches of a repository',
      audit: 'path',
      docs: repositoryDocs.branches,
      noCommand,
      ids: placeIds,
      body: { type: 'object', required: ['url'], additionalProperties: false, properties: placeProperties },
      handle: async ({ principal, body }) =>
        json({ data: await explorer.branches(personOf(principal), placeOf(body)) }),
    }),
    route({
      ...manage,
      id: 'repositories.folders',
      method: 'POST',
      path: '/console/api/repository-folders',
      summary: 'List the folders of a branch with the number of their documents',
      audit: 'path',
      docs: repositoryDocs.folders,
      noCommand,
      ids: placeIds,
      body: {
        type: 'object',
        required: ['url', 'branch'],
        additionalProperties: false,
        properties: { ...placeProperties, branch: settingsProperties.branch },
      },
      async handle({ principal, body }) {
        const { folders, environments } = await explorer.folders(personOf(principal), placeOf(body), body.branch);
        return json({ data: folders, environment_files: environments });
      },
    }),
    route({
      ...manage,
      id: 'repositories.plan',
      method: 'POST',
      path: '/console/api/repository-plans',
      summary: 'Preview what linking a repository would do',
      audit: 'path',
      docs: repositoryDocs.plan,
      ids: placeIds,
      body: {
        type: 'object',
        required: ['url', 'branch'],
        additionalProperties: false,
        properties: { ...placeProperties, ...settingsProperties },
      },
      async handle({ principal, body }) {
        const { items, commits, skipped } = await explorer.firstPlan(
          personOf(principal),
          placeOf(body),
          settingsOf(body),
        );
        return json({ data: items, commits, skipped });
      },
    }),
  ];
}
