import type { BatchRow, RowPage } from './batch-api.ts';

export interface RowQuery {
  readonly after: number;
  readonly limit: number;
  readonly status: string;
}

const pageSize = 100;
/** Of a filtered list: it has no places to jump to, so more come at once. */
const filteredPage = 500;
/** Pages that are held; others are asked for again when they come into view. */
const heldPages = 30;
/** How often rows in view are asked for again while they change. */
const refreshMs = 1000;

/**
 * The rows of a batch that are in view, of however many there are. Without a filter each page is found by its number; with one,
 * rows come one page after the other.
 */
export class RowStore {
  readonly #load: (query: RowQuery) => Promise<RowPage>;
  readonly status: string;
  #pages = new Map<number, readonly BatchRow[]>();
  #filtered: BatchRow[] = [];
  #isAll = false;
  readonly #loading = new Set<number>();
  readonly #stale = new Set<number>();
  readonly #listeners = new Set<() => void>();
  #view: readonly [number, number] = [0, 0];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  #version = 0;
  hasFailed = false;

  constructor(load: (query: RowQuery) => Promise<RowPage>, status: string) {
    this.#load = load;
    this.status = status;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): number => this.#version;

  /** Undefined: it is on its way. */
  row(index: number): BatchRow | undefined {
    if (this.status !== '') return this.#filtered[index];
    return this.#pages.get(Math.floor(index / pageSize))?.[index % pageSize];
  }

  /** Of a filtered list whose end is known, how many there are; null: not known. */
  get length(): number | null {
    return this.status !== '' && this.#isAll ? this.#filtered.length : null;
  }

  /** Asks for what is in view, from an index to another, and isn't there. */
  view(first: number, last: number): void {
    this.#view = [first, last];
    if (this.status !== '') {
      if (!this.#isAll && this.#filtered.length <= last) void this.#loadFiltered();
      return;
    }
    for (let page = Math.floor(first / pageSize); page <= Math.floor(last / pageSize); page += 1) {
      if (!this.#pages.has(page)) void this.#loadPage(page);
    }
  }

  /** Rows that changed, by their numbers; null: any may have. What isn't in view is only marked. */
  changed(numbers: readonly number[] | null): void {
    if (numbers === null) for (const page of this.#pages.keys()) this.#stale.add(page);
    else for (const number of numbers) this.#stale.add(Math.floor((number - 1) / pageSize));
    if (this.status !== '' && numbers?.length === 0) return;
    this.#timer ??= setTimeout(() => this.#refresh(), refreshMs);
  }

  retry(): void {
    this.hasFailed = false;
    this.view(...this.#view);
    this.#tell();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #refresh(): void {
    this.#timer = undefined;
    if (this.#isClosed) return;
    if (this.status !== '') {
      // A long list is looked at again from its beginning by whoever chooses it again.
      if (this.#filtered.length <= filteredPage * 2) void this.#reloadFiltered();
      return;
    }
    const [first, last] = this.#view.map((index) => Math.floor(index / pageSize));
    for (const page of this.#stale) {
      if (page >= (first ?? 0) && page <= (last ?? 0)) void this.#loadPage(page);
      else this.#pages.delete(page);
    }
    this.#stale.clear();
  }

  async #loadPage(page: number): Promise<void> {
    if (this.#loading.has(page) || this.#isClosed) return;
    this.#loading.add(page);
    try {
      const { data } = await this.#load({ after: page * pageSize, limit: pageSize, status: '' });
      this.#pages.delete(page);
      this.#pages.set(page, data);
      this.#letGo();
      this.hasFailed = false;
    } catch {
      this.hasFailed = true;
    } finally {
      this.#loading.delete(page);
      this.#tell();
    }
  }

  #letGo(): void {
    const [first, last] = this.#view.map((index) => Math.floor(index / pageSize));
    for (const page of this.#pages.keys()) {
      if (this.#pages.size <= heldPages) return;
      if (page < (first ?? 0) || page > (last ?? 0)) this.#pages.delete(page);
    }
  }

  async #loadFiltered(): Promise<void> {
    if (this.#loading.has(-1) || this.#isClosed) return;
    this.#loading.add(-1);
    try {
      while (!this.#isAll && this.#filtered.length <= this.#view[1]) await this.#loadNext();
      this.hasFailed = false;
    } catch {
      this.hasFailed = true;
    } finally {
      this.#loading.delete(-1);
      this.#tell();
    }
  }

  async #loadNext(): Promise<void> {
    const after = this.#filtered.at(-1)?.number ?? 0;
    const { data, has_more } = await this.#load({ after, limit: filteredPage, status: this.status });
    this.#filtered = [...this.#filtered, ...data];
    this.#isAll = !has_more;
    this.#tell();
  }

  async #reloadFiltered(): Promise<void> {
    if (this.#loading.has(-1)) return;
    this.#loading.add(-1);
    const before = this.#filtered.length;
    let rows: readonly BatchRow[] = [];
    let hasMore = true;
    try {
      while (hasMore && rows.length <= before) {
        const page = await this.#load({ after: rows.at(-1)?.number ?? 0, limit: filteredPage, status: this.status });
        rows = [...rows, ...page.data];
        hasMore = page.has_more;
      }
      this.#filtered = [...rows];
      this.#isAll = !hasMore;
    } catch {
      // What is there stays.
    } finally {
      this.#loading.delete(-1);
      this.#tell();
    }
  }

  #tell(): void {
    if (this.#isClosed) return;
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}
