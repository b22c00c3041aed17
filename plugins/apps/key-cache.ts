import type { AppByKey, PublishedVersion } from './contract.ts';
import type { KeyLookup } from './store.ts';

export interface KeyCacheParts {
  lookup(secret: string): Promise<KeyLookup | null>;
  version(found: KeyLookup): Promise<PublishedVersion | null>;
  now(): number;
}

interface Entry {
  readonly found: AppByKey | null;
  readonly keyId: string | null;
  readonly readAt: number;
}

/** Milliseconds an entry is believed without asking: what other processes change is seen within this time. */
const FRESH = 1_500;
const CAPACITY = 20_000;
const keyPattern = /^app-[A-Za-z0-9]{24}$/;

/**
 * What keys lead to, in memory. A hot key costs one look-up per 1.5 s and none in between; unknown keys are remembered
 * as long, so guessing does not reach the database.
 */
export class KeyCache {
  readonly #parts: KeyCacheParts;
  readonly #entries = new Map<string, Entry>();
  readonly #pending = new Map<string, Promise<AppByKey | null>>();
  readonly #used = new Set<string>();
  #generation = 0;

  constructor(parts: KeyCacheParts) {
    this.#parts = parts;
  }

  get(secret: string): AppByKey | null | Promise<AppByKey | null> {
    if (!keyPattern.test(secret)) return null;
    const entry = this.#entries.get(secret);
    if (entry !== undefined && this.#parts.now() - entry.readAt < FRESH) {
      if (entry.keyId !== null) this.#used.add(entry.keyId);
      return entry.found;
    }
    const pending = this.#pending.get(secret) ?? this.#read(secret, entry);
    this.#pending.set(secret, pending);
    return pending;
  }

  /** Forgets everything: called when this process changed an app or a key. */
  clear(): void {
    this.#generation++;
    this.#entries.clear();
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
      const found = lookup === null ? null : await this.#open(lookup);
      if (lookup !== null) this.#used.add(lookup.keyId);
      if (generation === this.#generation) this.#keep(secret, { found, keyId: lookup?.keyId ?? null, readAt });
      return found;
    } catch (error) {
      if (known === undefined) throw error;
      if (generation === this.#generation) this.#keep(secret, { ...known, readAt });
      return known.found;
    } finally {
      if (generation === this.#generation) this.#pending.delete(secret);
    }
  }

  async #open(lookup: KeyLookup): Promise<AppByKey> {
    const { app, isDeleted } = lookup;
    return { app, isDeleted, version: isDeleted ? null : await this.#parts.version(lookup) };
  }

  #keep(secret: string, entry: Entry): void {
    this.#entries.delete(secret);
    this.#entries.set(secret, entry);
    if (this.#entries.size <= CAPACITY) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      break;
    }
  }
}
