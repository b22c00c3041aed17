import { randomUUID } from 'node:crypto';
import type { Contributions, Logger } from '../../kernel/index.ts';
import { type CommitEntry, entry, type GroupCommit } from '../database/contract.ts';
import type { AbandonedRun, LiveRun, RunFollower } from './contract.ts';
import type { RunsService } from './runs-service.ts';
import {
  abandonedSink,
  type ClaimedRun,
  type ClaimOptions,
  type ProcessIdentity,
  type RunStore,
  releasedSink,
} from './store.ts';

/** Heartbeats in the time after which a process counts as gone. */
const BEATS = 6;
/** Heartbeats between looks for runs that this process has, and does not know of. */
const BEATS_PER_LOOK = 12;
/** Runs taken over at a time. */
const CLAIM = 50;
/** Processes a run may lose: it may be what kills them. */
const MOST_CRASHES = 5;
/** Runs that have lost so many go on one at a time: the one that kills is found out without taking others along. */
const SUSPECT_CRASHES = 2;
/** Milliseconds such a run is watched alone; one that lives so long is let go on beside others. */
const WATCHED = 10_000;
const NOT_TAKEN = 'runs that are left over were not taken over';
const CANNOT_GO_ON =
  'The server process that executed this run stopped before the run ended, and it can not go on: its app is gone, its journal is not kept whole, or it was a node that was tried alone.';
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
  #isWatching = false;
  #isStopped = false;
  #beats = 0;
  /** Runs that were missing at the last look. */
  #missing: ReadonlySet<string> = new Set();

  constructor(parts: RecoveryParts) {
    this.#parts = parts;
  }

  /** Takes over what is left over: all that is not suspect at once, then one suspect. */
  async sweep(): Promise<void> {
    if (this.#isSweeping) return;
    this.#isSweeping = true;
    const left: CommitEntry[] = [];
    try {
      for (;;) {
        const runs = await this.#claim({ limit: CLAIM, crashes: { below: SUSPECT_CRASHES } });
        if (runs.length === 0) break;
        await this.#takeOver(runs, left);
        await this.#parts.runs.room();
      }
      await this.#nextSuspect(left);
    } finally {
      await this.#parts.groupCommit.add(left).catch(() => {});
      this.#isSweeping = false;
    }
  }

  /**
   * All runs of a process lose it with the one that brings it down. So suspects go on one at a time, and the others are
   * nobody's meanwhile: they lose nothing when this process dies, and come first in the next one.
   */
  async #nextSuspect(left: CommitEntry[]): Promise<void> {
    if (this.#isWatching) return;
    this.#isWatching = true;
    try {
      while (!this.#isStopped) {
        const runs = await this.#claim({ limit: 1, crashes: { from: SUSPECT_CRASHES } });
        if (runs.length === 0) break;
        const [run] = await this.#takeOver(runs, left);
        if (run === undefined) continue;
        this.#watch(run);
        return;
      }
    } catch (error) {
      this.#isWatching = false;
      throw error;
    }
    this.#isWatching = false;
  }

  /** When the run has ended, or has lived long enough, the next suspect's turn comes. */
  #watch(run: LiveRun): void {
    const timer = setTimeout(() => over(), WATCHED);
    timer.unref();
    let isOver = false;
    const over = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      this.#isWatching = false;
      this.#afterSuspect().catch((error) => this.#parts.logger.error({ error }, NOT_TAKEN));
    };
    run.finished.then(over, over);
  }

  async #afterSuspect(): Promise<void> {
    const left: CommitEntry[] = [];
    try {
      await this.#nextSuspect(left);
    } finally {
      await this.#parts.groupCommit.add(left).catch(() => {});
    }
  }

  #claim(options: Pick<ClaimOptions, 'limit' | 'crashes'>): Promise<ClaimedRun[]> {
    const { store, silentSeconds } = this.#parts;
    return store.claim(this.#own, { ...options, silentSeconds });
  }

  start(): void {
    this.sweep().catch((error) => this.#parts.logger.error({ error }, NOT_TAKEN));
    this.#timer = setInterval(
      () => {
        this.#beat().catch((error) => this.#parts.logger.warn({ error }, 'the heartbeat could not be written'));
      },
      (this.#parts.silentSeconds * 1_000) / BEATS,
    );
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
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

  /** `left` receives what gives back those that are to be tried again. The result are those that go on. */
  async #takeOver(claimed: readonly ClaimedRun[], left: CommitEntry[]): Promise<readonly LiveRun[]> {
    const { logger } = this.#parts;
    const on: LiveRun[] = [];
    for (const run of claimed) {
      if (run.crashes > MOST_CRASHES) await this.#abandon(run, TOO_OFTEN);
      else {
        // Perhaps the database was away for a moment: that costs a try, not the run.
        const live = await this.#goOn(run).catch((error: unknown) => {
          logger.error({ error, runId: run.runId }, 'a run could not be taken over; it is tried again');
          left.push(entry(releasedSink, { runId: run.runId, processId: this.#own.bootId }));
          return null;
        });
        if (live !== null) on.push(live);
      }
    }
    logger.warn({ runs: on.length, failed: claimed.length - on.length }, 'took over runs of a process that is gone');
    return on;
  }

  async #goOn(run: ClaimedRun): Promise<LiveRun | null> {
    const live = await this.#parts.runs.goOn(run.workspaceId, run.runId);
    if (live === null) await this.#abandon(run, CANNOT_GO_ON);
    return live;
  }

  async #abandon(run: AbandonedRun, reason: string): Promise<void> {
    const { groupCommit, followers } = this.#parts;
    const own = entry(abandonedSink, { runId: run.runId, reason });
    const others = followers
      .all()
      .flatMap((follower): readonly CommitEntry[] => follower.abandoned?.([run], reason) ?? []);
    await groupCommit.add([own, ...others]);
  }
}
