import { currentTime } from '#kernel';
import { messageOf } from '#plugins/conversations/contract.ts';
import type { CommitEntry } from '#plugins/database/contract.ts';
import type { Jobs } from '#plugins/jobs/contract.ts';
import type { PluginInstalls } from '#plugins/plugin-installs/contract.ts';
import type { PluginRunner } from '#plugins/plugin-runner/contract.ts';
import type { AbandonedRun, EndingRun, Runs } from '#plugins/runs/contract.ts';
import { eventBody, eventOfEnd } from '#plugins/webhooks/contract.ts';
import type { Listeners } from './listeners.ts';

/** The task that tells one plugin of one event. */
export const TELL = 'plugin-events.tell';

const JOB_ATTEMPTS = 8;

/** What a job tells whom. */
export interface Telling {
  readonly installationId: string;
  readonly appId: string;
  readonly runId: string;
  readonly type: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface EventCallsParts {
  readonly installs: Pick<PluginInstalls, 'byId'>;
  readonly runner: Pick<PluginRunner, 'call'>;
  readonly jobs: Pick<Jobs, 'entry'>;
  readonly runs: Pick<Runs, 'get' | 'owner'>;
  readonly listeners: Listeners;
}

/**
 * From the end of a run to the plugins that hear of it: a job for each is written in the transaction of the end. At least
 * once, in no order: the id of an event is the same each time.
 */
export class EventCalls {
  readonly #parts: EventCallsParts;

  constructor(parts: EventCallsParts) {
    this.#parts = parts;
  }

  ending({ workspaceId, appId, runId, triggeredFrom, end }: EndingRun): readonly CommitEntry[] {
    if (triggeredFrom === 'debugging') return [];
    return this.#entries({ workspaceId, appId, runId }, eventOfEnd(end));
  }

  abandoned(runs: readonly AbandonedRun[]): readonly CommitEntry[] {
    return runs.flatMap((run) => this.#entries(run, 'run.failed'));
  }

  /** Tells one plugin; of one that is gone, switched off or no longer listens, nothing. Throws what its call throws. */
  async tell(workspaceId: string, telling: Telling, signal: AbortSignal): Promise<void> {
    const { installs, runner, runs } = this.#parts;
    const { installationId, runId, type, at, appId } = telling;
    const installed = await installs.byId(workspaceId, installationId, runId);
    if (installed?.manifest.events.includes(type) !== true) return;
    const run = await runs.get(workspaceId, runId);
    if (run === null) return;
    const message = messageOf(await runs.owner(workspaceId, runId));
    const body = eventBody({ type, occurredAt: new Date(at), run, message });
    await runner.call({
      ...{ installed, target: { kind: 'event', name: type }, appId, signal },
      input: { id: `${runId} ${type} ${at}`, ...JSON.parse(body) },
    });
  }

  #entries(
    { workspaceId, appId, runId }: Pick<AbandonedRun, 'workspaceId' | 'appId' | 'runId'>,
    type: string,
  ): readonly CommitEntry[] {
    const { listeners, jobs } = this.#parts;
    const listening = listeners.of(workspaceId, type);
    if (listening.length === 0) return [];
    const at = currentTime();
    return listening.map((installationId) => {
      const payload = { installationId, appId, runId, type, at } satisfies Telling;
      const key = `${installationId} ${runId} ${type} ${at}`;
      return jobs.entry({ task: TELL, payload, workspaceId, key, maxAttempts: JOB_ATTEMPTS });
    });
  }
}
