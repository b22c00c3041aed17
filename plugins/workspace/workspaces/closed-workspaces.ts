import type { WorkspaceStore } from './store.ts';

/** Which workspaces are closed, in memory: every request asks. */
export class ClosedWorkspaces {
  readonly #store: WorkspaceStore;
  #closed = new Set<string>();
  readonly #closing = new Map<string, AbortController>();

  constructor(store: WorkspaceStore) {
    this.#store = store;
  }

  has(id: string): boolean {
    return this.#closed.has(id);
  }

  closing(id: string): AbortSignal {
    let controller = this.#closing.get(id);
    if (controller === undefined || (controller.signal.aborted && !this.has(id))) {
      controller = new AbortController();
      this.#closing.set(id, controller);
      if (this.has(id)) controller.abort();
    }
    return controller.signal;
  }

  /** Looks again. One that was closed and is not in the table any more was purged: it stays closed. */
  async refresh(): Promise<void> {
    const closed = new Set(await this.#store.closed());
    const vanished = [...this.#closed].filter((id) => !closed.has(id));
    const open = new Set(await this.#store.open(vanished));
    for (const id of vanished) if (!open.has(id)) closed.add(id);
    this.#closed = closed;
    for (const id of closed) this.#closing.get(id)?.abort();
  }
}
