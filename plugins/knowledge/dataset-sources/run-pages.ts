import type { PageStore } from './page-store.ts';
import type { StoredSource } from './row-store.ts';
import type { PageResult, PageRole, RunPage, RunPages } from './source-reader.ts';

/** Rows of the pages of one source, for its reader. */
export class PagesOfRun implements RunPages {
  readonly #store: PageStore;
  readonly #source: StoredSource;

  constructor(store: PageStore, source: StoredSource) {
    this.#store = store;
    this.#source = source;
  }

  queue(addresses: readonly string[], at: { readonly role: PageRole; readonly depth: number }) {
    return this.#store.queue(this.#source, addresses, at);
  }

  queueKnown() {
    return this.#store.queueKnown(this.#source);
  }

  next(options?: { readonly onlyUnlinked?: boolean }) {
    return this.#store.next(this.#source, options);
  }

  totals() {
    return this.#store.totals(this.#source);
  }

  write(pageId: string, result: PageResult) {
    return this.#store.write(this.#source, pageId, result);
  }

  countTry(pageId: string) {
    return this.#store.countTry(this.#source, pageId);
  }

  byAddress(address: string) {
    return this.#store.byAddress(this.#source, address);
  }

  messageOf(address: string) {
    return this.#store.messageOf(this.#source, address);
  }

  sameContent(page: RunPage, hash: string) {
    return this.#store.sameContent(this.#source, page, hash);
  }
}
