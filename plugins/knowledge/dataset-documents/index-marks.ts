import type { OpenTransaction } from '#plugins/database/contract.ts';
import type { Dataset, Datasets } from '#plugins/datasets/contract.ts';
import type { ActiveSelection, EntrySelection, KnowledgeIndexes } from '#plugins/knowledge-index/contract.ts';

type Base = Pick<Dataset, 'id' | 'workspaceId'>;

/**
 * Entries of a base in each of its indexes, the one that answers and the one that is being built. The generations are read
 * in the caller's transaction, after it has locked the rows in question: who writes entries holds those, so none is missed.
 */
export class IndexMarks {
  readonly #datasets: Datasets;
  readonly #indexes: KnowledgeIndexes;

  constructor(datasets: Datasets, indexes: KnowledgeIndexes) {
    this.#datasets = datasets;
    this.#indexes = indexes;
  }

  async remove(base: Base, which: EntrySelection, within: OpenTransaction): Promise<void> {
    for (const place of await this.#places(base, within)) await this.#indexes.remove(place, which, within);
  }

  async setActive(base: Base, which: ActiveSelection, active: boolean, within: OpenTransaction): Promise<void> {
    for (const place of await this.#places(base, within)) await this.#indexes.setActive(place, which, active, within);
  }

  async #places({ id, workspaceId }: Base, within: OpenTransaction) {
    const generations = await this.#datasets.generations(workspaceId, id, within);
    return generations.map((generation) => ({ workspaceId, datasetId: id, indexId: generation.id }));
  }
}
