import { clocksAgree, currentTime, isUuid, type Logger, newId } from '#kernel';
import { entry, type GroupCommit } from '#plugins/database/contract.ts';
import type { DatasetDocuments } from '#plugins/dataset-documents/contract.ts';
import type { Dataset } from '#plugins/datasets/contract.ts';
import type { DatasetSearch, LoggedQuery, SearchRequest } from './contract.ts';
import { type AnyHit, isExternal } from './found-hit.ts';
import { type QueryStore, querySink } from './query-store.ts';

/** Characters of a question that are kept. */
const MAX_QUERY = 2_000;
/** Questions that wait to be written; more are left out of the log. */
const MAX_PENDING = 10_000;
/** Milliseconds in which others can be written with them. */
const DELAY = 250;
const CLEANING = 3_600_000;
const DAY = 86_400_000;

/** Who asked, and for what. */
export type Asking = Pick<SearchRequest, 'source' | 'appId' | 'runId' | 'createdBy'>;

/** Keeps what bases were asked for some days, and counts what is found. Nobody waits for it. */
export class QueryLog {
  readonly #parts: {
    readonly store: QueryStore;
    readonly commit: GroupCommit;
    readonly documents: DatasetDocuments;
    readonly logger: Logger;
  };
  readonly #writing = new Set<Promise<void>>();

  constructor(parts: {
    readonly store: QueryStore;
    readonly commit: GroupCommit;
    readonly documents: DatasetDocuments;
    readonly logger: Logger;
  }) {
    this.#parts = parts;
  }

  /** A row for each base that was asked. Hits count where somebody uses them, and not where somebody tries the search. */
  add(
    datasets: readonly Dataset[],
    query: string,
    { hits, asking }: { hits: readonly AnyHit[]; asking: Asking },
  ): void {
    const { commit, documents, logger } = this.#parts;
    if (asking.source !== 'hit_testing') {
      const own = hits.flatMap((hit) => (isExternal(hit) ? [] : [hit]));
      documents.hit(
        own.map(({ dataset, segment }) => ({
          workspaceId: dataset.workspaceId,
          datasetId: dataset.id,
          documentId: segment.documentId,
          id: segment.id,
        })),
      );
    }
    if (commit.pending > MAX_PENDING) return;
    const rows = datasets.map(({ id, workspaceId }) =>
      entry(querySink, {
        id: newId(),
        workspace_id: workspaceId,
        dataset_id: id,
        query: query.slice(0, MAX_QUERY).replaceAll('\0', '').toWellFormed(),
        source: asking.source,
        app_id: idOf(asking.appId),
        run_id: idOf(asking.runId),
        created_by: idOf(asking.createdBy),
        hits: hits.filter(({ dataset }) => dataset.id === id).length,
      }),
    );
    const written = commit
      .add(rows, { delay: DELAY })
      .catch((error: unknown) => logger.warn({ err: error }, 'questions to knowledge bases were not logged'))
      .finally(() => this.#writing.delete(written));
    this.#writing.add(written);
  }

  /** Newest first, those of this process that are on their way included. */
  async queries(
    dataset: Dataset,
    page: { readonly page: number; readonly limit: number },
  ): ReturnType<DatasetSearch['queries']> {
    await this.settle();
    const { rows, total } = await this.#parts.store.page(dataset, page);
    const queries = rows.map(
      (row): LoggedQuery => ({
        id: row.id,
        query: row.query,
        source: row.source,
        appId: row.app_id,
        hits: row.hits,
        createdAt: row.created_at.getTime(),
      }),
    );
    return { queries, total };
  }

  /** Removes what is older, now and every hour. The result ends it. */
  keepFor(days: number): () => void {
    const clean = async () => {
      if (!clocksAgree()) return;
      try {
        while (await this.#parts.store.removeBefore(new Date(currentTime() - days * DAY)));
      } catch (error) {
        this.#parts.logger.warn({ err: error }, 'old questions to knowledge bases were not removed');
      }
    };
    void clean();
    const timer = setInterval(clean, CLEANING);
    timer.unref();
    return () => clearInterval(timer);
  }

  async settle(): Promise<void> {
    await Promise.all(this.#writing);
  }
}

/** Runs that are not kept have ids of other forms. */
function idOf(id: string | null | undefined): string | null {
  return typeof id === 'string' && isUuid(id) ? id : null;
}
