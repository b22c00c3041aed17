import { type Contributions, PlatformError } from '#kernel';
import type { KeyRing, SealedColumn, Secrets } from '#plugins/secrets/contract.ts';
import type { KeyHolder, RotationStore, SealedRow } from './store.ts';

const PAGE = 100;
/** While more is left than this, nobody looks which of it can't be opened. */
const NEARLY_DONE = 1_000;

export interface RotationParts {
  readonly store: RotationStore;
  readonly secrets: Secrets;
  readonly ring: KeyRing;
  readonly columns: Contributions<SealedColumn>;
  readonly own: { readonly instanceId: string; readonly name: string };
}

/** How far the stored secrets follow the master key. */
export interface RotationState {
  readonly place: KeyRing['place'];
  readonly sealingKey: string;
  readonly previousKeys: readonly string[];
  readonly columns: readonly ColumnState[];
  /** Texts that wait to be sealed again. */
  readonly left: number;
  /** Texts no key at hand opens. */
  readonly unreadable: number;
  /** The other processes on this database. */
  readonly others: readonly KeyHolder[];
}

export interface ColumnState {
  readonly name: string;
  readonly total: number;
  readonly left: number;
  readonly unreadable: number;
}

/**
 * Puts a new master key in place of the old one. Nothing is kept of how far it came: what is sealed with another key than
 * the current one is what is left to do, so it goes on after any interruption.
 */
export class Rotation {
  readonly #parts: RotationParts;
  /** One step after the other: two that begin at once must not make two keys. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(parts: RotationParts) {
    this.#parts = parts;
  }

  async state(): Promise<RotationState> {
    const { store, ring, columns } = this.#parts;
    const states: ColumnState[] = [];
    for (const column of columns.all()) {
      const { total, left } = await store.count(column, ring.current);
      const unreadable = left === 0 || left > NEARLY_DONE ? 0 : await this.#unreadable(column);
      states.push({ name: column.id, total, left: left - unreadable, unreadable });
    }
    return {
      place: ring.place,
      sealingKey: ring.current,
      previousKeys: ring.previous,
      columns: states,
      left: states.reduce((sum, { left }) => sum + left, 0),
      unreadable: states.reduce((sum, { unreadable }) => sum + unreadable, 0),
      others: await this.#others(),
    };
  }

  /**
   * Makes a new key, unless the last rotation has not ended or the key is not in the data folder. Then at most `limit` texts
   * are sealed again. Throws `key-rotation.others_lack_key` where another process could not read them after that.
   */
  step(limit: number): Promise<RotationState> {
    return this.#inTurn(async () => {
      const { ring } = this.#parts;
      if (ring.place === 'file' && (await this.state()).left === 0) {
        this.#refuseFor(await this.#others());
        await ring.renew();
        // A crash before this leaves a key that has sealed nothing yet.
        await this.#parts.store.record(ring.current);
        await this.tell();
      } else {
        this.#refuseFor((await this.#others()).filter(({ knownKeys }) => !knownKeys.includes(ring.current)));
      }
      await this.#reseal(limit);
      return this.state();
    });
  }

  /** The previous keys go. Throws `key-rotation.unfinished` where they may still be needed. */
  forget(): Promise<RotationState> {
    return this.#inTurn(async () => {
      const { ring } = this.#parts;
      const { left, others } = await this.state();
      const behind = others.filter(({ sealingKey }) => sealingKey !== ring.current);
      if (left > 0 || behind.length > 0) {
        const reason =
          left > 0 ? `${left} secrets are still sealed with them` : `${namesOf(behind)} still seals with one`;
        const message = `The previous master keys are needed: ${reason}. Run weft secrets rotate first.`;
        throw new PlatformError('conflict', 'key-rotation.unfinished', message);
      }
      await ring.forget();
      const recorded = await this.#parts.store.recorded();
      await this.#parts.store.strike(recorded.filter((id) => id !== ring.current));
      await this.tell();
      return this.state();
    });
  }

  /** Says which keys this process has. */
  async tell(): Promise<void> {
    const { store, ring, own } = this.#parts;
    await store.tell({ ...own, sealingKey: ring.current, knownKeys: [ring.current, ...ring.previous] });
  }

  async #others(): Promise<KeyHolder[]> {
    const { store, own } = this.#parts;
    return (await store.alive()).filter(({ instanceId }) => instanceId !== own.instanceId);
  }

  /** Who can't open what the current key seals. */
  #refuseFor(holders: readonly KeyHolder[]): void {
    if (holders.length === 0) return;
    const isFile = this.#parts.ring.place === 'file';
    const remedy = isFile
      ? 'several processes get their key by WEFT_SECRET_KEY: set it in all of them'
      : 'list the new key in their WEFT_PREVIOUS_SECRET_KEYS, start them again';
    const message = `${namesOf(holders)} could not read what a new master key seals: ${remedy}, then rotate again.`;
    throw new PlatformError('conflict', 'key-rotation.others_lack_key', message);
  }

  async #reseal(limit: number): Promise<void> {
    let left = limit;
    for (const column of this.#parts.columns.all()) {
      if (left <= 0) return;
      for await (const rows of this.#pages(column)) {
        const readable = rows.flatMap((row) => {
          const plain = this.#open(column, row);
          if (plain === null) return [];
          const fresh = this.#parts.secrets.seal(row.owner, column.purpose + row.purposeValue, plain);
          return [{ ...row, fresh }];
        });
        if (readable.length > 0) left -= await this.#parts.store.replace(column, readable);
        if (left <= 0) break;
      }
    }
  }

  async #unreadable(column: SealedColumn): Promise<number> {
    let count = 0;
    for await (const rows of this.#pages(column)) {
      count += rows.filter((row) => this.#open(column, row) === null).length;
    }
    return count;
  }

  async *#pages(column: SealedColumn): AsyncIterable<readonly SealedRow[]> {
    const { store, ring } = this.#parts;
    let after: readonly string[] | null = null;
    for (;;) {
      const rows: readonly SealedRow[] = await store.page(column, { sealingKey: ring.current, after, limit: PAGE });
      if (rows.length > 0) yield rows;
      if (rows.length < PAGE) return;
      after = rows.at(-1)?.key ?? null;
    }
  }

  #open(column: SealedColumn, { owner, purposeValue, sealed }: SealedRow): string | null {
    try {
      return this.#parts.secrets.open(owner, column.purpose + purposeValue, sealed);
    } catch {
      return null;
    }
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => {});
    return turn;
  }
}

function namesOf(holders: readonly KeyHolder[]): string {
  return holders.map(({ name }) => name).join(', ');
}
