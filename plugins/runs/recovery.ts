import { randomUUID } from 'node:crypto';
import type { Contributions, Logger } from '../../kernel/index.ts';
import { type CommitEntry, entry, type GroupCommit } from '../database/contract.ts';
import type { AbandonedRun, RunFollower } from './contract.ts';
import type { RunsService } from './runs-service.ts';
import { abandonedSink, type ClaimedRun, type ProcessIdentity, type RunStore, releasedSink } from './store.ts';

/** Heartbeats in the time after which a process counts as gone. */
const BEATS = 6;
/** Heartbeats between looks for runs that this process has, and does not know of. */
const BEATS_PER_LOOK = 12;
/** Runs taken over at a time. */
const CLAIM = 50;
/** Processes a run may lose: it may be what kills them. */
const MOST_CRASHES = 5;
const CANNOT_GO_ON =
  'The server process that executed this run stopped before the run ended, and it can not go on: its app is gone, or its journal is not kept whole.';
const TOO_OFTEN = `The server process that executed this run stopped before the run ended, for the ${MOST_CRASHES}th time; it is not tried again.`;

export interface RecoveryParts {
  readonly store: RunStore;
  readonly runs: RunsService;
  readonly groupCommit: GroupCommit;
  readonly followers: Contributions<RunFollower>;
  readonly own: { bootId: string; readonly instanceId: string };
  /** Seconds without a heartbeat after which another process counts as gone. */
  readonly silentSeconds: number;
  readonly logger: Logger;
}

/** Goes on with runs that dead processes left `running`: at boot, and then with every heartbeat of this process. */
export class Recovery {
  readonly #parts: RecoveryParts;
  #timer: NodeJS.Timeout | undefined;
  #isSweeping = false;
  #beats = 0;
  /** Runs that were missing at the last look. */
  #missing: ReadonlySet<string> = new Set();

  constructor(parts: RecoveryParts) {
    this.#parts = parts;
  }

  /** Takes over what is left over. */
  async sweep(): Promise<void> {
    if (this.#isSweeping) return;
    this.#isSweeping = true;
    const { store, groupCommit, silentSeconds } = this.#parts;
    const left: CommitEntry[] = [];
    try {
      for (;;) {
        const runs = await store.claim(this.#own, { silentSeconds, limit: CLAIM });
        if (runs.length === 0) break;
        left.push(...(await this.#takeOver(runs)));
      }
    } finally {
      await groupCommit.add(left).catch(() => {});
      this.#isSweeping = false;
    }
  }

  start(): void {
    this.sweep().catch((error) => this.#parts.logger.error({ error }, 'runs that are left over were not taken over'));
    this.#timer = setInterval(
      () => {
        this.#beat().catch((error) => this.#parts.logger.warn({ error }, 'the heartbeat could not be written'));
      },
      (this.#parts.silentSeconds * 1_000) / BEATS,
    );
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#parts.store.leave(this.#own.bootId).catch(() => {});
  }

  get #own(): ProcessIdentity {
    return this.#parts.own;
  }

  async #beat(): Promise<void> {
    const { store, runs, own, logger } = this.#parts;
    if (!(await store.beat(own))) {
      logger.error({}, 'this process was silent for too long: others have taken over its runs');
      own.bootId = randomUUID();
      runs.disownAll();
      await store.join(own);
    }
    await this.sweep();
    this.#beats += 1;
    if (this.#beats % BEATS_PER_LOOK === 0) await this.look();
  }

  /**
   * Goes on with runs that are this process's by their row and nowhere in its memory, at two looks: it took them over, or
   * was to resume them, and the database's word that it had did not come through.
   */
  async look(): Promise<void> {
    const { store, runs } = this.#parts;
    const missing = (await store.mine(this.#own.bootId)).filter(({ runId }) => !runs.has(runId));
    const again = missing.filter(({ runId }) => this.#missing.has(runId));
    this.#missing = new Set(missing.map(({ runId }) => runId));
    for (const run of again) await this.#goOn({ ...run, crashes: 0 });
  }

  /** The result gives back those that are to be tried again. */
  async #takeOver(claimed: readonly ClaimedRun[]): Promise<readonly CommitEntry[]> {
    const { runs, logger } = this.#parts;
    const left: CommitEntry[] = [];
    let count = 0;
    for (const run of claimed) {
      if (run.crashes > MOST_CRASHES) await this.#abandon(run, TOO_OFTEN);
      else {
        // Perhaps the database was away for a moment: that costs a try, not the run.
        const isOn = await this.#goOn(run).catch((error: unknown) => {
          logger.error({ error, runId: run.runId }, 'a run could not be taken over; it is tried again');
          left.push(entry(releasedSink, { runId: run.runId, processId: this.#own.bootId }));
          return false;
        });
        if (isOn) count += 1;
      }
    }
    logger.warn({ runs: count, failed: claimed.length - count }, 'took over runs of a process that is gone');
    await runs.room();
    return left;
  }

  async #goOn(run: ClaimedRun): Promise<boolean> {
    const isOn = (await this.#parts.runs.goOn(run.workspaceId, run.runId)) !== null;
    if (!isOn) await this.#abandon(run, CANNOT_GO_ON);
    return isOn;
  }

  async #abandon(run: AbandonedRun, reason: string): Promise<void> {
    const { groupCommit, followers } = this.#parts;
    const own = entry(abandonedSink, { runId: run.runId, reason });
    const others = followers.all().flatMap((follower): readonly CommitEntry[] => follower.abandoned([run], reason));
    await groupCommit.add([own, ...others]);
  }
}
