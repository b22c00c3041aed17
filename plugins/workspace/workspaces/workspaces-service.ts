import type { OpenTransaction } from '#plugins/database/contract.ts';
import type { ClosedWorkspaces } from './closed-workspaces.ts';
import type { NewWorkspace, Workspace, WorkspaceChanges, WorkspaceMaker, Workspaces } from './contract.ts';
import type { WorkspaceStore } from './store.ts';

interface WorkspaceParts {
  readonly store: WorkspaceStore;
  readonly closed: ClosedWorkspaces;
  /** Tells every process that a workspace was closed or opened. */
  tell(id: string): Promise<void>;
}

/** Workspaces as other plugins see them. */
export class WorkspacesService implements Workspaces {
  readonly #parts: WorkspaceParts;

  constructor(parts: WorkspaceParts) {
    this.#parts = parts;
  }

  first() {
    return this.#parts.store.first();
  }

  get(id: string) {
    return this.#parts.store.get(id);
  }

  update(id: string, values: WorkspaceChanges) {
    return this.#parts.store.update(id, values);
  }

  planOf(id: string) {
    return this.#parts.store.planOf(id);
  }

  create(values: NewWorkspace) {
    return this.#parts.store.create(values);
  }

  createBy(maker: WorkspaceMaker, values: NewWorkspace) {
    return this.#parts.store.createBy(maker, values);
  }

  createFirst(values: NewWorkspace) {
    return this.#parts.store.createFirst(values);
  }

  page(query: { readonly limit: number; readonly after?: string | undefined }) {
    return this.#parts.store.page(query);
  }

  isClosed(id: string): boolean {
    return this.#parts.closed.has(id);
  }

  closing(id: string): AbortSignal {
    return this.#parts.closed.closing(id);
  }

  async close(
    id: string,
    deletion: { readonly by: string; readonly purgeAt: Date },
    within: (transaction: OpenTransaction) => Promise<unknown>,
  ): Promise<Workspace | null> {
    const workspace = await this.#parts.store.close(id, deletion, within);
    if (workspace !== null) await this.#changed(id);
    return workspace;
  }

  async reopen(id: string, within: (transaction: OpenTransaction) => Promise<unknown>): Promise<Workspace | null> {
    const workspace = await this.#parts.store.reopen(id, within);
    if (workspace !== null) await this.#changed(id);
    return workspace;
  }

  remove(id: string): Promise<void> {
    return this.#parts.store.remove(id);
  }

  async #changed(id: string): Promise<void> {
    await this.#parts.closed.refresh();
    await this.#parts.tell(id);
  }
}
