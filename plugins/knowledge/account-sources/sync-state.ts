import type { DatasetSource } from '#plugins/dataset-sources/contract.ts';

/** What is kept of a source between runs. */
export interface SyncState {
  /** Of the settings it was made for: with others everything is listed again. */
  readonly key: string;
  /** Where each log goes on. */
  readonly logs: Readonly<Record<string, string>>;
  /** Logs that were read to their end in this run. */
  readonly done: readonly string[];
  /** Milliseconds since the epoch; null: not every folder was listed yet. */
  readonly walkedAt: number | null;
  /** Some files did not fit. */
  readonly isFull: boolean;
  /** How often the service said later, one after the other. */
  readonly slow: number;
}

export function readState(cursor: unknown): SyncState | null {
  return cursor === null ? null : (cursor as SyncState);
}

export function keyOf({ settings, accountId }: DatasetSource): string {
  const { url, options = {}, includePaths, excludePaths, maxPages } = settings;
  return JSON.stringify([accountId, url, options.files ?? [], includePaths, excludePaths, maxPages]);
}

/** Milliseconds: twice as long each time, and never the same for all. */
export function afterOf(slow: number, said: number): number {
  const least = Math.max(said, 1_000 * 2 ** (slow - 1));
  return Math.round(least * (1 + Math.random() / 2));
}
