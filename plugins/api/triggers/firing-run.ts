import type { RunFinishedEvent } from '#engine';
import { isPlatformError, type PlatformError } from '#kernel';
import { refusePaused } from '#plugins/app-access/contract.ts';
import type { AppByKey, Apps, PublishedVersion } from '#plugins/apps/contract.ts';
import { type CommitEntry, entry } from '#plugins/database/contract.ts';
import type { AppRuns, RunPurposeOwner } from '#plugins/delivery-api/contract.ts';
import { changedSink, type FiringStore, isTaken, type StartingFiring, startedSink } from './firing-store.ts';
import type { FiringRow, TriggerRow, TriggerStore } from './store.ts';

/** Id of the purpose of runs that triggers start. */
export const FIRING_PURPOSE = 'triggers.firing';
/** How often a run that can't begin for now is tried: a quarter of an hour. */
export const START_ATTEMPTS = 6;

interface FiringRunParts {
  readonly apps: Apps;
  readonly runs: AppRuns;
  readonly store: TriggerStore;
  readonly firings: FiringStore;
  readonly now: () => Date;
  /** Seconds after which an occasion of a schedule is over. */
  readonly lateSeconds: number;
}

/** What a run of a trigger is begun with. */
export interface BeginningFiring {
  readonly trigger: TriggerRow;
  readonly found: AppByKey & { readonly version: PublishedVersion };
  readonly firingId: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly delivery: StartingFiring['delivery'];
  /** More rows that become durable with the run. */
  readonly entries?: readonly CommitEntry[];
}

/** Starts runs for occasions. */
export class FiringRun {
  readonly #parts: FiringRunParts;

  constructor(parts: FiringRunParts) {
    this.#parts = parts;
  }

  /** The run of an occasion that waits for one. Throws when it shall be tried again. */
  async start(workspaceId: string, firingId: string, attempt: number): Promise<void> {
    const { store, firings } = this.#parts;
    const firing = await store.firing(workspaceId, firingId);
    if (firing === null || firing.status !== 'waiting') return;
    const { app_id: appId, trigger_id: triggerId } = firing;
    const trigger = await store.get({ workspaceId, appId, triggerId });
    const skipped = this.#whyNot(trigger, firing);
    if (trigger === null || skipped !== null) {
      return firings.close(workspaceId, firingId, 'skipped', skipped ?? 'The published version has no such trigger.');
    }
    try {
      const found = await this.published(workspaceId, appId);
      if (!found.version.compiled.roots.some(({ nodeId }) => nodeId === trigger.node_id)) {
        return await firings.close(workspaceId, firingId, 'skipped', 'The published version has no such trigger.');
      }
      await this.begin({ trigger, found, firingId, inputs: {}, delivery: null });
    } catch (error) {
      if (isTaken(error)) return;
      if (isPlatformError(error) && isFinal(error)) {
        return firings.close(workspaceId, firingId, 'refused', error.message);
      }
      const message = isPlatformError(error) ? error.message : 'The run could not be begun.';
      if (attempt >= START_ATTEMPTS) return firings.close(workspaceId, firingId, 'refused', message);
      await firings.note(workspaceId, firingId, message);
      throw error;
    }
  }

  /** The app with the version that is called. Throws what a call of it would throw. */
  async published(workspaceId: string, appId: string): Promise<BeginningFiring['found']> {
    const found = await this.#parts.apps.published(workspaceId, appId);
    refusePaused(found.app);
    const { version } = found;
    if (version === null) throw new TypeError('an app that was never published has no triggers');
    return { ...found, version };
  }

  /** Resolves with the run's id when it can't be lost any more. Throws `triggers.taken` where the occasion has another run. */
  async begin({ trigger, found, firingId, inputs, delivery, entries = [] }: BeginningFiring): Promise<string> {
    const { workspace_id: workspaceId, app_id: appId, id: triggerId, node_id: nodeId, kind } = trigger;
    const { app, version } = found;
    const starting = { id: firingId, workspaceId, appId, triggerId, delivery };
    const { run } = await this.#parts.runs.begin({
      caller: { workspaceId, appId, app, keyId: null, version },
      user: { sessionId: triggerUser(trigger) },
      inputs,
      trigger: { kind, nodeId },
      purpose: { id: FIRING_PURPOSE, data: JSON.stringify({ firingId }) },
      entries: (runId) => [entry(startedSink, { ...starting, runId }), ...entries],
    });
    await run.accepted;
    return run.runId;
  }

  #whyNot(trigger: TriggerRow | null, { source, due_at: dueAt }: FiringRow): string | null {
    if (trigger === null || source === 'manual') return null;
    if (!trigger.enabled) return 'The trigger was paused before its run began.';
    const late = (this.#parts.now().getTime() - dueAt.getTime()) / 1_000;
    const { lateSeconds } = this.#parts;
    return late > lateSeconds ? `It could not be begun within ${lateSeconds} seconds of its time.` : null;
  }
}

/** The name of the user that runs of a trigger have: limits of users are those of each trigger. */
export function triggerUser({ kind, node_id: nodeId }: TriggerRow): string {
  return `${kind}:${nodeId}`.slice(0, 200);
}

/** What does not pass by waiting. */
function isFinal({ kind }: PlatformError): boolean {
  return kind !== 'limited' && kind !== 'unavailable' && kind !== 'internal';
}

/** Told of pauses and ends of the runs, in whichever process: what it writes becomes durable with them. */
export function firingPurpose(): RunPurposeOwner {
  const changed = (runId: string, data: string, status: string, error: string | null) => {
    const { firingId } = JSON.parse(data) as { readonly firingId: string };
    return [entry(changedSink, { id: firingId, runId, status, error })];
  };
  return {
    id: FIRING_PURPOSE,
    paused: (runId, data) => changed(runId, data, 'paused', null),
    ended: (runId, data, end: RunFinishedEvent) => changed(runId, data, end.status, end.error),
  };
}
