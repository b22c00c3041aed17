import { setTimeout as wait } from 'node:timers/promises';
import { type Contributions, type Logger, PlatformError } from '#kernel';
import type { Jobs } from '#plugins/jobs/contract.ts';
import type { RunEnds, Runs } from '#plugins/runs/contract.ts';
import type { Erased, ErasedRun, PersonalDataOwner } from './contract.ts';

export const ERASE_TASK = 'erasure.erase';

/** Runs that are removed together. */
const BATCH = 500;
/** How often, and with which pauses (milliseconds), runs that were stopped are looked at until the job is tried later. */
const LOOKS = 50;
const PAUSE = 200;
/** More than the queue ever takes away: it is never given up. */
const ATTEMPTS = 10_000;
const STOPPED = 'What it was about was deleted.';
const stages = ['data', 'runs', 'messages', 'user'] as const;

interface ErasureParts {
  readonly owners: Contributions<PersonalDataOwner>;
  readonly jobs: Jobs;
  readonly runs: Runs;
  readonly ends: RunEnds;
  readonly logger: Logger;
}

/** Has everything of an end user or of a conversation removed by those who keep it. */
export class ErasureService {
  readonly #parts: ErasureParts;

  constructor(parts: ErasureParts) {
    this.#parts = parts;
  }

  /** Resolves when it is certain to happen. */
  async request(erased: Erased): Promise<void> {
    const known = await Promise.all(this.#owners().map((owner) => owner.exists?.(erased) ?? false));
    if (!known.includes(true)) throw unknown(erased);
    const { workspaceId, of, id } = erased;
    const common = { workspaceId, key: `${of}:${id}`, maxAttempts: ATTEMPTS };
    await this.#parts.jobs.enqueue({ ...common, task: ERASE_TASK, payload: erased });
  }

  /** Goes batch by batch: what a process that ended has left, the next attempt finds. */
  async erase(erased: Erased, signal: AbortSignal): Promise<void> {
    const owners = this.#owners();
    for (const finder of owners) {
      if (finder.find === undefined) continue;
      for (;;) {
        signal.throwIfAborted();
        const runs = await finder.find(erased, BATCH);
        if (runs.length === 0) break;
        await this.#end(erased, runs, signal);
        // What follows their ends would otherwise be written behind those who remove it.
        await this.#parts.ends.aggregated(erased.workspaceId);
        for (const owner of owners) await owner.removeRuns?.(erased, runs);
      }
    }
    for (const owner of owners) await owner.removeRest?.(erased);
    const { workspaceId, appId, of, id } = erased;
    this.#parts.logger.info({ workspaceId, appId, of, id }, 'data of an end user was removed for good');
  }

  /** Runs under way would write again what is removed: they are stopped first. */
  async #end({ workspaceId }: Erased, found: readonly ErasedRun[], signal: AbortSignal): Promise<void> {
    for (const { runId, isOver } of found) {
      if (isOver) continue;
      for (let look = 0; ; look += 1) {
        const run = await this.#parts.runs.get(workspaceId, runId);
        if (run === null || (run.status !== 'running' && run.status !== 'paused')) break;
        if (look === LOOKS) throw new Error(`run ${runId} goes on; it is tried again`);
        await this.#parts.runs.stop({ workspaceId, run: { runId }, reason: STOPPED });
        await wait(PAUSE, undefined, { signal });
      }
    }
  }

  #owners(): readonly PersonalDataOwner[] {
    return [...this.#parts.owners.all()].sort((a, b) => stages.indexOf(a.stage) - stages.indexOf(b.stage));
  }
}

function unknown({ of, id }: Erased): PlatformError {
  if (of === 'conversation') {
    return new PlatformError('not-found', 'erasure.conversation_not_found', `The app has no conversation ${id}.`);
  }
  return new PlatformError('not-found', 'erasure.end_user_not_found', `The app has no end user ${id}.`);
}
