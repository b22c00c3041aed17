import { LRUCache } from 'lru-cache';
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
  readonly #entries = new LRUCache<string, Entry>({ max: CAPACITY });
  /** Unknown keys, and when they were looked up. */
  readonly #unknown = new LRUCache<string, number>({ max: UNKNOWN_CAPACITY });
  /** Keys that led somewhere when they were looked up last; not forgotten when apps change. */
  readonly #recognized = new LRUCache<string, true>({ max: CAPACITY });
  readonly #pending = new Map<string, Promise<AppByKey | null>>();
  readonly #used = new Set<string>();
  #generation = 0;

  constructor(parts: KeyCacheParts) {
    this.#parts = parts;
  }

  /** What a caller's key leads to; the key counts as used. */
  get(secret: string): AppByKey | null | Promise<AppByKey | null> {
    const found = this.peek(secret);
    return found instanceof Promise ? found.then((late) => this.#mark(late)) : this.#mark(found);
  }

  /** The same for who asks on nobody's behalf: the key was not used. */
  peek(secret: string): AppByKey | null | Promise<AppByKey | null> {
    if (!keyPattern.test(secret)) return null;
    const entry = this.#entries.get(secret);
    const age = entry === undefined ? Number.POSITIVE_INFINITY : this.#parts.now() - entry.readAt;
    if (entry !== undefined && age < FRESH) {
      if (age >= RENEWED_AFTER) this.#look(secret, entry);
      return entry.found;
    }
    const unknownSince = this.#unknown.get(secret);
    if (unknownSince !== undefined && this.#parts.now() - unknownSince < FRESH) return null;
    return this.#look(secret, entry);
  }

  #mark(found: AppByKey | null): AppByKey | null {
    if (found?.keyId != null) this.#used.add(found.keyId);
    return found;
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
    this.#entries.set(secret, entry);
    this.#recognized.set(secret, true);
  }

  #forget(secret: string, readAt: number): void {
    this.#entries.delete(secret);
    this.#unknown.set(secret, readAt);
  }
}
