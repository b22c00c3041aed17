import { LRUCache } from 'lru-cache';
import { entry } from '#plugins/database/contract.ts';
import { DefaultUser, type EndUser, type EndUsers, type EndUserType } from './contract.ts';
import { endUserId } from './end-user-id.ts';
import { type EndUserStore, endUserSink } from './store.ts';

/** Users whose rows this process wrote; who is forgotten is harmlessly written again. */
const REMEMBERED = 20_000;

/** Derives end users from what callers say, writes each once per process, and finds those that are kept. */
export class EndUsersService implements EndUsers {
  readonly #store: EndUserStore;
  readonly #known = new LRUCache<string, EndUser>({ max: REMEMBERED });

  constructor(store: EndUserStore) {
    this.#store = store;
  }

  find(workspaceId: string, appId: string, ids: readonly string[]) {
    return this.#store.find(workspaceId, appId, ids);
  }

  identify(caller: { workspaceId: string; appId: string; type: EndUserType; sessionId: string }) {
    const key = `${caller.type}:${caller.appId}:${caller.sessionId}`;
    const known = this.#known.get(key);
    if (known !== undefined) return { user: known, entries: [], written: () => {} };
    const user: EndUser = {
      id: endUserId(caller),
      sessionId: caller.sessionId,
      type: caller.type,
      isAnonymous: caller.sessionId === DefaultUser,
    };
    const row = {
      id: user.id,
      workspace_id: caller.workspaceId,
      app_id: caller.appId,
      type: user.type,
      session_id: user.sessionId,
      is_anonymous: user.isAnonymous,
    };
    return { user, entries: [entry(endUserSink, row)], written: () => this.#known.set(key, user) };
  }

  /** They are written again when they come again. */
  forget(id: string): void {
    for (const [key, user] of this.#known) if (user.id === id) this.#known.delete(key);
  }
}
