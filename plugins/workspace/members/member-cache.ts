import type { Membership } from './contract.ts';
import { MemberEndings } from './member-endings.ts';
import type { MemberStore } from './member-store.ts';

interface Entry {
  readonly membership: Membership | null;
  readonly endings: MemberEndings;
  readonly readAt: number;
}

/** Milliseconds a membership is believed without asking, should a notification be missed. */
const FRESH = 900;
const CAPACITY = 20_000;

/** Who has which role where, in memory. */
export class MemberCache {
  readonly #store: MemberStore;
  readonly #entries = new Map<string, Entry>();

  constructor(store: MemberStore) {
    this.#store = store;
  }

  async find(
    workspaceId: string,
    accountId: string,
  ): Promise<{ readonly membership: Membership; readonly endings: MemberEndings } | null> {
    const entry = this.#entries.get(`${workspaceId}/${accountId}`);
    const fresh =
      entry !== undefined && performance.now() - entry.readAt < FRESH
        ? entry
        : await this.#read(workspaceId, accountId);
    return fresh.membership === null ? null : { membership: fresh.membership, endings: fresh.endings };
  }

  /** Looks again at what is known. */
  async recheck(workspaceId: string, accountId: string): Promise<void> {
    if (this.#entries.has(`${workspaceId}/${accountId}`)) await this.#read(workspaceId, accountId);
  }

  /** For those with open streams, should a notification have been missed. */
  async recheckListeners(): Promise<void> {
    const heard = [...this.#entries].filter(([, { endings }]) => endings.isFollowed);
    await Promise.all(
      heard.map(([key]) => {
        const [workspaceId = '', accountId = ''] = key.split('/');
        return this.#read(workspaceId, accountId);
      }),
    );
  }

  async #read(workspaceId: string, accountId: string): Promise<Entry> {
    const key = `${workspaceId}/${accountId}`;
    const readAt = performance.now();
    const membership = await this.#store.find(workspaceId, accountId);
    const role = membership?.role ?? null;
    const endings = this.#entries.get(key)?.endings ?? new MemberEndings(role);
    const entry = { membership, endings, readAt };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    endings.become(role);
    this.#evict();
    return entry;
  }

  #evict(): void {
    if (this.#entries.size <= CAPACITY) return;
    for (const [key, { endings }] of this.#entries) {
      if (endings.isFollowed) continue;
      this.#entries.delete(key);
      return;
    }
  }
}
