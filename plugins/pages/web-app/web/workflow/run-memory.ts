import { readStored, writeStored } from '#plugins/ui/web/contract.ts';

// `owner`: a key of the visitor in the app, under which it lies.

/** A run that this browser started and has not seen the end of: found again after a reload, and by other tabs. */
export interface KeptRun {
  readonly key: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Empty until the server has answered. */
  readonly task: string;
  readonly at: number;
}

const most = 10;
/** As long as the server knows its key (`Idempotency-Key`). */
const KEPT_MS = 24 * 3600 * 1000;

export function keptRuns(owner: string): readonly KeptRun[] {
  const stored = readStored<readonly KeptRun[]>(owner);
  const now = Date.now();
  return Array.isArray(stored) ? stored.filter((run: KeptRun) => now - run.at < KEPT_MS) : [];
}

export function keepRun(owner: string, run: KeptRun): void {
  const others = keptRuns(owner).filter(({ key }) => key !== run.key);
  writeStored(owner, [run, ...others].slice(0, most));
}

/** By its key, or its task. */
export function forgetRun(owner: string, name: string): void {
  const others = keptRuns(owner).filter(({ key, task }) => key !== name && task !== name);
  writeStored(owner, others.length === 0 ? null : others);
}

/** Tells the other tabs of this app that its results or batches are others now. */
export function tellTabs(owner: string): void {
  channel(owner)?.postMessage('changed');
}

export function hearTabs(owner: string, listener: () => void): () => void {
  const heard = channel(owner);
  heard?.addEventListener('message', listener);
  return () => heard?.removeEventListener('message', listener);
}

const channels = new Map<string, BroadcastChannel>();

function channel(owner: string): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined;
  const known = channels.get(owner) ?? new BroadcastChannel(owner);
  channels.set(owner, known);
  return known;
}
