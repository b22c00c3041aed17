import { currentTime } from '#kernel';
import type { OpenTransaction } from '#plugins/database/contract.ts';
import type { Jobs } from '#plugins/jobs/contract.ts';

export const TURN_TASK = 'dataset-indexing.turn';

/** Payload of a turn. */
export interface TurnJob {
  readonly workspaceId: string;
  /** From 0; as many turns of a workspace may be taken at the same time as there are slots. */
  readonly slot: number;
}

/**
 * Turns of workspaces, as jobs: who has had one stands at the end of the queue for the next. A turn that waits already is not
 * added again, however many documents come.
 */
export class TurnQueue {
  readonly #jobs: Pick<Jobs, 'enqueue'>;
  readonly #slots: number;

  constructor(jobs: Pick<Jobs, 'enqueue'>, slots: number) {
    this.#jobs = jobs;
    this.#slots = slots;
  }

  /** For so many things to do. */
  async enqueue(workspaceId: string, count: number, within?: OpenTransaction): Promise<void> {
    for (let slot = 0; slot < Math.min(count, this.#slots); slot += 1) {
      await this.#add({ workspaceId, slot }, { key: `turn ${slot}` }, within);
    }
  }

  /** The next turn of a slot. What waits for a later moment never takes the place of what may begin now. */
  async enqueueAt({ workspaceId, slot }: TurnJob, at: Date): Promise<void> {
    const isLater = at.getTime() > currentTime();
    const when = isLater ? { key: `later turn ${slot}`, runAt: at } : { key: `turn ${slot}` };
    await this.#add({ workspaceId, slot }, when);
  }

  async #add(
    { workspaceId, slot }: TurnJob,
    when: { readonly key: string; readonly runAt?: Date },
    within?: OpenTransaction,
  ): Promise<void> {
    const job = { task: TURN_TASK, payload: { workspaceId, slot }, workspaceId, ...when };
    await this.#jobs.enqueue(job, within === undefined ? {} : { within });
  }
}
