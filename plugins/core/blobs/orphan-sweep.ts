import type { Contributions, Logger } from '#kernel';
import type { BlobOwner, BlobStore } from './contract.ts';

const HOUR = 3_600_000;
/** Keys that are asked about at once, and those that one sweep removes. */
const PAGE = 500;
const MAX = 20_000;
/** When none of at least so many blobs is known, it is the database that is wrong, not they. */
const SUSPICIOUS = 10;

export interface SweepParts {
  readonly stores: Contributions<BlobStore>;
  readonly owners: Contributions<BlobOwner>;
  /** Hours that a blob must be old before it can count as left behind; 0: nothing is swept. */
  readonly hours: number;
  readonly logger: Logger;
}

/** Removes blobs whose row never became durable or is gone. */
export class OrphanSweep {
  readonly #parts: SweepParts;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(parts: SweepParts) {
    this.#parts = parts;
  }

  /** Resolves with the number of blobs it removed. */
  async sweep(now = Date.now()): Promise<number> {
    const { stores, owners, hours } = this.#parts;
    if (hours === 0) return 0;
    const before = now - hours * HOUR;
    let removed = 0;
    for (const store of stores.all()) {
      await store.tidy(before);
      for (const owner of owners.all()) removed += await this.#sweepOwner(store, owner, before);
    }
    return removed;
  }

  /** A few times a day, and not in every process at the same time. */
  start(): void {
    this.#timer = setTimeout(
      () => {
        this.sweep()
          .catch((error) => this.#parts.logger.error({ err: error }, 'files without an owner could not be removed'))
          .finally(() => {
            if (!this.#isStopped) this.start();
          });
      },
      4 * HOUR + Math.random() * 4 * HOUR,
    );
    this.#timer.unref();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #sweepOwner(store: BlobStore, owner: BlobOwner, before: number): Promise<number> {
    const orphans: string[] = [];
    let page: string[] = [];
    let named = 0;
    const ask = async () => {
      if (page.length === 0) return;
      const found = await owner.named(page);
      named += found.size;
      orphans.push(...page.filter((key) => !found.has(key)));
      page = [];
    };
    for await (const { key, modifiedAt } of store.list(owner.id)) {
      if (modifiedAt < before) page.push(key);
      if (page.length >= PAGE) await ask();
      if (orphans.length >= MAX) break;
    }
    await ask();
    const fields = { store: store.id, owner: owner.id, count: orphans.length };
    if (named === 0 && orphans.length >= SUSPICIOUS) {
      this.#parts.logger.warn(fields, 'the database knows none of the stored files; they were left alone');
      return 0;
    }
    for (let at = 0; at < orphans.length; at += PAGE) await store.remove(orphans.slice(at, at + PAGE));
    if (orphans.length > 0) this.#parts.logger.info(fields, 'removed files that nothing names');
    return orphans.length;
  }
}
