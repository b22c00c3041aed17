import { currentTime, isPlatformError, type Logger } from '#kernel';
import type { Database, OpenTransaction } from '#plugins/database/contract.ts';
import type { DatasetDocuments } from '#plugins/dataset-documents/contract.ts';
import type { Dataset, Datasets } from '#plugins/datasets/contract.ts';
import type { Attempt } from '#plugins/jobs/contract.ts';
import type { FailedSource } from './contract.ts';
import { type DocumentWriter, type SourceOfDataset, viewerOf } from './document-writer.ts';
import type { PageStore } from './page-store.ts';
import type { ReaderList } from './reader-list.ts';
import { nextRefresh } from './refresh-interval.ts';
import type { StoredSource } from './row-store.ts';
import { RunFailure } from './run-failure.ts';
import { PagesOfRun } from './run-pages.ts';
import type { RunQueue, StartJob } from './run-queue.ts';
import type { SourceReader, SourceRun } from './source-reader.ts';
import type { RunStep, SourceStore, SourceValues } from './source-store.ts';
import { TreeOfSource } from './tree-store.ts';

export interface RefresherParts {
  readonly database: Database;
  readonly store: SourceStore;
  readonly pages: PageStore;
  readonly queue: RunQueue;
  readonly datasets: Datasets;
  readonly documents: DatasetDocuments;
  readonly readers: ReaderList;
  readonly writer: DocumentWriter;
  readonly logger: Logger;
  /** The token of a source, opened. */
  tokenOf(source: StoredSource): string | null;
  /** Hears of each run that failed. */
  failed(source: FailedSource): void;
}

/** Steps at a time in this process, and of one workspace: other jobs have their turn as well. */
const AT_ONCE = 4;
const AT_ONCE_OF_WORKSPACE = 2;
/** Milliseconds until a step is tried again that finds no room. */
const NO_ROOM = 3_000;
/** Attempts at one step whose failure may pass. */
const ATTEMPTS = 5;
const VANISHED_AT_ONCE = 50;
const REMOVED_AT_ONCE = 100;

/**
 * Runs sources in jobs. Each job does a step: it goes on only while the run and the step it names are the ones that count, so
 * two of them never work on a source at the same time, and one whose process died is done again.
 */
export class Refresher {
  readonly #parts: RefresherParts;
  readonly #working: string[] = [];

  constructor(parts: RefresherParts) {
    this.#parts = parts;
  }

  /** Begins a run, with what it reads first. null: one is running, or it is not time for one. */
  async begin(source: Pick<StoredSource, 'workspaceId' | 'id'>, { isDue }: { readonly isDue: boolean }) {
    const { store, queue } = this.#parts;
    await queue.prepare();
    return store.begin(source, { isDue }, (step, within) => queue.step(step, 0, within));
  }

  async start({ workspaceId, sourceId }: StartJob): Promise<void> {
    await this.begin({ workspaceId, id: sourceId }, { isDue: true });
  }

  async step(at: RunStep, { signal, attempt }: Attempt): Promise<void> {
    const { store, queue } = this.#parts;
    const source = await store.take(at);
    if (source === null) return;
    const ofWorkspace = this.#working.filter((id) => id === at.workspaceId).length;
    if (this.#working.length >= AT_ONCE || ofWorkspace >= AT_ONCE_OF_WORKSPACE) return queue.step(at, NO_ROOM);
    this.#working.push(at.workspaceId);
    try {
      await this.#work(at, source, { signal, attempt });
    } finally {
      this.#working.splice(this.#working.indexOf(at.workspaceId), 1);
    }
  }

  async #work(at: RunStep, source: StoredSource, { signal, attempt }: Pick<Attempt, 'signal' | 'attempt'>) {
    const { store, queue, datasets } = this.#parts;
    const dataset = await datasets.find(at.workspaceId, source.datasetId);
    if (dataset === null) return;
    try {
      const reader = this.#readerOf(source);
      const of = { source, dataset, reader };
      const run = this.#run(at, of, signal);
      if (at.step === 1) await reader.begin(run);
      const end = await reader.step(run);
      if (!(await run.goesOn())) return;
      if (end !== null) await store.next(at, (next, within) => queue.step(next, end.after, within));
      else await this.#finish(at, source, reader, run);
    } catch (error) {
      signal.throwIfAborted();
      const failure = failureOf(error);
      if (failure === null || (failure.isPassing && attempt < ATTEMPTS)) {
        if (attempt < ATTEMPTS) throw error;
        this.#parts.logger.warn({ err: error, sourceId: source.id }, 'a source of a knowledge base could not be read');
      }
      const message = failure?.message ?? 'The platform failed; the log of the server says why. Try again later.';
      await this.#end(at, source, { status: 'failed', error: message }, failure?.isOfAccount);
    }
  }

