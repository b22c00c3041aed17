import { resolve } from 'node:path';
import type { Environment } from '#kernel';
import { ApiClient } from './api-client.ts';
import { folderFiles } from './document-files.ts';
import { startPlatformProcess } from './platform-process.ts';
import { openStandIns } from './stand-ins.ts';
import { type Trial, tryDocument } from './trial.ts';

export interface Report {
  readonly folder: string;
  /** Files found; more than trials when the command was interrupted. */
  readonly documents: number;
  /** Names of files that were not tried, for what they are called. */
  readonly leftOut: readonly string[];
  readonly trials: readonly Trial[];
  /** Errors the server logged, and its end when it had one. */
  readonly complaints: readonly string[];
  readonly isConforming: boolean;
  readonly ms: number;
}

export interface TryOptions {
  readonly timeoutMs: number;
  /** A `DATABASE_URL` in it is the server on which a database of the command's own is made. */
  readonly environment: Environment;
  /** Stops before the next document. */
  readonly signal?: AbortSignal;
  /** After each document. */
  readonly onTrial?: (done: number, total: number) => void;
}

/** Documents tried at the same time. */
const width = 3;

interface ScratchDatabase {
  readonly address: string;
  drop(): Promise<void>;
}

/** Named by address, as the kernel names plugins: the engine imports none. */
async function scratchDatabase(address: string | undefined): Promise<ScratchDatabase | null> {
  if (!address) return null;
  const module = new URL('../../plugins/core/database/bench/scratch-database.ts', import.meta.url);
  const { createScratchDatabase }: { createScratchDatabase(address: string): Promise<ScratchDatabase> } = await import(
    module.href
  );
  return createScratchDatabase(address);
}

/** Starts a platform of its own and tries every document of a folder on it. */
export async function tryFolder(folder: string, options: TryOptions): Promise<Report> {
  const { timeoutMs, environment, signal, onTrial } = options;
  const startedAt = performance.now();
  const { documents: files, leftOut } = await folderFiles(resolve(folder));
  if (files.length === 0) throw new Error(`There is no .yml, .yaml or .json file in ${resolve(folder)}.`);
  await using undo = new AsyncDisposableStack();
  const database = await scratchDatabase(environment.DATABASE_URL);
  if (database !== null) undo.defer(() => database.drop());
  const standIns = await openStandIns();
  undo.defer(() => standIns.close());
  const platform = await startPlatformProcess({
    ...environment,
    DATABASE_URL: database?.address ?? '',
    WEFT_EGRESS_ALLOW: standIns.host,
    WEFT_QUIET: 'false',
    WEFT_LOG_LEVEL: 'info',
  });
  undo.defer(() => platform.stop());
  const client = new ApiClient(platform.origin, timeoutMs);
  const bench = { client, managementToken: platform.token, standIns: standIns.origin };
  let done = 0;
  const trials = await inTurns(untilAborted(files, signal), async (file) => {
    const trial = await tryDocument(file, bench);
    done += 1;
    onTrial?.(done, files.length);
    return trial;
  });
  const complaints = [...platform.complaints()];
  const isWhole = trials.length === files.length;
  const isConforming = isWhole && complaints.length === 0 && trials.every(({ verdict }) => verdict !== 'failed');
  return {
    folder,
    documents: files.length,
    leftOut,
    trials,
    complaints,
    isConforming,
    ms: Math.round(performance.now() - startedAt),
  };
}

function* untilAborted<Item>(items: readonly Item[], signal: AbortSignal | undefined): Generator<[number, Item]> {
  for (const entry of items.entries()) {
    if (signal?.aborted === true) return;
    yield entry;
  }
}

/** A few at a time; results in the order of the items. */
async function inTurns<Item, Result>(
  queue: Iterable<[number, Item]>,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}
