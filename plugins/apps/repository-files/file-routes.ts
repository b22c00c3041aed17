import { json, type Route, route } from '#http';
import { ManagementAccess, type ManagementCaller } from '#plugins/management-access/contract.ts';
import type { Person } from '#plugins/repository-hosts/contract.ts';
import type { RepositoryFiles, RepositoryWish } from './contract.ts';
import { fileDocs } from './file-docs.ts';

const edit = { access: ManagementAccess, permission: 'apps.edit' } as const;
const uuid = { type: ['string', 'null'], format: 'uuid' } as const;
const line = {
  type: 'string',
  maxLength: 1000,
  pattern: '^[^\\u0000-\\u001f]*$',
  description: 'Text without control characters.',
} as const;
const place = {
  account_id: { ...uuid, description: 'A connected account of yours, or of the workspace. null: none.' },
  repository_id: { ...uuid, description: 'A linked repository, reached with its deploy key.' },
  url: { ...line, description: 'https://host/path.git. Omit with `repository_id`.' },
  repository: { ...line, description: 'The name of the repository at its host. Omit to take it from the address.' },
  branch: { ...line, maxLength: 200, default: '', description: 'Empty: the default branch.' },
} as const;
const ids = { 'body.account_id': 'connectedAccount', 'body.repository_id': 'repository' } as const;

/** Files of repositories, for pickers. */
export function fileRoutes(files: RepositoryFiles): Route[] {
  return [
    route({
      ...edit,
      id: 'repository-files.list',
      method: 'POST',
      path: '/console/api/repository-files',
      summary: 'List the branches of a repository and the files of one of them',
      audit: 'path',
      docs: fileDocs.list,
      ids,
      body: { type: 'object', additionalProperties: false, properties: place },
      async handle({ principal, body }) {
        const found = await files.list(personOf(principal), wishOf(body), body.branch);
        const { branches, branch, commit, files: data, hasMore, skipped } = found;
        return json({ branches, branch, commit, data, has_more: hasMore, skipped });
      },
    }),
    route({
      ...edit,
      id: 'repository-files.read',
      method: 'POST',
      path: '/console/api/repository-texts',
      summary: 'Read texts of files of a repository',
      audit: 'path',
      docs: fileDocs.read,
      ids,
      body: {
        type: 'object',
        required: ['paths'],
        additionalProperties: false,
        properties: {
          ...place,
          paths: {
            type: 'array',
            minItems: 1,
            maxItems: 200,
            items: { ...line, minLength: 1, maxLength: 4_000 },
            description: 'Paths from the top of the repository.',
          },
        },
      },
      async handle({ principal, body }) {
        const { branch, paths } = body;
        const { files: data, ...at } = await files.read(personOf(principal), wishOf(body), { branch, paths });
        return json({ ...at, data });
      },
    }),
  ];
}

function personOf({ workspaceId, accountId, shownName }: ManagementCaller): Person {
  return { workspaceId, accountId, name: shownName };
}

interface SentPlace {
  readonly account_id?: string | null | undefined;
  readonly repository_id?: string | null | undefined;
  readonly url?: string | undefined;
  readonly repository?: string | undefined;
}

function wishOf({
  account_id: accountId,
  repository_id: repositoryId,
  url = '',
  repository,
}: SentPlace): RepositoryWish {
  return {
    accountId: accountId ?? null,
    repositoryId: repositoryId ?? null,
    url,
    ...(repository !== undefined && { repository }),
  };
}
