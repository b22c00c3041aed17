import { type Contributions, clocksAgree, currentTime, type Logger, PlatformError } from '#kernel';
import type { Blobs } from '#plugins/blobs/contract.ts';
import type { Jobs } from '#plugins/jobs/contract.ts';
import type { Runs } from '#plugins/runs/contract.ts';
import type { Workspace, Workspaces } from '#plugins/workspaces/contract.ts';
import { followJob, type WorkspaceEnding } from './contract.ts';
import type { PurgeStore } from './purge-store.ts';

/** What the jobs are about. They are of no workspace: those of a closed one wait. */
export interface DeletionJob {
  readonly workspaceId: string;
}

export const STOP_TASK = 'workspace-deletion.stop';
export const PURGE_TASK = 'workspace-deletion.purge';

const DAY = 86_400_000;
const STOPPED = 'The workspace was deleted.';

interface DeletionParts {
  readonly store: PurgeStore;
  readonly workspaces: Workspaces;
  readonly jobs: Jobs;
  readonly runs: Runs;
  readonly blobs: Blobs;
  readonly endings: Pick<Contributions<WorkspaceEnding>, 'all'>;
  readonly graceDays: number;
  readonly logger: Logger;
}

/** Closes workspaces, opens them again, and removes what is left of them when their time is over. */
export class DeletionService {
  readonly #parts: DeletionParts;

  constructor(parts: DeletionParts) {
    this.#parts = parts;
  }

  async delete(workspaceId: string, { name, by }: { readonly name: string; readonly by: string }): Promise<Workspace> {
    const { workspaces, jobs, graceDays } = this.#parts;
    const workspace = await workspaces.get(workspaceId);
    if (workspace?.name !== name) {
      const message = `Send the name of the workspace as it is written: "${workspace?.name ?? ''}".`;
      throw new PlatformError('invalid', 'workspace-deletion.wrong_name', message, { field: 'name' });
    }
    const purgeAt = new Date(currentTime() + graceDays * DAY);
    await jobs.prepare();
    const closed = await workspaces.close(workspaceId, { by, purgeAt }, async (transaction) => {
      const follow = followJob(workspaceId);
      await jobs.enqueue(follow, { within: transaction });
      await jobs.enqueue({ ...follow, task: STOP_TASK }, { within: transaction });
      await jobs.enqueue({ ...follow, task: PURGE_TASK, runAt: purgeAt }, { within: transaction });
    });
    if (closed === null) throw notDeletable();
    return closed;
  }

  async restore(workspaceId: string): Promise<Workspace> {
    const { workspaces, jobs } = this.#parts;
    await jobs.prepare();
    const workspace = await workspaces.reopen(workspaceId, (transaction) =>
      jobs.enqueue(followJob(workspaceId), { within: transaction }),
    );
    if (workspace !== null) return workspace;
    const message = 'The workspace is not deleted, or the time in which it could be restored is over.';
    throw new PlatformError('not-found', 'workspace-deletion.not_deleted', message);
  }

  /** Runs under way end; those that wait for people stay, for the workspace may come back. */
  async stopRuns({ workspaceId }: DeletionJob, signal: AbortSignal): Promise<void> {
    const { runs, workspaces } = this.#parts;
    let before: string | undefined;
    while (!signal.aborted) {
      if ((await workspaces.get(workspaceId))?.deletion == null) return;
      const page = await runs.list(workspaceId, { status: 'running', limit: 100, before });
      for (const { id: runId } of page) await runs.stop({ workspaceId, run: { runId }, reason: STOPPED });
      before = page.at(-1)?.id;
      if (before === undefined) return;
    }
    throw signal.reason;
  }

  /**
   * What stops with the workspace does, or goes on. One that fails keeps none of the others back. Whoever finds that the
   * workspace was closed or opened meanwhile does it again, so that of two processes the last one is right.
   */
  async follow({ workspaceId }: DeletionJob, signal: AbortSignal): Promise<void> {
    const { workspaces, endings } = this.#parts;
    for (;;) {
      signal.throwIfAborted();
      const before = await workspaces.get(workspaceId);
      if (before === null) return;
      const closedAt = before.deletion?.requestedAt ?? null;
      const done = endings.all().map(async (each) => each.follow?.(workspaceId, closedAt, signal));
      const failed = (await Promise.allSettled(done)).find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
      const after = await workspaces.get(workspaceId);
      if (after === null || (after.deletion?.requestedAt ?? null) === closedAt) return;
    }
  }

  /**
   * Removes all rows, contents of files and jobs, and the workspace itself at last: done in the middle by a process that
   * ends, the next attempt goes on. Nothing happens while the workspace is open, or may still be restored.
   */
  async purge({ workspaceId }: DeletionJob, signal: AbortSignal): Promise<void> {
    const { store, workspaces, jobs, blobs, endings, logger } = this.#parts;
    const workspace = await workspaces.get(workspaceId);
    if (workspace === null || workspace.deletion === null || workspace.deletion.purgeAt > currentTime()) return;
    // It is tried again; what is removed is gone for good, and the job may have come early.
    if (!clocksAgree())
      throw new Error('the clocks of this process and of the database differ; nothing is removed yet');
    // Before the rows, which say what it is called elsewhere.
    for (const each of endings.all()) await each.purge?.(workspaceId, signal);
    do signal.throwIfAborted();
    while (await store.removeSome(workspaceId));
    const tables = await store.tables();
    for (const table of tables) {
      do signal.throwIfAborted();
      while (await store.removeRows(table, workspaceId));
    }
    // After the rows: content that a row names is never missing.
    await blobs.removeOf(workspaceId);
    await jobs.removeOf(workspaceId);
    await store.forgetPlaces(workspaceId);
    for (const table of tables) {
      if (await store.hasRows(table, workspaceId)) throw new Error(`rows came to ${table} meanwhile; it is done again`);
    }
    await workspaces.remove(workspaceId);
    logger.info({ workspaceId }, 'a deleted workspace was removed for good');
  }
}

function notDeletable(): PlatformError {
  return new PlatformError('conflict', 'workspace-deletion.deleted', 'The workspace is deleted already.');
}
