import { LRUCache } from 'lru-cache';
import type { Account } from '#plugins/accounts/contract.ts';
import type { Workspaces } from '#plugins/workspaces/contract.ts';
import type { MemberCache } from './member-cache.ts';
import type { MemberStore } from './member-store.ts';

interface CurrentParts {
  readonly cache: MemberCache;
  readonly store: MemberStore;
  readonly workspaces: Workspaces;
}

/** People whose workspace is remembered. */
const MAX_REMEMBERED = 20_000;

/** Where requests of a person go that name no workspace. */
export class CurrentWorkspace {
  readonly #parts: CurrentParts;
  readonly #firsts = new LRUCache<string, string>({ max: MAX_REMEMBERED });

  constructor(parts: CurrentParts) {
    this.#parts = parts;
  }

  /** The one used last, else the first there is. null: they belong to none that is open. */
  async of(account: Account): Promise<string | null> {
    const used = account.currentWorkspaceId;
    if (used !== null && (await this.#isOpen(used, account))) return used;
    // Found once, it stays for as long as it is one of theirs: most people have one, and looking would cost each request.
    const known = this.#firsts.get(account.id);
    if (known !== undefined && (await this.#isOpen(known, account))) return known;
    const all = await this.#parts.store.ofAccount(account.id);
    const first = all.find(({ workspaceId }) => !this.#parts.workspaces.isClosed(workspaceId));
    if (first === undefined) return null;
    this.#firsts.set(account.id, first.workspaceId);
    return first.workspaceId;
  }

  async #isOpen(id: string, account: Account): Promise<boolean> {
    return !this.#parts.workspaces.isClosed(id) && (await this.#parts.cache.find(id, account.id)) !== null;
  }
}
