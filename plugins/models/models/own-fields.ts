import { LRUCache } from 'lru-cache';
import type { FieldSeal } from '#plugins/credentials/contract.ts';
import type { Credentials } from './contract.ts';
import type { ModelState } from './store.ts';

/** What a workspace gave for one model. */
export interface OwnValues {
  readonly values: Credentials;
  /** The addresses that its secrets were given for, as `addressOf` writes them. */
  readonly addresses: readonly string[];
}

export const NO_VALUES: OwnValues = { values: {}, addresses: [] };

/** Models' own fields, sealed. What was opened is kept, by its sealed text, for calls ask for it all the time. */
export class OwnFields {
  readonly #seal: FieldSeal;
  readonly #opened = new LRUCache<string, OwnValues>({ max: 1_000 });

  constructor(seal: FieldSeal) {
    this.#seal = seal;
  }

  /** Null where there are none. */
  seal(workspaceId: string, provider: string, own: OwnValues): string | null {
    if (Object.keys(own.values).length === 0) return null;
    return this.#seal.seal(workspaceId, provider, JSON.stringify(own));
  }

  /** Throws `secrets.secret_unreadable` when they can't be opened. */
  open(workspaceId: string, { provider, sealed }: Pick<ModelState, 'provider' | 'sealed'>): OwnValues {
    if (sealed === null) return NO_VALUES;
    const key = `${workspaceId}/${provider}/${sealed}`;
    const known = this.#opened.get(key);
    if (known !== undefined) return known;
    const opened = JSON.parse(this.#seal.open(workspaceId, provider, sealed)) as OwnValues;
    this.#opened.set(key, opened);
    return opened;
  }
}
