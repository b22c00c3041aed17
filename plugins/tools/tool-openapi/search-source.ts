import type { SearchSource } from '#plugins/search/contract.ts';
import type { ApiToolStore } from './store.ts';

const common = { kind: 'tool', permission: 'apps.edit' } as const;
const pathOf = (providerId: string) => `/tools/api/${providerId}`;

/** APIs and their tools as the search finds them. */
export function apiSearch(store: ApiToolStore): SearchSource[] {
  return [
    {
      ...common,
      id: 'api',
      async read({ workspaceId }, ids) {
        const found = await store.names(workspaceId, ids);
        return found.map(({ id, name }) => ({ id, name, path: pathOf(id) }));
      },
    },
    {
      ...common,
      id: 'api_tool',
      // Its id is that of the API, and its key there.
      async read({ workspaceId }, ids) {
        const found = await store.toolNames(workspaceId, ids);
        return found.map(({ providerId, key, name, provider }) => ({
          ...{ id: `${providerId}/${key}`, name, about: provider },
          path: pathOf(providerId),
        }));
      },
    },
  ];
}
