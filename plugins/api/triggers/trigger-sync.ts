import { isPlatformError, type Logger } from '#kernel';
import type { Apps } from '#plugins/apps/contract.ts';
import { scheduleOf } from '#plugins/node-triggers/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import { type TriggerDefinition, triggersOf } from './definitions.ts';
import type { TriggerStore } from './store.ts';

/** Sealing of addresses of webhooks. */
export const TOKEN_PURPOSE = 'triggers.address';
/** Letters and digits of an address: nobody guesses one. */
export const TOKEN_LENGTH = 32;

export interface SyncParts {
  readonly apps: Apps;
  readonly store: TriggerStore;
  readonly secrets: Secrets;
  readonly now: () => Date;
  readonly logger: Logger;
  /** Something may be due sooner than it was. */
  readonly changed: () => void;
}

/** A clock that was ahead by more than this was wrong: schedules go by the one there is now. */
const MAX_AHEAD_MS = 86_400_000;
const MAX_TRIES = 5;
const AT_ONCE = 100;

/** Brings triggers in line with the versions that are called, and with whether their apps are. */
export class TriggerSync {
  readonly #parts: SyncParts;
  #lastWord: Promise<unknown> = Promise.resolve();

  constructor(parts: SyncParts) {
    this.#parts = parts;
  }

  async sync(workspaceId: string, appId: string): Promise<void> {
    const { store, apps, changed, now } = this.#parts;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const at = now();
      const found = await apps.published(workspaceId, appId).catch((error: unknown) => {
        // A deleted app fires nothing, and keeps what it has should it come back.
        if (isPlatformError(error) && error.kind === 'not-found') return null;
        throw error;
      });
      if (found === null) return store.stop(workspaceId, appId);
      if (found.app.mode !== 'workflow') return;
      const definitions: readonly TriggerDefinition[] = found.version === null ? [] : triggersOf(found.version);
      const isDone = await store.sync(
        { workspaceId, appId },
        {
          versionId: found.version?.id ?? null,
          definitions,
          next: (schedule, lastDue) => nextTime(schedule, lastDue, at),
          newToken: () => this.newToken(workspaceId),
          now: at,
        },
      );
      if (isDone) return changed();
    }
  }

  /** Of an app that has changed; what goes wrong is made good when all are looked through. */
  follow(workspaceId: string, appId: string): void {
    const next = this.#lastWord.then(() => this.sync(workspaceId, appId));
    this.#lastWord = next.catch((error: unknown) => {
      this.#parts.logger.warn(
        { err: error, appId },
        'the triggers of an app could not be brought up to date; it is tried again',
      );
    });
  }

  /** Waits for what has been followed so far. */
  async settled(): Promise<void> {
    await this.#lastWord;
  }

  /** Apps that were published or paused by a process that died before it came to their triggers. */
  async syncStale(): Promise<void> {
    let last: string | undefined;
    for (;;) {
      const found = await this.#parts.store.stale(AT_ONCE, last);
      for (const { workspaceId, appId } of found) this.follow(workspaceId, appId);
      await this.settled();
      last = found.at(-1)?.appId;
      if (found.length < AT_ONCE) return;
    }
  }

  newToken(workspaceId: string): { readonly hash: string; readonly sealed: string } {
    const { secrets } = this.#parts;
    const token = secrets.token(TOKEN_LENGTH);
    return { hash: secrets.hash(token), sealed: secrets.seal(workspaceId, TOKEN_PURPOSE, token) };
  }
}

/** The first time of a schedule that is not over, and was not fired before. */
export function nextTime(
  { cron, timezone }: { readonly cron: string; readonly timezone: string },
  lastDue: Date | null,
  now: Date,
): Date | null {
  const isAhead = lastDue !== null && lastDue > now && lastDue.getTime() - now.getTime() < MAX_AHEAD_MS;
  const schedule = scheduleOf({ mode: 'cron', cron_expression: cron, timezone });
  return schedule?.next(isAhead ? lastDue : now) ?? null;
}
