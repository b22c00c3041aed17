import { type Contributions, type HealthCheck, type Logger, PlatformError } from '#kernel';
import type { KeyRing, SealedColumn } from '#plugins/secrets/contract.ts';
import type { RotationStore } from './store.ts';

export interface KeyCheckParts {
  readonly store: Pick<RotationStore, 'join' | 'recorded' | 'alive' | 'strike' | 'hasSealed'>;
  readonly ring: KeyRing;
  readonly columns: Contributions<SealedColumn>;
  /** Ids of keys that are given up. */
  readonly lostKeys: readonly string[];
  readonly logger: Logger;
}

/** Whether the master keys of this process are those that sealed what is in the database. */
export class KeyCheck {
  readonly #parts: KeyCheckParts;

  constructor(parts: KeyCheckParts) {
    this.#parts = parts;
  }

  /**
   * The key of this process is one of this database from now on. Throws `key-rotation.other_key` where the database has had
   * keys, and this process has none of them.
   */
  async join(): Promise<void> {
    const { store, ring } = this.#parts;
    const isWelcome = (recorded: readonly string[]) => this.#isWelcome(recorded);
    const recorded = await store.join(ring.current, isWelcome);
    if (recorded.length === 0 || isWelcome(recorded)) return;
    const refusal = this.#refusal(recorded);
    await ring.withdraw();
    throw refusal;
  }

  /** Keys with which nothing is sealed any more are forgotten. Throws `key-rotation.other_key` where one that is not here is needed. */
  async settle(): Promise<void> {
    const { store, logger } = this.#parts;
    const missing = (await store.recorded()).filter((id) => !this.#isKnown(id));
    if (missing.length === 0) return;
    const alive = (await store.alive()).flatMap(({ knownKeys }) => knownKeys);
    const needed: string[] = [];
    for (const id of missing) {
      if (await this.#hasSealed(id)) needed.push(id);
      else if (!alive.includes(id)) await store.strike([id]);
    }
    const unexpected = needed.filter((id) => !this.#isGivenUp(id));
    if (unexpected.length > 0) throw this.#refusal(unexpected);
    if (needed.length > 0) logger.warn({ keys: needed }, lost(needed));
  }

  readonly healthCheck: HealthCheck = {
    id: 'key-rotation',
    title: 'Master key',
    isRequired: true,
    check: async () => {
      const { store, ring } = this.#parts;
      const recorded = await store.recorded();
      const missing = recorded.filter((id) => !this.#isKnown(id));
      // No server runs like this; one that is looked at before it starts would be refused.
      if (recorded.length > 0 && !this.#isWelcome(recorded))
        return { state: 'failed', code: 'key-rotation.other_key', ...this.#refusalInWords(recorded) };
      const facts = { key: ring.current, missing: missing.join(', ') };
      if (missing.length === 0) return { state: 'ok', summary: `The key ${ring.current} seals.`, facts };
      const next = `Give this process the key ${missing.join(', ')} as WEFT_SECRET_KEY, or list it in WEFT_PREVIOUS_SECRET_KEYS; \`weft secrets status\` tells what is unreadable without it, and that is to be set again.`;
      return { state: 'warning', code: 'key-rotation.lost_key', summary: lost(missing), next, facts };
    },
  };

  #isWelcome(recorded: readonly string[]): boolean {
    return recorded.some((id) => this.#isKnown(id) || this.#isGivenUp(id));
  }

  #isKnown(id: string): boolean {
    const { ring } = this.#parts;
    return ring.current === id || ring.previous.includes(id);
  }

  #isGivenUp(id: string): boolean {
    return this.#parts.lostKeys.includes(id);
  }

  async #hasSealed(id: string): Promise<boolean> {
    const { store, columns } = this.#parts;
    for (const column of columns.all()) if (await store.hasSealed(column, id)) return true;
    return false;
  }

  #refusal(wanted: readonly string[]): PlatformError {
    const { summary, next } = this.#refusalInWords(wanted);
    return new PlatformError('conflict', 'key-rotation.other_key', `${summary} ${next}`);
  }

  #refusalInWords(wanted: readonly string[]): { readonly summary: string; readonly next: string } {
    const { ring } = this.#parts;
    const [ids, places] = [wanted.join(', '), ring.places.join('; ')];
    const own = ring.isNew ? 'none yet' : ring.current;
    const summary = `The secrets in this database were sealed with the master key ${ids}, and this process has ${own}. It was looked for in ${places}.`;
    const next = `Put the file secret.key of the data folder it was made in there, or set WEFT_SECRET_KEY to what it says: all processes on one database need the same key. If the key is lost, start with WEFT_LOST_SECRET_KEYS=${wanted.join(',')}: what it sealed (credentials of models and tools, secrets of apps) is unreadable then, and has to be set again.`;
    return { summary, next };
  }
}

function lost(ids: readonly string[]): string {
  return `What the master key ${ids.join(', ')} sealed can't be read: this server does not have it.`;
}
