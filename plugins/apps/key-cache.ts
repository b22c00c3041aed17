import type { AppByKey, PublishedVersion } from './contract.ts';
import type { KeyLookup } from './store.ts';

export interface KeyCacheParts {
  lookup(secret: string): Promise<KeyLookup | null>;
  version(found: KeyLookup): Promise<PublishedVersion | null>;
  now(): number;
}

interface Entry {
  readonly found: AppByKey & { readonly keyId: string };
  readonly readAt: number;
}

/** Milliseconds an entry is believed without asking: what other processes change is seen within this time. */
const FRESH = 1_500;
/** Milliseconds after which it is looked up again already while it still counts: who calls all the time never waits. */
const RENEWED_AFTER = 750;
const CAPACITY = 20_000;
/** Unknown keys lie apart: however many are guessed, they push no key out that is in use. */
const UNKNOWN_CAPACITY = 10_000;
const keyPattern = /^app-[A-Za-z0-9]{24}$/;

/**
 * What keys lead to, in memory. A hot key costs one look-up per 1.5 s and none in between; unknown keys are remembered
 * as long, so that repeating one does not reach the database. A key that was never seen is always looked up: it may have
 * been made by another process a moment ago.
 */
export class KeyCache {
  readonly #parts: KeyCacheParts;
  readonly #entries = new Map<string, Entry>();
  /** Unknown keys, and when they were looked up. */
  readonly #unknown = new Map<string, number>();
  /** Keys that led somewhere when they were looked up last; not forgotten when apps change. */
  readonly #recognized = new Set<string>();
  readonly #pending = new Map<string, Promise<AppByKey | null>>();
  readonly #used = new Set<string>();
  #generation = 0;

  constructor(parts: KeyCacheParts) {
    this.#parts = parts;
  }

  get(secret: string): AppByKey | null | Promise<AppByKey | null> {
    if (!keyPattern.test(secret)) return null;
    const entry = this.#entries.get(secret);
    const age = entry === undefined ? Number.POSITIVE_INFINITY : this.#parts.now() - entry.readAt;
    if (entry !== undefined && age < FRESH) {
      this.#used.add(entry.found.keyId);
      if (age >= RENEWED_AFTER) this.#look(secret, entry);
      return entry.found;
    }
    const unknownSince = this.#unknown.get(secret);
    if (unknownSince !== undefined && this.#parts.now() - unknownSince < FRESH) return null;
    return this.#look(secret, entry);
  }

  /** One look-up at a time for each key. It fails only for a key that is not known yet. */
  #look(secret: string, known: Entry | undefined): Promise<AppByKey | null> {
    const pending = this.#pending.get(secret) ?? this.#read(secret, known);
    this.#pending.set(secret, pending);
    return pending;
  }

  /** True for a key that was good when it was looked up last. */
  knows(secret: string): boolean {
    return this.#recognized.has(secret);
  }

  /** Forgets everything: called when this process changed an app or a key. */
  clear(): void {
    this.#generation++;
    this.#entries.clear();
    this.#unknown.clear();
    this.#pending.clear();
  }

  /** Keys used since the last call. */
  takeUsed(): string[] {
    const used = [...this.#used];
    this.#used.clear();
    return used;
  }

  /** Looks a key up; while that fails (the database is away), what was known last goes on to count. */
  async #read(secret: string, known: Entry | undefined): Promise<AppByKey | null> {
    const generation = this.#generation;
    const readAt = this.#parts.now();
    try {
      const lookup = await this.#parts.lookup(secret);
      if (lookup === null) {
        this.#recognized.delete(secret);
        if (generation === this.#generation) this.#forget(secret, readAt);
        return null;
      }
      const found = await this.#open(lookup);
      this.#used.add(lookup.keyId);
      if (generation === this.#generation) this.#keep(secret, { found, readAt });
      return found;
    } catch (error) {
      if (known === undefined) throw error;
      if (generation === this.#generation) this.#keep(secret, { ...known, readAt });
      return known.found;
    } finally {
      if (generation === this.#generation) this.#pending.delete(secret);
    }
  }

  async #open(lookup: KeyLookup): Promise<Entry['found']> {
    const { app, keyId, isDeleted } = lookup;
    return { app, keyId, isDeleted, version: isDeleted ? null : await this.#parts.version(lookup) };
  }

  #keep(secret: string, entry: Entry): void {
    this.#unknown.delete(secret);
    this.#entries.delete(secret);
    this.#entries.set(secret, entry);
    dropOldest(this.#entries, CAPACITY);
    this.#recognized.delete(secret);
    this.#recognized.add(secret);
    dropOldest(this.#recognized, CAPACITY);
  }

  #forget(secret: string, readAt: number): void {
    this.#entries.delete(secret);
    this.#unknown.delete(secret);
    this.#unknown.set(secret, readAt);
    dropOldest(this.#unknown, UNKNOWN_CAPACITY);
  }
}

/** Both kinds of collection keep the order in which their keys came. */
function dropOldest(collection: Map<string, unknown> | Set<string>, capacity: number): void {
  if (collection.size <= capacity) return;
  const [oldest] = collection.keys();
  if (oldest !== undefined) collection.delete(oldest);
}
