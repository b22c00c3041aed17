import { PlatformError } from '#kernel';
import { refusePaused } from '#plugins/app-access/contract.ts';
import type { Apps } from '#plugins/apps/contract.ts';
import type { Jobs, NewJob } from '#plugins/jobs/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { Workspaces } from '#plugins/workspaces/contract.ts';
import type { Firing, NewSignature, Trigger, TriggerName, Triggers } from './contract.ts';
import { dueTimes } from './due-times.ts';
import { START_ATTEMPTS } from './firing-run.ts';
import type { FiringStore } from './firing-store.ts';
import type { RefusedCalls } from './refusals.ts';
import { newSecret, secretProblem } from './signatures.ts';
import { type TriggerRow, type TriggerStore, toFiring, toTrigger } from './store.ts';
import { nextTime, TOKEN_PURPOSE, type TriggerSync } from './trigger-sync.ts';
import { SECRET_PURPOSE } from './webhook-receiver.ts';

export interface TriggersParts {
  readonly store: TriggerStore;
  readonly firings: FiringStore;
  readonly sync: TriggerSync;
  readonly apps: Apps;
  readonly jobs: Jobs;
  readonly secrets: Secrets;
  readonly workspaces: Workspaces;
  readonly refusals: RefusedCalls;
  readonly now: () => Date;
  readonly lateSeconds: number;
  readonly changed: () => void;
}

export const START_TASK = 'triggers.start';
/** Where webhooks are called, before their token. */
export const WEBHOOK_PATH = '/triggers/webhook';

/** Nodes of one graph are bounded, and so are its triggers. */
const MAX_OF_APP = 1_000;
const TOLERANCE = 300;

/** Triggers as their owners see them, and as clocks fire them. */
export class TriggersService implements Triggers {
  readonly #parts: TriggersParts;

  constructor(parts: TriggersParts) {
    this.#parts = parts;
  }

  async list(workspaceId: string, appId: string): Promise<readonly Trigger[]> {
    await this.#parts.apps.get(workspaceId, appId);
    await this.#parts.sync.settled();
    return this.#told(workspaceId, { appId, limit: MAX_OF_APP });
  }

  async page(workspaceId: string, page: { readonly limit: number; readonly before?: string | undefined }) {
    await this.#parts.sync.settled();
    return this.#told(workspaceId, page);
  }

  async setEnabled(name: TriggerName, enabled: boolean): Promise<Trigger> {
    const { store, changed } = this.#parts;
    const trigger = await this.#find(name);
    const fires = enabled && trigger.kind === 'schedule' && trigger.cron !== null;
    const { app } = await this.#parts.apps.published(name.workspaceId, name.appId);
    const schedule = { cron: trigger.cron ?? '', timezone: trigger.timezone ?? 'UTC' };
    const at = this.#parts.now();
    // What goes on already stays as it is.
    const kept = trigger.enabled ? trigger.next_at : null;
    const nextAt = fires && app.status === 'active' ? (kept ?? nextTime(schedule, trigger.last_due_at, at)) : null;
    if (!(await store.setEnabled(name, enabled, nextAt))) throw notFound(name);
    changed();
    return this.#one(name);
  }

  async runNow(name: TriggerName): Promise<Firing> {
    const { apps, jobs, store, firings, now } = this.#parts;
    const trigger = await this.#find(name);
    if (trigger.kind !== 'schedule') {
      const message = 'A webhook is started by calling its address; only schedules are fired by hand.';
      throw new PlatformError('conflict', 'triggers.no_schedule', message);
    }
    refusePaused((await apps.published(name.workspaceId, name.appId)).app);
    await jobs.prepare();
    const id = await firings.add({ ...name, at: now() }, async (firingId, within) => {
      await jobs.enqueue(startJob(name.workspaceId, firingId), { within });
    });
    const firing = await store.firing(name.workspaceId, id);
    if (firing === null) throw notFound(name);
    return toFiring(firing);
  }

  async rotate(name: TriggerName): Promise<Trigger> {
    await this.#webhook(name);
    await this.#parts.store.setToken(name, this.#parts.sync.newToken(name.workspaceId));
    return this.#one(name);
  }

