import type { SearchSource } from '#plugins/search/contract.ts';
import type { AppStore } from './store.ts';

/** Apps as the search finds them: who does not build them finds those that are published, and goes to where they are used. */
export function appSearch(store: AppStore): SearchSource {
  return {
    id: 'app',
    kind: 'app',
    permission: 'apps.use',
    async read(caller, ids) {
      const isBuilder = caller.can('apps.edit');
      const apps = await store.names(caller.workspaceId, { ids, isPublished: !isBuilder });
      return apps.map(({ id, name }) => ({ id, name, path: isBuilder ? `/app/${id}/build` : `/use/${id}` }));
    },
  };
}
