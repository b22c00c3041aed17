import { isFollowed } from '../accounts/contract.ts';
import type { Membership } from './contract.ts';
import type { MemberStore } from './member-store.ts';

interface Entry {
  readonly membership: Membership | null;
  /** Aborts when the role changes or ends. */
  readonly ending: AbortController;
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

  async find(workspaceId: string, accountId: string): Promise<{ membership: Membership; ended: AbortSignal } | null> {
    const entry = this.#entries.get(`${workspaceId}/${accountId}`);
    const fresh =
      entry !== undefined && Date.now() - entry.readAt < FRESH ? entry : await this.#read(workspaceId, accountId);
    return fresh.membership === null ? null : { membership: fresh.membership, ended: fresh.ending.signal };
  }

  /** Looks again at what is known. */
  async review(workspaceId: string, accountId: string): Promise<void> {
    if (this.#entries.has(`${workspaceId}/${accountId}`)) await this.#read(workspaceId, accountId);
  }

  /** For those with open streams, should a notification have been missed. */
  async reviewListeners(): Promise<void> {
    const heard = [...this.#entries].filter(([, { ending }]) => isFollowed(ending.signal));
    await Promise.all(
      heard.map(([key]) => {
        const [workspaceId = '', accountId = ''] = key.split('/');
        return this.#read(workspaceId, accountId);
      }),
    );
  }

  async #read(workspaceId: string, accountId: string): Promise<Entry> {
    const key = `${workspaceId}/${accountId}`;
    const readAt = Date.now();
    const membership = await this.#store.find(workspaceId, accountId);
    const known = this.#entries.get(key);
    const isSame = known !== undefined && known.membership?.role === membership?.role;
    const entry = { membership, ending: isSame ? known.ending : new AbortController(), readAt };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    if (!isSame) known?.ending.abort();
    this.#evict();
    return entry;
  }

  #evict(): void {
    if (this.#entries.size <= CAPACITY) return;
    for (const [key, { ending }] of this.#entries) {
      if (isFollowed(ending.signal)) continue;
      this.#entries.delete(key);
      return;
    }
  }
}
