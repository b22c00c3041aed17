import type { Account } from '../accounts/contract.ts';
import type { Workspaces } from '../workspaces/contract.ts';
import type { MemberCache } from './member-cache.ts';
import type { MemberStore } from './member-store.ts';

interface CurrentParts {
  readonly cache: MemberCache;
  readonly store: MemberStore;
  readonly workspaces: Workspaces;
}

/** People whose workspace is remembered. */
const MOST_REMEMBERED = 20_000;

/** Where requests of a person go that name no workspace. */
export class CurrentWorkspace {
  readonly #parts: CurrentParts;
  readonly #firsts = new Map<string, string>();

  constructor(parts: CurrentParts) {
    this.#parts = parts;
  }

  /** The one used last, else the first there is. null: he belongs to none that is open. */
  async of(account: Account): Promise<string | null> {
    const used = account.currentWorkspaceId;
    if (used !== null && (await this.#isOpen(used, account))) return used;
    // Found once, it stays for as long as it is one of his: most people have one, and looking would cost each request.
    const known = this.#firsts.get(account.id);
    if (known !== undefined && (await this.#isOpen(known, account))) return known;
    const all = await this.#parts.store.ofAccount(account.id);
    const first = all.find(({ workspaceId }) => !this.#parts.workspaces.isClosed(workspaceId));
    if (first === undefined) return null;
    this.#remember(account.id, first.workspaceId);
    return first.workspaceId;
  }

  async #isOpen(id: string, account: Account): Promise<boolean> {
    return !this.#parts.workspaces.isClosed(id) && (await this.#parts.cache.find(id, account.id)) !== null;
  }

  #remember(accountId: string, workspaceId: string): void {
    this.#firsts.delete(accountId);
    this.#firsts.set(accountId, workspaceId);
    const oldest = this.#firsts.keys().next().value;
    if (this.#firsts.size > MOST_REMEMBERED && oldest !== undefined) this.#firsts.delete(oldest);
  }
}
