import type { Logger } from '#kernel';
import type { SealedDocuments } from './sealed-documents.ts';
import type { UnsealedRow, UnsealedStore } from './unsealed-store.ts';

const FIRST = '00000000-0000-0000-0000-000000000000';

/** Seals what lies open in documents from before, once; requests read them as if it were done. */
export class UnsealedDocuments {
  readonly #store: UnsealedStore;
  readonly #sealed: SealedDocuments;
  readonly #logger: Logger;

  constructor(store: UnsealedStore, sealed: SealedDocuments, logger: Logger) {
    this.#store = store;
    this.#sealed = sealed;
    this.#logger = logger;
  }

  async seal(signal: AbortSignal): Promise<void> {
    await this.#each(
      signal,
      (after) => this.#store.drafts(after),
      (row) => this.#store.putDraft(row, this.#isOpen(row) ? this.#sealed.seal(row.workspaceId, row.tree, row) : null),
    );
    await this.#each(
      signal,
      (after) => this.#store.versions(after),
      (row) => this.#store.putVersion(row, this.#isOpen(row) ? this.#sealed.published(row.workspaceId, row) : null),
    );
  }

  #isOpen({ workspaceId, tree }: UnsealedRow): boolean {
    return this.#sealed.hidden(workspaceId, tree) !== tree;
  }

  async #each(
    signal: AbortSignal,
    read: (after: string) => Promise<readonly UnsealedRow[]>,
    put: (row: UnsealedRow) => Promise<void>,
  ): Promise<void> {
    for (let after: string | undefined = FIRST; after !== undefined; ) {
      const rows: readonly UnsealedRow[] = await read(after);
      for (const row of rows) {
        if (signal.aborted) return;
        // One that can't be opened keeps no other from being sealed; it is tried again at the next start.
        await put(row).catch((error: unknown) => this.#logger.warn({ error, id: row.id }, 'a document was not sealed'));
      }
      after = rows.at(-1)?.id;
    }
  }
}