  async setSignature(name: TriggerName, given: NewSignature) {
    const { store, secrets } = this.#parts;
    await this.#webhook(name);
    const { scheme, secret = newSecret(scheme), revoke = false, tolerance = TOLERANCE } = given;
    const problem = secretProblem(scheme, secret);
    if (problem !== null) {
      throw new PlatformError('invalid', 'triggers.invalid_param', `The secret ${problem}.`, { field: 'secret' });
    }
    const isNamed = scheme === 'hmac';
    const signature = {
      scheme,
      header: isNamed ? (given.header ?? 'x-signature').toLowerCase() : null,
      timestampHeader: isNamed ? (given.timestampHeader?.toLowerCase() ?? null) : null,
      tolerance,
    };
    const sealedSecret = secrets.seal(name.workspaceId, SECRET_PURPOSE, secret);
    await store.setSignature(name, { signature, sealedSecret, revoke });
    return { trigger: await this.#one(name), secret };
  }

  async removeSignature(name: TriggerName): Promise<Trigger> {
    await this.#webhook(name);
    await this.#parts.store.setSignature(name, { signature: null, sealedSecret: null, revoke: true });
    return this.#one(name);
  }

  async firings(name: TriggerName, query: Parameters<Triggers['firings']>[1]): Promise<readonly Firing[]> {
    await this.#find(name);
    return this.#parts.store.firings(name, query);
  }

  async tick(now: Date, workspaceId?: string): Promise<number> {
    const { firings, jobs, workspaces, lateSeconds } = this.#parts;
    await this.#parts.sync.settled();
    await jobs.prepare();
    const decide = (row: TriggerRow) => {
      const { cron, timezone } = row;
      const claim = dueTimes({ cron, timezone, nextAt: row.next_at ?? now }, now, lateSeconds);
      // Nothing happens in a closed workspace, and nothing is made up for.
      return workspaces.isClosed(row.workspace_id) ? { ...claim, dueAt: null, missed: 0 } : claim;
    };
    let fired = 0;
    for (let hasMore = true; hasMore; ) {
      const claimed = await firings.claim({ now, workspaceId }, decide, async ({ id, workspaceId: owner }, within) => {
        await jobs.enqueue(startJob(owner, id), { within });
      });
      fired += claimed.fired;
      hasMore = claimed.hasMore;
    }
    return fired;
  }

  async #told(workspaceId: string, page: Parameters<TriggerStore['list']>[1]): Promise<readonly Trigger[]> {
    const { store, refusals, secrets } = this.#parts;
    await refusals.flush();
    const rows = await store.list(workspaceId, page);
    const standing = await store.standing(
      workspaceId,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => {
      const sealed = row.sealed_token;
      const path = sealed === null ? null : `${WEBHOOK_PATH}/${secrets.open(workspaceId, TOKEN_PURPOSE, sealed)}`;
      const { last = null, failures = 0 } = standing.get(row.id) ?? {};
      return { ...toTrigger(row), path, last, failures };
    });
  }

  async #one(name: TriggerName): Promise<Trigger> {
    const all = await this.#told(name.workspaceId, { appId: name.appId, limit: MAX_OF_APP });
    const found = all.find(({ id }) => id === name.triggerId);
    if (found === undefined) throw notFound(name);
    return found;
  }

  async #find(name: TriggerName): Promise<TriggerRow> {
    await this.#parts.apps.get(name.workspaceId, name.appId);
    await this.#parts.sync.settled();
    const found = await this.#parts.store.get(name);
    if (found === null) throw notFound(name);
    return found;
  }

  async #webhook(name: TriggerName): Promise<TriggerRow> {
    const trigger = await this.#find(name);
    if (trigger.kind === 'webhook') return trigger;
    const message = 'A schedule has no address; only webhooks do.';
    throw new PlatformError('conflict', 'triggers.no_webhook', message);
  }
}

function startJob(workspaceId: string, firingId: string): NewJob {
  // More than it is tried: an attempt whose process was killed counts there, and not here.
  return { task: START_TASK, payload: { firingId }, workspaceId, key: firingId, maxAttempts: START_ATTEMPTS + 4 };
}

function notFound({ triggerId }: TriggerName): PlatformError {
  const message = `The published version of the app has no trigger ${triggerId}; \`weft triggers list APP\` shows them.`;
  return new PlatformError('not-found', 'triggers.not_found', message);
}
