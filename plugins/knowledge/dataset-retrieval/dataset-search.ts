import { PlatformError } from '#kernel';
import type { Dataset } from '#plugins/datasets/contract.ts';
import type { DatasetSearch, SearchRequest } from './contract.ts';
import { type AnyHit, hitOf, isExternal } from './found-hit.ts';
import type { QueryLog } from './query-log.ts';
import { questionText } from './query-text.ts';
import type { SeveralBases } from './several-bases.ts';
import { Stopwatch } from './stopwatch.ts';

/** Searches one base, for who names it. */
export class DatasetSearchService implements DatasetSearch {
  readonly #bases: SeveralBases;
  readonly #log: QueryLog;

  constructor(bases: SeveralBases, log: QueryLog) {
    this.#bases = bases;
    this.#log = log;
  }

  async search(dataset: Dataset, request: SearchRequest): ReturnType<DatasetSearch['search']> {
    const clock = new Stopwatch();
    if (dataset.indexId === null && dataset.external === null) throw notInitialized(dataset);
    const query = questionText(request.query);
    const hits = query === '' ? [] : await this.#find(dataset, query, { request, clock });
    this.#log.add([dataset], request.query, { hits, asking: request });
    return {
      hits: hits.flatMap((hit) => (isExternal(hit) ? [] : [hitOf(hit)])),
      external: hits.flatMap((hit) => (isExternal(hit) ? [hit.external] : [])),
      milliseconds: clock.milliseconds,
    };
  }

  queries(dataset: Dataset, page: { readonly page: number; readonly limit: number }) {
    return this.#log.queries(dataset, page);
  }

  async #find(
    dataset: Dataset,
    query: string,
    { request, clock }: { readonly request: SearchRequest; readonly clock: Stopwatch },
  ): Promise<readonly AnyHit[]> {
    const { workspaceId } = dataset;
    const { retrieval, external, filter = null, appId, signal } = request;
    const app = appId === undefined ? null : { workspaceId, appId };
    const caller = { workspaceId, app, signal };
    const bases = await this.#bases.ask([dataset], { query, filter, retrieval, external, caller, clock });
    return bases.flatMap(({ hits }) => hits);
  }
}

function notInitialized({ name }: Dataset): PlatformError {
  const message = `Nothing in the knowledge base ${JSON.stringify(name)} can be found yet: add a document to it, and wait until it is indexed.`;
  return new PlatformError('invalid', 'dataset-retrieval.dataset_not_initialized', message);
}
