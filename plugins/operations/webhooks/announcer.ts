import { currentTime } from '#kernel';
import { messageOf } from '#plugins/conversations/contract.ts';
import type { CommitEntry, OpenTransaction } from '#plugins/database/contract.ts';
import type { Jobs } from '#plugins/jobs/contract.ts';
import type { AbandonedRun, EndingRun, Runs } from '#plugins/runs/contract.ts';
import { eventBody, eventOfEnd } from './event-body.ts';
import type { Interests } from './interests.ts';
import type { WebhookStore } from './store.ts';

/** Makes deliveries of an event. */
export const ANNOUNCE = 'webhooks.announce';
/** Sends one. */
export const DELIVER = 'webhooks.deliver';

/** More than a delivery has attempts: those that were cut off by a killed process don't count there. */
const JOB_ATTEMPTS = 24;

/** That something has happened to a run; what, is in its row. */
export interface Announcement {
  readonly appId: string;
  readonly runId: string;
  readonly type: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface AnnouncerParts {
  readonly store: WebhookStore;
  readonly jobs: Jobs;
  readonly runs: Runs;
  readonly interests: Interests;
}

/**
 * From the end of a run to its deliveries: a job is written in the transaction of the end, and makes them. What an
 * endpoint shall be told is thus as durable as the end itself.
 */
export class Announcer {
  readonly #parts: AnnouncerParts;

  constructor(parts: AnnouncerParts) {
    this.#parts = parts;
  }

  /** Rows to go with the end of a run. Of an app that nobody listens to: none. */
  ending({ workspaceId, appId, runId, triggeredFrom, end }: EndingRun): readonly CommitEntry[] {
    if (triggeredFrom === 'debugging') return [];
    return this.#entries({ workspaceId, appId, runId }, eventOfEnd(end));
  }

  /** The same for a run that failed because nobody can go on with it. */
  abandoned(runs: readonly AbandonedRun[]): readonly CommitEntry[] {
    return runs.flatMap((run) => this.#entries(run, 'run.failed'));
  }

  async announce(workspaceId: string, { appId, runId, type, at }: Announcement): Promise<void> {
    const { runs, store } = this.#parts;
    const run = await runs.get(workspaceId, runId);
    if (run === null || run.triggeredFrom === 'debugging') return;
    const message = messageOf(await runs.owner(workspaceId, runId));
    const occurredAt = new Date(at);
    const body = eventBody({ type, occurredAt, run, message });
    await store.addDeliveries({ workspaceId, appId }, { runId, type, occurredAt, body }, (id, within) =>
      this.send(workspaceId, id, within),
    );
  }

  /** Enqueues the first attempt at a delivery, with its row. */
  async send(workspaceId: string, id: string, within: OpenTransaction): Promise<void> {
    const job = { task: DELIVER, payload: { id }, workspaceId, key: id, maxAttempts: JOB_ATTEMPTS };
    await this.#parts.jobs.enqueue(job, { within });
  }

  #entries({ workspaceId, appId, runId }: Omit<AbandonedRun, 'keyId'>, type: string): readonly CommitEntry[] {
    const { interests, jobs } = this.#parts;
    if (!interests.has(appId, type)) return [];
    const at = currentTime();
    const payload = { appId, runId, type, at } satisfies Announcement;
    return [jobs.entry({ task: ANNOUNCE, payload, workspaceId, key: `${runId} ${type} ${at}` })];
  }
}
