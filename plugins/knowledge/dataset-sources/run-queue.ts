import { currentTime } from '#kernel';
import type { OpenTransaction } from '#plugins/database/contract.ts';
import type { Jobs } from '#plugins/jobs/contract.ts';
import type { RunStep } from './source-store.ts';

export const STEP_TASK = 'dataset-sources.step';
export const START_TASK = 'dataset-sources.start';

/** Payload of a refresh that is due. */
export interface StartJob {
  readonly workspaceId: string;
  readonly sourceId: string;
}

/** Jobs of sources. */
export class RunQueue {
  readonly #jobs: Pick<Jobs, 'enqueue' | 'prepare'>;

  constructor(jobs: Pick<Jobs, 'enqueue' | 'prepare'>) {
    this.#jobs = jobs;
  }

  prepare(): Promise<void> {
    return this.#jobs.prepare();
  }

  /** Not before so many milliseconds: nobody waits for them. */
  async step(payload: RunStep, after: number, within?: OpenTransaction): Promise<void> {
    const { workspaceId, sourceId } = payload;
    const when = after > 0 ? { runAt: new Date(currentTime() + after) } : {};
    const job = { task: STEP_TASK, payload, workspaceId, key: `step ${sourceId}`, ...when };
    await this.#jobs.enqueue(job, within === undefined ? {} : { within });
  }

  /** Takes the place of one for another time. */
  async start({ workspaceId, sourceId }: StartJob, at: Date, within?: OpenTransaction): Promise<void> {
    const payload = { workspaceId, sourceId };
    const job = { task: START_TASK, payload, workspaceId, key: `start ${sourceId}`, runAt: at };
    await this.#jobs.enqueue(job, within === undefined ? {} : { within });
  }
}
