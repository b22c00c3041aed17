import { LRUCache } from 'lru-cache';
import type { Notifications } from './contract.ts';

/** Milliseconds after which what was read is read again, should a change not have been heard of. */
const FRESH_FOR = 900;
/** Milliseconds after which it is read again already while it still counts: who asks every moment never waits. */
const RENEWED_AFTER = 450;
const MAX_WORKSPACES = 1_000;

interface Shelf<Value> {
  readonly value: Promise<Value>;
  readonly readAt: number;
  isRenewing: boolean;
}

export interface WorkspaceCacheParts<Value> {
  /** Where processes tell each other of changes. */
  readonly channel: string;
  readonly notifications: Pick<Notifications, 'send' | 'listen'>;
  read(workspaceId: string): Promise<Value>;
}

/**
 * What is asked for all the time and changes seldom, per workspace: a change counts at once in this process, and within a
 * second in all others, also while they can't hear of it.
 */
export class WorkspaceCache<Value> {
  readonly #parts: WorkspaceCacheParts<Value>;
  readonly #shelves = new LRUCache<string, Shelf<Value>>({ max: MAX_WORKSPACES });
  readonly #unlisten: () => void;

  constructor(parts: WorkspaceCacheParts<Value>) {
    this.#parts = parts;
    this.#unlisten = parts.notifications.listen(parts.channel, (workspaceId) => this.#shelves.delete(workspaceId));
  }

  get(workspaceId: string): Promise<Value> {
    const now = performance.now();
    const shelf = this.#shelves.get(workspaceId);
    if (shelf === undefined || now - shelf.readAt >= FRESH_FOR) return this.#read(workspaceId, now);
    if (now - shelf.readAt >= RENEWED_AFTER && !shelf.isRenewing) this.#renew(workspaceId, shelf, now);
    return shelf.value;
  }

  #read(workspaceId: string, readAt: number): Promise<Value> {
    const value = this.#parts.read(workspaceId);
    const fresh = { value, readAt, isRenewing: false };
    this.#shelves.set(workspaceId, fresh);
    value.catch(() => {
      if (this.#shelves.get(workspaceId) === fresh) this.#shelves.delete(workspaceId);
    });
    return value;
  }

  /** A change that is heard of meanwhile has emptied the shelf: then what was read may be from before it. */
  #renew(workspaceId: string, shelf: Shelf<Value>, readAt: number): void {
    shelf.isRenewing = true;
    const value = this.#parts.read(workspaceId);
    value.then(
      () => {
        if (this.#shelves.get(workspaceId) === shelf)
          this.#shelves.set(workspaceId, { value, readAt, isRenewing: false });
      },
      () => {
        shelf.isRenewing = false;
      },
    );
  }

  /** Called when a change is durable. Others that can't be told see it when theirs is too old. */
  async changed(workspaceId: string): Promise<void> {
    this.#shelves.delete(workspaceId);
    await this.#parts.notifications.send(this.#parts.channel, workspaceId).catch(() => {});
  }

  close(): void {
    this.#unlisten();
  }
}
