import { type Contributions, clocksAgree, currentTime, type Logger } from '#kernel';
import type { BlobOwner, BlobStore } from './contract.ts';
import type { BlobRecords, Removal } from './store.ts';
import { areaOf, inArea, type StoreOwnership } from './store-ownership.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Keys that are asked about at once, and those of a store that one sweep looks at or decides about. */
const PAGE = 500;
const MAX = 20_000;
/** When none of at least so many blobs is known, it is the database that is wrong, not they. */
const SUSPICIOUS = 10;

export interface SweepParts {
  readonly stores: Contributions<BlobStore>;
  readonly owners: Contributions<BlobOwner>;
  readonly records: BlobRecords;
  readonly ownership: (store: BlobStore) => StoreOwnership;
  readonly bounds: SweepBounds;
  readonly logger: Logger;
}

export interface SweepBounds {
  /** Hours that a blob must be old before it can count as left behind; 0: nothing is swept. */
  readonly hours: number;
  /** Days between the look that finds it and the one that removes it. */
  readonly lookDays: number;
  /** Days for which it is kept after that. */
  readonly keepDays: number;
}

/** What one sweep did. */
export interface SweepResult {
  /** Found for the first time. */
  readonly marked: number;
  /** Still named by nothing at the second look. */
  readonly removed: number;
  /** Gone for good. */
  readonly deleted: number;
}

/**
 * Removes blobs whose row never became durable or is gone, in stores whose contents are ours. A first look marks them, a
 * second one days later removes them, and their bytes stay where they are for a while: a row that names them again, of
 * whichever database, finds them. Each step asks the rows anew.
 */
export class OrphanSweep {
  readonly #parts: SweepParts;

  constructor(parts: SweepParts) {
    this.#parts = parts;
  }

  /** As often as it is called, in one process only: a store is looked at once an hour, from where the last look ended. */
  async sweep({ now = currentTime(), everyMs = HOUR } = {}): Promise<SweepResult> {
    const { stores, records, ownership, bounds, logger } = this.#parts;
    const done: Counts = { marked: 0, removed: 0, deleted: 0 };
    if (bounds.hours === 0 || !clocksAgree()) return done;
    for (const store of stores.all()) {
      const areas = await ownership(store).ownAreas();
      for (const [index, area] of areas.entries()) {
        const begun = await records.beginSweep(store.id, area, everyMs);
        if (begun === null) continue;
        // Later steps first: what is marked now is not looked at again today.
        if (index === 0) await this.#decide(store, now, done);
        if (area === '') await store.tidy(now - bounds.hours * HOUR);
        done.marked += await this.#look(store, { area, now, after: begun.after });
      }
      const count = done.marked + done.removed + done.deleted;
      if (count > 0) logger.info({ store: store.id, ...done }, 'looked for files that nothing names');
    }
    return done;
  }

  /** Removes what was to be removed while nobody knew whether the store is ours. */
  async settle(): Promise<void> {
    const { stores, records, ownership } = this.#parts;
    for (const store of stores.all()) {
      const asked = await records.due(store.id, 'asked', currentTime() + DAY, MAX);
      if (asked.length === 0) continue;
      const kept: Removal[] = [];
      for (const page of pagesOf(asked)) {
        const states = await Promise.all(page.map(({ key }) => ownership(store).stateOf(key)));
        kept.push(...page.filter((_, index) => states[index] === 'own'));
        // A copy: its original still has them.
        await records.forget(store.id, keysOf(page.filter((_, index) => states[index] === 'foreign')));
      }
      await this.#delete(store, kept);
    }
  }

  /** What was marked days ago is removed, what was removed days ago goes for good: where still no row names it. */
  async #decide(store: BlobStore, now: number, done: Counts): Promise<void> {
    const { records, bounds } = this.#parts;
    const old = await records.due(store.id, 'removed', now - bounds.keepDays * DAY, MAX);
    done.deleted += await this.#delete(store, await this.#unnamed(store, old));
    const marked = await records.due(store.id, 'marked', now - bounds.lookDays * DAY, MAX);
    const unnamed = keysOf(await this.#unnamed(store, marked));
    for (const page of pagesOf(unnamed)) await records.advance(store.id, page, now);
    done.removed += unnamed.length;
  }

