import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Contributions, Logger } from '#kernel';
import { type CommitEntry, entry, type GroupCommit, isRefusal } from '#plugins/database/contract.ts';
import type { AbandonedRun, LiveRun, RunHook } from './contract.ts';
import { QUARANTINE_CRASHES, type QuarantineStore } from './quarantine-store.ts';
import type { RunsService } from './runs-service.ts';
import { abandonedSink, type ClaimedRun, type ProcessIdentity, type RunStore, releasedSink } from './store.ts';

/** Heartbeats in the time after which a process counts as gone. */
const BEATS = 6;
/** Heartbeats between looks for runs that this process has, and does not know of. */
const BEATS_PER_LOOK = 12;
/** Runs taken over at a time. */
const CLAIM = 50;
/** Processes a run may lose in all: one that kills them only after it was watched has an end too. */
const MAX_CRASHES = 20;
const NOT_TAKEN = 'runs that are left over were not taken over';
const CANNOT_GO_ON =
  'The server process that executed this run stopped before the run ended, and it can not go on: its app is gone, its journal is not kept whole, or it was a node that was tried alone.';
const tooOften = (crashes: number) =>
  `The server process that executed this run stopped before the run ended, ${crashes} times; it is not tried again.`;

export interface RecoveryParts {
  readonly store: RunStore;
  readonly quarantine: QuarantineStore;
  readonly runs: RunsService;
  /** Whether this process is on its way out: it takes over nothing any more. */
  readonly isStopping: () => boolean;
  readonly groupCommit: GroupCommit;
  readonly hooks: Contributions<RunHook>;
  readonly own: { bootId: string; readonly instanceId: string };
  /** Seconds without a heartbeat after which another process counts as gone. */
  readonly silentSeconds: number;
  /** Seconds this process lives before it goes on with quarantined runs, and for which they are watched. */
  readonly watchSeconds: number;
  readonly logger: Logger;
}

/** Goes on with runs that dead processes left `running`: at boot, and then with every heartbeat of this process. */
export class Recovery {
  readonly #parts: RecoveryParts;
  #timer: NodeJS.Timeout | undefined;
  #sweeping: Promise<void> | null = null;
  #since = performance.now();
  #isWatching = false;
  #isFirstTrial = true;
  #beats = 0;
  /** Runs that were missing at the last look. */
  #missing: ReadonlySet<string> = new Set();

  constructor(parts: RecoveryParts) {
    this.#parts = parts;
  }

