import type { DatasetDocuments } from '#plugins/dataset-documents/contract.ts';
import type { Dataset } from '#plugins/datasets/contract.ts';
import { type Models, usageOf } from '#plugins/models/contract.ts';
import type { IndexingEstimate } from './contract.ts';

/** Documents of one query. */
const PAGE = 100;

export interface EstimatesParts {
  readonly models: Pick<Models, 'model'>;
  readonly documents: Pick<DatasetDocuments, 'list'>;
}

/** What indexing costs, before it is done: by an estimate of tokens and the price of the model. */
export class Estimates {
  readonly #parts: EstimatesParts;

  constructor(parts: EstimatesParts) {
    this.#parts = parts;
  }

  /** Of chunks that were counted. */
  ofCounts(
    workspaceId: string,
    counts: Pick<IndexingEstimate, 'segments' | 'tokens'>,
    embedding: Dataset['embedding'],
  ): Promise<IndexingEstimate> {
    return this.#priced(workspaceId, counts, embedding);
  }

  async ofBase(dataset: Dataset, embedding: Dataset['embedding']): Promise<IndexingEstimate> {
    let [segments, tokens] = [0, 0];
    for (let page = 1, left = 1; left > 0; page += 1) {
      const { documents, total } = await this.#parts.documents.list(dataset, { page, limit: PAGE });
      for (const document of documents) {
        segments += document.segmentCount;
        tokens += document.tokens;
      }
      left = documents.length === 0 ? 0 : total - page * PAGE;
    }
    return this.#priced(dataset.workspaceId, { segments, tokens }, embedding);
  }

  async #priced(
    workspaceId: string,
    counts: Pick<IndexingEstimate, 'segments' | 'tokens'>,
    embedding: Dataset['embedding'],
  ): Promise<IndexingEstimate> {
    const model =
      embedding === null ? null : await this.#parts.models.model(workspaceId, 'embedding', { ...embedding });
    const price = model?.description.price;
    if (price === undefined) return { ...counts, price: null, currency: null };
    const measure = { promptTokens: counts.tokens, completionTokens: 0, latency: 0, timeToFirstToken: null };
    const { totalPrice, currency } = usageOf(price, measure);
    return { ...counts, price: totalPrice, currency };
  }
}
