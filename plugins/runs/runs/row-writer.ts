import { type CommitEntry, entry, type GroupCommit } from '#plugins/database/contract.ts';
import type { EventJournal } from './event-journal.ts';
import type { JsonRow, RunIdentity } from './journal-rows.ts';
import type { RunValues } from './run-values.ts';
import { journalSink } from './store.ts';

/** What becomes durable together. */
export interface Written {
  /** The run's row; null: it stays as it is. */
  readonly row: () => JsonRow | null;
  /** Resolves when large values are in the store, before the row that refers to them; null: there are none. */
  readonly stored?: Promise<unknown> | null;
  readonly others?: readonly CommitEntry[];
}

interface HeldRows extends Written {
  readonly timer: NodeJS.Timeout;
  readonly accepted: PromiseWithResolvers<void>;
}

export interface RowWriterParts {
  readonly identity: RunIdentity;
  readonly groupCommit: GroupCommit;
  readonly values: RunValues;
  readonly events: EventJournal;
}

/** Writes the rows of one run, each with the events since the last one, in their order. */
export class RowWriter {
  readonly #parts: RowWriterParts;
  /** Rows before that wait for the store; those that follow wait with them. */
  #storing: Promise<unknown> | null = null;
  #held: HeldRows | null = null;

  constructor(parts: RowWriterParts) {
    this.#parts = parts;
  }

  /**
   * Keeps a run's first rows back for some milliseconds: they go with the next ones, so that a run that ends sooner is
   * written once. The result resolves when they are durable.
   */
  hold(first: Written, delay: number): Promise<void> {
    const accepted = Promise.withResolvers<void>();
    const timer = setTimeout(() => this.write({ row: () => null }).catch(() => {}), delay);
    this.#held = { ...first, timer, accepted };
    return accepted.promise;
  }

  /** What was held back is not written any more. */
  drop(reason: unknown): void {
    const held = this.#release();
    held?.accepted.reject(reason);
  }

  /** Resolves when the rows are durable. */
  write({ row, stored = null, others = [] }: Written): Promise<void> {
    const held = this.#release();
    const taken = this.#parts.events.take();
    const add = (): Promise<void> => {
      const { identity, groupCommit, values } = this.#parts;
      const { runId, processId } = identity;
      const run = row() ?? held?.row() ?? null;
      const journal = entry(journalSink, { runId, processId, run, events: taken.rows });
      return groupCommit.add([...values.takeEntries(), journal, ...(held?.others ?? []), ...others]);
    };
    const stores = [this.#storing, held?.stored ?? null, stored, taken.stored].filter((each) => each !== null);
    const written = stores.length === 0 ? add() : this.#writeAfter(stores, add);
    if (held !== null) written.then(held.accepted.resolve, held.accepted.reject);
    return written;
  }

  #writeAfter(stores: readonly Promise<unknown>[], add: () => Promise<void>): Promise<void> {
    const added = Promise.all(stores).then(() => ({ written: add() }));
    this.#storing = added;
    const settled = () => {
      if (this.#storing === added) this.#storing = null;
    };
    added.then(settled, settled);
    return added.then(({ written }) => written);
  }

  #release(): HeldRows | null {
    const held = this.#held;
    this.#held = null;
    clearTimeout(held?.timer);
    return held;
  }
}
