import type { SearchSource } from '#plugins/search/contract.ts';
import { type Datasets, viewerOf } from './contract.ts';

/** Knowledge bases as the search finds them: those that the caller may see. */
export function datasetSearch(datasets: Pick<Datasets, 'findMany'>): SearchSource {
  return {
    id: 'dataset',
    kind: 'dataset',
    permission: 'knowledge.manage',
    async read(caller, ids) {
      const found = await datasets.findMany(caller.workspaceId, ids, viewerOf(caller));
      return found.map(({ id, name }) => ({ id, name, path: `/knowledge/${id}` }));
    },
  };
}