  /** The first look, from where the last one ended. Tells how many it has marked. */
  async #look(store: BlobStore, { area, now, after }: Turn): Promise<number> {
    const { records, bounds } = this.#parts;
    const before = now - bounds.hours * HOUR;
    let looked = 0;
    let marked = 0;
    let last: string | null = null;
    for (const owner of this.#owners()) {
      const folder = inArea(area, owner.id);
      if (after !== null && folder < ownerFolder(after)) continue;
      const page: string[] = [];
      for await (const { key, modifiedAt } of store.list(folder, after ?? undefined)) {
        looked += 1;
        last = key;
        if (modifiedAt < before) page.push(key);
        if (looked >= MAX) break;
      }
      const orphans = await this.#orphansOf(store, owner, page);
      for (const part of pagesOf(orphans)) marked += await records.add(store.id, 'marked', part, now);
      if (looked >= MAX) break;
    }
    await records.endSweep(store.id, area, looked >= MAX ? last : null);
    return marked;
  }

  async #orphansOf(store: BlobStore, owner: BlobOwner, keys: readonly string[]): Promise<string[]> {
    const orphans: string[] = [];
    for (const page of pagesOf(keys)) {
      const found = await owner.named(page);
      orphans.push(...page.filter((key) => !found.has(key)));
    }
    if (orphans.length < SUSPICIOUS || orphans.length < keys.length) return orphans;
    const fields = { store: store.id, owner: owner.id, count: orphans.length };
    this.#parts.logger.warn(fields, 'the database knows none of the stored files; they were left alone');
    return [];
  }

  /** Those that still no row names; the others are forgotten, as is what lies in areas that are somebody else's by now. */
  async #unnamed(store: BlobStore, due: readonly Removal[]): Promise<Removal[]> {
    const { records, ownership } = this.#parts;
    const unnamed: Removal[] = [];
    const areas = await ownership(store).ownAreas();
    const own = due.filter(({ key }) => areas.includes(areaOf(key)));
    for (const page of pagesOf(due.filter(({ key }) => !areas.includes(areaOf(key)))))
      await records.forget(store.id, keysOf(page));
    for (const page of pagesOf(own)) {
      const named: string[] = [];
      for (const owner of this.#owners()) {
        const keys = keysOf(page).filter((key) => key.startsWith(`${inArea(areaOf(key), owner.id)}/`));
        if (keys.length > 0) named.push(...(await owner.named(keys)));
      }
      await records.forget(store.id, named);
      unnamed.push(...page.filter(({ key }) => !named.includes(key)));
    }
    return unnamed;
  }

  async #delete(store: BlobStore, removals: readonly Removal[]): Promise<number> {
    for (const page of pagesOf(removals)) {
      await store.remove(keysOf(page));
      await this.#parts.records.forget(store.id, keysOf(page));
    }
    return removals.length;
  }

  #owners(): BlobOwner[] {
    return [...this.#parts.owners.all()].sort((one, other) => (one.id < other.id ? -1 : 1));
  }
}

interface Turn {
  readonly area: string;
  readonly now: number;
  /** The key at which the last look ended; null: it had come to the end. */
  readonly after: string | null;
}

type Counts = { -readonly [Name in keyof SweepResult]: number };

function keysOf(removals: readonly Removal[]): string[] {
  return removals.map(({ key }) => key);
}

/** The folder of its owner, in its area. */
function ownerFolder(key: string): string {
  const area = areaOf(key);
  return inArea(area, key.slice(area === '' ? 0 : area.length + 1).split('/')[0] ?? '');
}

function* pagesOf<Item>(items: readonly Item[]): Iterable<readonly Item[]> {
  for (let at = 0; at < items.length; at += PAGE) yield items.slice(at, at + PAGE);
}
