import type { Contributions, Logger } from '../../kernel/index.ts';
import { type CommitEntry, entry, type GroupCommit } from '../database/contract.ts';
import type { AbandonedRun, RunFollower } from './contract.ts';
import { abandonedSink, type RunStore } from './store.ts';

/** Seconds without a heartbeat after which another process counts as gone. */
const SILENT_SECONDS = 30;
const REASON = 'The server process that executed this run stopped before the run ended.';

export interface RecoveryParts {
  readonly store: RunStore;
  readonly groupCommit: GroupCommit;
  readonly followers: Contributions<RunFollower>;
  readonly own: { readonly bootId: string; readonly instanceId: string };
  readonly logger: Logger;
}

/** Ends runs that dead processes left `running`: at boot, and then with every heartbeat of this process. */
export class Recovery {
  readonly #parts: RecoveryParts;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: RecoveryParts) {
    this.#parts = parts;
  }

  /** Settles what is left over; returns how many runs were ended. */
  async sweep(): Promise<number> {
    const { store, groupCommit, own, logger } = this.#parts;
    let count = 0;
    for (;;) {
      const runs = await store.abandoned(own, SILENT_SECONDS);
      if (runs.length === 0) return count;
      await groupCommit.add(this.#entries(runs));
      count += runs.length;
      logger.warn({ runs: runs.length }, 'ended runs of a process that is gone');
    }
  }

  start(intervalMs: number): void {
    const { store, own, logger } = this.#parts;
    this.#timer = setInterval(() => {
      store
        .beat(own.bootId, own.instanceId)
        .then(() => this.sweep())
        .catch((error) => logger.warn({ error }, 'the heartbeat could not be written'));
    }, intervalMs);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#parts.store.leave(this.#parts.own.bootId).catch(() => {});
  }

  #entries(runs: readonly AbandonedRun[]): CommitEntry[] {
    const own = runs.map((run) => entry(abandonedSink, { runId: run.runId, reason: REASON }));
    return [...own, ...this.#parts.followers.all().flatMap((follower) => follower.abandoned(runs, REASON))];
  }
}
