import { clocksAgree, type Logger } from '#kernel';
import type { ExpiredApps } from '#plugins/apps/contract.ts';
import type { Blobs } from '#plugins/blobs/contract.ts';
import type { Jobs } from '#plugins/jobs/contract.ts';
import type { RunEnds, Runs } from '#plugins/runs/contract.ts';
import { PARENTS, type PurgedApp, type PurgeRows, type PurgeStore, type PurgeTable } from './purge-store.ts';

export const PURGE_TASK = 'app-purge.purge';

const PAGE = 200;
const STOPPED = 'The app was deleted.';

interface PurgeParts {
  readonly store: PurgeStore;
  readonly expired: ExpiredApps;
  readonly jobs: Jobs;
  readonly runs: Runs;
  readonly ends: RunEnds;
  readonly blobs: Blobs;
  readonly logger: Logger;
}

/** Removes for good what can't be brought back any more. */
export class PurgeService {
  readonly #parts: PurgeParts;

  constructor(parts: PurgeParts) {
    this.#parts = parts;
  }

  /** Leaves a job for each app whose time is over; one that waits already is replaced. */
  async enqueue(signal: AbortSignal): Promise<void> {
    const { expired, jobs } = this.#parts;
    if (!clocksAgree()) return;
    let after: string | undefined;
    do {
      const page = await expired.list(PAGE, after);
      for (const { workspaceId, appId } of page) {
        if (signal.aborted) return;
        await jobs.enqueue({ task: PURGE_TASK, payload: { workspaceId, appId }, workspaceId, key: appId });
      }
      after = page.length < PAGE ? undefined : page.at(-1)?.appId;
    } while (after !== undefined);
  }

  /**
   * Removes all rows and contents of an app, and the app itself at last: done in the middle by a process that ends, the next
   * attempt goes on. Nothing happens to an app that is there or may come back.
   */
  async purge(app: PurgedApp, signal: AbortSignal): Promise<void> {
    const { store, expired, logger } = this.#parts;
    const { workspaceId, appId } = app;
    if (!(await expired.has(workspaceId, appId))) return;
    if (!clocksAgree())
      throw new Error('the clocks of this process and of the database differ; nothing is removed yet');
    await this.#endRuns(app, signal);
    // What its runs have used is billed: it is in the books before their ends go.
    await this.#parts.ends.aggregated(workspaceId);
    for (const parent of PARENTS) {
      const children = await store.children(workspaceId, parent);
      const own = { name: parent.table, blob: null };
      for (let ids = await store.parents(app, parent); ids.length > 0; ids = await store.parents(app, parent)) {
        // Those that hang on it first: a row that is gone leads to none of them.
        for (const table of children) await this.#remove(workspaceId, table, { column: parent.column, ids }, signal);
        await this.#remove(workspaceId, own, { column: 'id', ids }, signal);
      }
    }
    const tables = await store.tables(workspaceId);
    for (const table of tables) await this.#remove(workspaceId, table, { column: 'app_id', ids: [appId] }, signal);
    for (const name of [...PARENTS.map(({ table }) => table), ...tables.map((table) => table.name)]) {
      if (await store.hasRows(app, name)) throw new Error(`rows came to ${name} meanwhile; it is done again`);
    }
    await expired.remove(workspaceId, appId);
    logger.info({ workspaceId, appId }, 'a deleted app was removed for good');
  }

  /** Contents first: what a stop in between leaves is found by its row again, and does not wait for the sweep of many days. */
  async #remove(workspaceId: string, table: PurgeTable, rows: PurgeRows, signal: AbortSignal): Promise<void> {
    const { store, blobs } = this.#parts;
    for (let hasMore = true; hasMore; ) {
      signal.throwIfAborted();
      const contents = await store.contents(workspaceId, table, rows);
      if (contents.length > 0) await blobs.remove(contents);
      hasMore = await store.remove(workspaceId, table, rows, contents);
    }
  }

  /** Runs of the app that still go on, or wait for people, end before their rows go. */
  async #endRuns({ workspaceId, appId }: PurgedApp, signal: AbortSignal): Promise<void> {
    const { runs } = this.#parts;
    let isEnding = false;
    for (const status of ['running', 'paused'] as const) {
      let before: string | undefined;
      do {
        signal.throwIfAborted();
        const page = await runs.list(workspaceId, { appId, status, limit: 100, before });
        for (const { id: runId } of page) await runs.stop({ workspaceId, run: { runId }, reason: STOPPED });
        isEnding ||= page.length > 0;
        before = page.at(-1)?.id;
      } while (before !== undefined);
    }
    if (isEnding) throw new Error('runs of the app are being stopped; it is done again');
  }
}