  /** Takes over what is left over: all that is not in quarantine at once, then some that is. */
  sweep(): Promise<void> {
    this.#sweeping ??= this.#sweep().finally(() => {
      this.#sweeping = null;
    });
    return this.#sweeping;
  }

  async #sweep(): Promise<void> {
    const left: CommitEntry[] = [];
    try {
      while (!this.#parts.isStopping()) {
        const runs = await this.#claim();
        if (runs.length === 0) break;
        await this.#takeOver(runs, left);
        await this.#parts.runs.room();
      }
      await this.#nextQuarantined(left);
    } finally {
      await this.#parts.groupCommit.add(left).catch(() => {});
    }
  }

  /**
   * All runs of a process lose it with the one that brings it down. So quarantined runs go on in groups, half of them at first, and
   * the others are nobody's meanwhile: they lose nothing when this process dies. It has to have lived without them, or
   * dying would say nothing of them.
   */
  async #nextQuarantined(left: CommitEntry[]): Promise<void> {
    const { quarantine, silentSeconds, isStopping, watchSeconds } = this.#parts;
    if (this.#isWatching || performance.now() - this.#since < watchSeconds * 1_000) return;
    this.#isWatching = true;
    try {
      while (!isStopping()) {
        const runs = await quarantine.claim(this.#own, { silentSeconds, isFirst: this.#isFirstTrial });
        if (runs.length === 0) break;
        this.#isFirstTrial = false;
        const guilty = runs.filter(({ isGuilty }) => isGuilty);
        for (const run of guilty) await this.#abandon(run, tooOften(run.crashes));
        const live = guilty.length > 0 ? [] : await this.#takeOver(runs, left);
        if (live.length === 0) continue;
        this.#watch(live);
        return;
      }
    } catch (error) {
      this.#isWatching = false;
      throw error;
    }
    this.#isWatching = false;
  }

  /** When the runs have ended, or have lived long enough, the next group's turn comes. */
  #watch(runs: readonly LiveRun[]): void {
    const ends = Promise.all(runs.map((run) => run.finished.catch(() => {})));
    const lived = sleep(this.#parts.watchSeconds * 1_000, undefined, { ref: false });
    Promise.race([ends, lived])
      // Those that a process leaves when it stops have neither ended nor lived: they stay on trial.
      .then(() => (this.#parts.isStopping() ? undefined : this.#parts.quarantine.clear(this.#own.bootId)))
      .finally(() => {
        this.#isWatching = false;
      })
      .then(() => this.#afterQuarantined())
      .catch((error) => this.#parts.logger.error({ error }, NOT_TAKEN));
  }

  async #afterQuarantined(): Promise<void> {
    const left: CommitEntry[] = [];
    try {
      await this.#nextQuarantined(left);
    } finally {
      await this.#parts.groupCommit.add(left).catch(() => {});
    }
  }

  #claim(): Promise<ClaimedRun[]> {
    const { store, silentSeconds } = this.#parts;
    return store.claim(this.#own, { limit: CLAIM, crashes: { below: QUARANTINE_CRASHES }, silentSeconds });
  }

  start(): void {
    this.#since = performance.now();
    this.sweep().catch((error) => this.#parts.logger.error({ error }, NOT_TAKEN));
    this.#timer = setInterval(
      () => {
        this.#beat().catch((error) => this.#parts.logger.warn({ error }, 'the heartbeat could not be written'));
      },
      (this.#parts.silentSeconds * 1_000) / BEATS,
    );
    this.#timer.unref();
    setTimeout(() => void this.#afterQuarantined().catch(() => {}), this.#parts.watchSeconds * 1_000).unref();
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
      runs.detachAll();
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
    for (const run of again) if (!this.#parts.isStopping()) await this.#continue({ ...run, crashes: 0 });
  }

  /** `left` receives what gives back those that are to be tried again. The result are those that go on. */
  async #takeOver(claimed: readonly ClaimedRun[], left: CommitEntry[]): Promise<readonly LiveRun[]> {
    const { logger } = this.#parts;
    const on: LiveRun[] = [];
    for (const run of claimed) {
      // `leave` gives back what is not begun.
      if (this.#parts.isStopping()) break;
      if (run.crashes > MAX_CRASHES) await this.#abandon(run, tooOften(run.crashes));
      else {
        // Perhaps the database was away: that costs nothing. Anything else costs a try, not the run.
        const live = await this.#continue(run).catch((error: unknown) => {
          if (this.#parts.isStopping()) return null;
          logger.error({ error, runId: run.runId }, 'a run could not be taken over; it is tried again');
          const crashes = isRefusal(error) ? 1 : 0;
          left.push(entry(releasedSink, { runId: run.runId, processId: this.#own.bootId, crashes }));
          return null;
        });
        if (live !== null) on.push(live);
      }
    }
    logger.warn({ runs: on.length, failed: claimed.length - on.length }, 'took over runs of a process that is gone');
    return on;
  }

  async #continue(run: ClaimedRun): Promise<LiveRun | null> {
    const live = await this.#parts.runs.continueRun(run.workspaceId, run.runId);
    if (live === null) await this.#abandon(run, CANNOT_GO_ON);
    return live;
  }

  async #abandon(run: AbandonedRun, reason: string): Promise<void> {
    const { groupCommit, hooks } = this.#parts;
    const own = entry(abandonedSink, { runId: run.runId, reason });
    const others = hooks
      .all()
      .flatMap(({ endWriter }): readonly CommitEntry[] => endWriter?.abandoned?.([run], reason) ?? []);
    await groupCommit.add([own, ...others]);
  }
}