  #readerOf({ kind }: StoredSource): SourceReader {
    const reader = this.#parts.readers.find(kind);
    if (reader !== null) return reader;
    throw new RunFailure(`Nothing here reads sources of kind ${kind}: install the plugin again that does.`);
  }

  #run(at: RunStep, of: SourceOfDataset, signal: AbortSignal): SourceRun {
    const { store, pages, writer, tokenOf, database } = this.#parts;
    const { source } = of;
    return {
      source,
      signal,
      pages: new PagesOfRun(pages, source),
      tree: new TreeOfSource(database, pages, source),
      goesOn: async () => (await store.take(at)) !== null,
      isIncomplete: () => store.markIncomplete(at),
      document: (page, content, origin) => writer.write(of, page, content, origin),
      vanish: (page, status, message) => writer.vanish(of, page, status, message),
      token: () => tokenOf(source),
    };
  }

  /** All is read: what was there before and is not any more is gone, but where something was not seen. */
  async #finish(at: RunStep, source: StoredSource, reader: SourceReader, run: SourceRun): Promise<void> {
    const { store, pages } = this.#parts;
    const { areUnseenGone } = await reader.end(run);
    const { isIncomplete = true } = (await store.take(at)) ?? {};
    while (areUnseenGone && !isIncomplete) {
      run.signal.throwIfAborted();
      if (!(await run.goesOn())) return;
      const unseen = await pages.unseen(source, VANISHED_AT_ONCE);
      for (const page of unseen) await run.vanish(page, 'vanished', 'The source has it no more.');
      if (unseen.length < VANISHED_AT_ONCE) break;
    }
    if (areUnseenGone) await pages.clean(source);
    await this.#end(at, source, { status: 'completed', error: null });
  }

  async #end(at: RunStep, source: StoredSource, values: SourceValues, isHeld = false): Promise<void> {
    const { store, queue } = this.#parts;
    const now = await store.find(at.workspaceId, source.id);
    const next = now === null ? null : nextRefresh(now.refresh, now.isPaused || isHeld, currentTime());
    await store.finish(at, { ...values, held: isHeld, next_refresh_at: next }, async (within: OpenTransaction) => {
      if (next !== null) await queue.start(at, next, within);
    });
    if (values.status !== 'failed') return;
    const { workspaceId, datasetId, id: sourceId, createdBy: accountId } = source;
    this.#parts.failed({ workspaceId, datasetId, sourceId, accountId });
  }

  /** Those that pages of a source became: also one that a job has added and not noted yet. */
  async removeDocuments(dataset: Dataset, source: StoredSource, keys: readonly string[]): Promise<void> {
    const { documents, writer } = this.#parts;
    for (let start = 0; start < keys.length; start += REMOVED_AT_ONCE) {
      const known = await documents.bySourceKeys(dataset, keys.slice(start, start + REMOVED_AT_ONCE));
      for (const document of known) {
        await writer.remove(dataset, document, viewerOf(source)).catch((error: unknown) => {
          if (!isPlatformError(error) || error.code !== 'dataset-documents.not_found') throw error;
        });
      }
    }
  }
}

/** What ends a run for a reason that people can do something about; null: something of the platform failed. */
function failureOf(error: unknown): RunFailure | null {
  if (error instanceof RunFailure) return error;
  if (!isPlatformError(error)) return null;
  if (error.kind === 'unavailable') return new RunFailure(error.message, { isPassing: true });
  return error.kind === 'internal' ? null : new RunFailure(error.message);
}
