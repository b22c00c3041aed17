import { type Datasets, viewerOf } from '#plugins/datasets/contract.ts';
import type { SearchSource } from '#plugins/search/contract.ts';
import type { DocumentStore } from './document-store.ts';

/** Documents as the search finds them: those of knowledge bases that the caller may see. */
export function documentSearch(store: DocumentStore, datasets: Pick<Datasets, 'findMany'>): SearchSource {
  return {
    id: 'document',
    kind: 'document',
    permission: 'knowledge.manage',
    async read(caller, ids) {
      const documents = await store.names(caller.workspaceId, ids);
      const own = [...new Set(documents.map(({ datasetId }) => datasetId))];
      const bases = await datasets.findMany(caller.workspaceId, own, viewerOf(caller));
      const nameOf = new Map(bases.map(({ id, name }) => [id, name]));
      return documents.flatMap(({ id, name, datasetId }) => {
        const about = nameOf.get(datasetId);
        return about === undefined ? [] : [{ id, name, about, path: `/knowledge/${datasetId}/documents/${id}` }];
      });
    },
  };
}
