import { type Logger, PlatformError } from '#kernel';
import type { VectorIndex } from './contract.ts';

/** The setting for the search that needs nothing but the database. */
export const BY_SIGNS = 'sql-bits';
/** The setting for the first contributed index that can be used, and that search where none can. */
export const AUTOMATIC = 'auto';

/** The contributed vector index that is used, found once: it can't change while there are entries in it. */
export class FasterIndex {
  readonly #setting: string;
  readonly #contributed: () => readonly VectorIndex[];
  readonly #logger: Logger;
  #found: Promise<VectorIndex | undefined> | undefined;

  constructor(setting: string, contributed: () => readonly VectorIndex[], logger: Logger) {
    this.#setting = setting;
    this.#contributed = contributed;
    this.#logger = logger;
  }

  /** undefined: the search in the database is the one. Throws where the one that the setting names can't be used. */
  index(): Promise<VectorIndex | undefined> {
    this.#found ??= this.#find();
    return this.#found;
  }

  async #find(): Promise<VectorIndex | undefined> {
    if (this.#setting === BY_SIGNS) return undefined;
    for (const index of this.#contributed()) {
      if (this.#setting !== AUTOMATIC && this.#setting !== index.id) continue;
      if (await this.#isAvailable(index)) return index;
    }
    if (this.#setting === AUTOMATIC) return undefined;
    const ids = [BY_SIGNS, ...this.#contributed().map(({ id }) => id)].join(', ');
    const message = `knowledge-index.vectors is ${this.#setting}, which is not there or can't be used here. Use one of ${ids}, or ${AUTOMATIC}.`;
    throw new PlatformError('unavailable', 'knowledge-index.no_vector_index', message);
  }

  async #isAvailable(index: VectorIndex): Promise<boolean> {
    try {
      return await index.isAvailable();
    } catch (error) {
      this.#logger.warn({ error, index: index.id }, 'A vector index could not tell whether it can be used');
      return false;
    }
  }
}
