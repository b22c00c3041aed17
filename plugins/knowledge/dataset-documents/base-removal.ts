import type { DatasetEnding } from '#plugins/datasets/contract.ts';
import type { KnowledgeIndexes } from '#plugins/knowledge-index/contract.ts';
import type { FileKeeper } from './file-keeper.ts';
import type { WriteStore } from './write-store.ts';

/** Documents of one transaction: no lock is held for long. */
const BATCH = 50;

/** Removes the documents of a base that was deleted. Its indexes last: who still writes entries finds no document then. */
export function baseRemoval(parts: {
  readonly writes: WriteStore;
  readonly files: FileKeeper;
  readonly indexes: KnowledgeIndexes;
}): DatasetEnding {
  const { writes, files, indexes } = parts;
  return {
    id: 'dataset-documents',
    async remove(dataset, generations, signal) {
      for (;;) {
        signal.throwIfAborted();
        const gone = await writes.transaction(dataset.workspaceId, async (within) => {
          const documents = await writes.some(dataset, BATCH, within);
          await writes.delete(
            dataset,
            documents.map(({ id }) => id),
            within,
          );
          return documents;
        });
        await files.discard(gone);
        if (gone.length < BATCH) break;
      }
      await writes.deleteRules(dataset);
      for (const { id } of generations) {
        signal.throwIfAborted();
        await indexes.drop({ workspaceId: dataset.workspaceId, datasetId: dataset.id, indexId: id });
      }
    },
  };
}
