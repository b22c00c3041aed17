import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, PlatformError, TransientMap } from '#kernel';
import type { Notifications } from '#plugins/database/contract.ts';
import type { Batch, Progress } from './contract.ts';
import type { BatchStore } from './store.ts';

interface FollowerParts {
  readonly store: BatchStore;
  readonly notifications: Notifications;
  readonly logger: Logger;
}

/** One reading for all who follow a batch in this process. */
interface Followed {
  readonly followers: Set<Follower>;
  /** Somebody said that there is something to see. */
  isDue: boolean;
  /** Ends the wait for the next look. */
  wake: () => void;
}

interface Follower {
  /** Numbers of rows that changed and were not told yet. */
  readonly rows: Set<number>;
  batch: Batch | null;
  /** Revision of the batch it was given last. */
  seen: number;
  isOver: boolean;
  wake: () => void;
}

export const CHANGED_CHANNEL = 'batches_changed';
/** Frames come no faster than this; and without a word from anybody, a batch is looked at this often. */
const PACE_MS = 250;
const LOOK_MS = 2_000;
/** One user follows so many, in one process. */
const MAX_FOLLOWED = 20;

/** Tells any number of followers how batches go, whichever process runs their rows. */
export class BatchFollowers {
  readonly #parts: FollowerParts;
  readonly #followed = new TransientMap<string, Followed>();
  readonly #users = new TransientMap<string, number>();
  readonly #telling = new Map<string, NodeJS.Timeout>();
  #unlisten: () => void = () => {};

  constructor(parts: FollowerParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#unlisten = this.#parts.notifications.listen(CHANGED_CHANNEL, (id) => look(this.#followed.get(id)));
  }

  stop(): void {
    this.#unlisten();
    for (const timer of this.#telling.values()) clearTimeout(timer);
    this.#telling.clear();
  }

  /** Tells all processes that something of a batch has changed: not each time, for rows end by the hundred. */
  changed(batchId: string): void {
    if (this.#telling.has(batchId)) return;
    const tell = () => {
      this.#telling.delete(batchId);
      // They look by themselves, too.
      this.#parts.notifications.send(CHANGED_CHANNEL, batchId).catch(() => {});
    };
    this.#telling.set(batchId, setTimeout(tell, PACE_MS).unref());
  }

  /** The batch now, and whenever it has changed, until it is over or the signal aborts. Throws `batches.too_many_requests`. */
  follow(batch: Batch, signal: AbortSignal): AsyncGenerator<Progress> {
    const user = `${batch.appId}/${batch.endUserId}`;
    const count = this.#users.get(user) ?? 0;
    if (count >= MAX_FOLLOWED) {
      const message = `This user follows ${MAX_FOLLOWED} batches at a time already; close one of the streams.`;
      throw new PlatformError('limited', 'batches.too_many_requests', message, { retryAfter: 5 });
    }
    this.#users.set(user, count + 1);
    let isCounted = true;
    const leave = () => {
      if (!isCounted) return;
      isCounted = false;
      const left = (this.#users.get(user) ?? 1) - 1;
      if (left > 0) this.#users.set(user, left);
      else this.#users.delete(user);
    };
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
    return this.#frames(batch, signal, leave);
  }

  async *#frames(batch: Batch, signal: AbortSignal, leave: () => void): AsyncGenerator<Progress> {
    const follower: Follower = {
      rows: new Set(),
      batch,
      seen: batch.revision,
      isOver: isOver(batch),
      wake: () => {},
    };
    const followed = this.#join(batch, follower);
    const onAbort = () => follower.wake();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      while (!signal.aborted) {
        const { batch: next, rows } = follower;
        if (next !== null) {
          follower.batch = null;
          const numbers = [...rows].sort((a, b) => a - b);
          rows.clear();
          yield { batch: next, rows: numbers };
          if (isOver(next)) return;
          continue;
        }
        if (follower.isOver) return;
        await new Promise<void>((resolve) => {
          const wake = () => resolve();
          follower.wake = wake;
          if (signal.aborted) wake();
        });
      }
    } finally {
      leave();
      signal.removeEventListener('abort', onAbort);
      followed.followers.delete(follower);
      if (followed.followers.size === 0) look(followed);
    }
  }

  #join(batch: Batch, follower: Follower): Followed {
    const known = this.#followed.get(batch.id);
    if (known !== undefined) {
      known.followers.add(follower);
      look(known);
      return known;
    }
    const followed: Followed = { followers: new Set([follower]), isDue: false, wake: () => {} };
    this.#followed.set(batch.id, followed);
    void this.#read(batch, followed);
    return followed;
  }

  async #read(batch: Batch, followed: Followed): Promise<void> {
    let { revision } = batch;
    for (;;) {
      await sleep(PACE_MS);
      await this.#wait(followed);
      if (followed.followers.size === 0) break;
      try {
        const next = await this.#parts.store.find(batch, batch.id);
        const rows = next === null || next.revision === revision ? [] : await this.#parts.store.changed(next, revision);
        this.#tell(followed, next, rows);
        if (next === null || isOver(next)) break;
        revision = next.revision;
      } catch (error) {
        this.#parts.logger.warn({ error, batchId: batch.id }, 'a batch that is followed could not be read');
      }
    }
    this.#followed.delete(batch.id);
    // Who joined in between is told by another reading.
    for (const follower of followed.followers) if (!follower.isOver) follower.wake();
  }

  #tell({ followers }: Followed, next: Batch | null, rows: readonly number[]): void {
    for (const follower of followers) {
      if (next === null || isOver(next)) follower.isOver = true;
      if (next !== null && (follower.seen < next.revision || follower.isOver)) {
        follower.batch = next;
        follower.seen = next.revision;
      }
      for (const number of rows) follower.rows.add(number);
      follower.wake();
    }
  }

  async #wait(followed: Followed): Promise<void> {
    if (!followed.isDue) {
      const waiting = new AbortController();
      const wake = () => waiting.abort();
      followed.wake = wake;
      await sleep(LOOK_MS, undefined, { signal: waiting.signal, ref: false }).catch(() => {});
    }
    followed.isDue = false;
  }
}

function look(followed: Followed | undefined): void {
  if (followed === undefined) return;
  followed.isDue = true;
  followed.wake();
}

/** Nothing of it changes any more by itself. */
export function isOver({ status, running, paused }: Batch): boolean {
  return status === 'finished' || (status === 'stopped' && running === 0 && paused === 0);
}
