import { type Contributions, isPlatformError, type Logger, PlatformError } from '#kernel';
import type { BlobOwner, BlobStore } from './contract.ts';
import type { OrphanSweep } from './orphan-sweep.ts';
import type { BlobRecords } from './store.ts';
import { type AreaStatus, StoreOwnership } from './store-ownership.ts';
import type { RemovalState } from './tables.ts';

const MINUTE = 60_000;

export interface StoreOwnersParts {
  readonly stores: Contributions<BlobStore>;
  readonly owners: Contributions<BlobOwner>;
  readonly records: BlobRecords;
  /** Id of the store that is written to. */
  readonly current: string;
  /** Who we are, for people of other installations. */
  readonly holder: string;
  readonly logger: Logger;
}

/** A store, whose its contents are and what is to be removed of them. */
export interface StoreReport {
  readonly id: string;
  readonly areas: readonly AreaStatus[];
  readonly removals: Readonly<Record<RemovalState, number>>;
}

/** Whose the contents of each store are: looked at every minute. */
export class StoreOwners {
  readonly #parts: StoreOwnersParts;
  readonly #known = new Map<BlobStore, StoreOwnership>();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #work: Promise<void> = Promise.resolve();

  constructor(parts: StoreOwnersParts) {
    this.#parts = parts;
  }

  readonly of = (store: BlobStore): StoreOwnership => {
    const known = this.#known.get(store);
    if (known !== undefined) return known;
    const { records, owners, current, holder, logger } = this.#parts;
    const folders = () => owners.all().map(({ id }) => id);
    const ownership = new StoreOwnership({ store, records, folders, isWritten: store.id === current, holder, logger });
    this.#known.set(store, ownership);
    return ownership;
  };

  /** Throws what a store that is away throws (`blobs.unavailable`). */
  async report(): Promise<StoreReport[]> {
    const { stores, records } = this.#parts;
    return Promise.all(
      stores.all().map(async (store) => {
        await this.of(store).look();
        return { id: store.id, areas: this.of(store).status(), removals: await records.counts(store.id) };
      }),
    );
  }

  /** Throws `blobs.no_store` (not-found) and `blobs.not_adopted` (conflict) where another was quicker. */
  async adopt(id: string): Promise<void> {
    if (await this.of(this.#store(id)).adopt()) return;
    const message = `The store '${id}' was not adopted: another installation has just taken it, or renews its mark. Stop that one, look with weft blobs status, and try again.`;
    throw new PlatformError('conflict', 'blobs.not_adopted', message);
  }

  /** Everything the sweep has found there is kept, and begins anew with its first look. Throws `blobs.no_store` (not-found). */
  async keepAll(id: string): Promise<number> {
    return this.#parts.records.keepAll(this.#store(id).id);
  }

  /** The first look, which says so where the contents are somebody else's; then one a minute, and what follows from it. */
  async start(current: BlobStore, sweep: OrphanSweep): Promise<void> {
    await this.of(current)
      .look()
      .catch((error: unknown) => {
        // The check of the store tells it too, for as long as it lasts.
        if (!isPlatformError(error)) throw error;
        this.#parts.logger.warn({ err: error, store: current.id }, 'the store of files can not be used');
      });
    this.#next(sweep);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#work;
  }

  #next(sweep: OrphanSweep): void {
    if (this.#isStopped) return;
    // Not in every process at the same time.
    const wait = MINUTE * (0.9 + Math.random() * 0.2);
    this.#timer = setTimeout(() => {
      this.#work = this.#turn(sweep).finally(() => this.#next(sweep));
    }, wait);
    this.#timer.unref();
  }

  async #turn(sweep: OrphanSweep): Promise<void> {
    try {
      for (const ownership of this.#known.values()) await ownership.look();
      await sweep.settle();
      await sweep.sweep();
    } catch (error) {
      if (!this.#isStopped) this.#parts.logger.error({ err: error }, 'the stores of files could not be looked after');
    }
  }

  #store(id: string): BlobStore {
    const store = this.#parts.stores.get(id);
    if (store !== undefined) return store;
    const known = this.#parts.stores.all().map((each) => each.id);
    throw new PlatformError('not-found', 'blobs.no_store', `There is no store '${id}'; known are ${known.join(', ')}.`);
  }
}
