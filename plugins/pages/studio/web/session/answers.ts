import { useEffect, useSyncExternalStore } from 'react';
import type { Paths } from '#plugins/commands/generated/paths.ts';
import type { AnswerOf } from '#plugins/ui/web/contract.ts';
import { addressOf, type CallOptions, call } from './console-api.ts';

/** What was asked of the server. `value` stays while it is asked for anew. */
export interface Answer<Value> {
  readonly value: Value | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  again(): void;
}

interface Entry {
  readonly address: string;
  load: (signal: AbortSignal) => Promise<unknown>;
  state: { readonly value: unknown; readonly error: unknown; readonly isLoading: boolean };
  readonly listeners: Set<() => void>;
  leaving: AbortController | null;
}

/** Answers by question, for as long as the page is open: what was left is there at once when it is come back to. */
const entries = new Map<string, Entry>();
const MAX_KEPT = 200;
const nothing = { value: undefined, error: undefined, isLoading: false };

function entryOf(key: string, address: string, load: Entry['load']): Entry {
  const known = entries.get(key);
  if (known !== undefined) {
    known.load = load;
    return known;
  }
  for (const [old, { listeners }] of entries) {
    if (entries.size < MAX_KEPT) break;
    if (listeners.size === 0) entries.delete(old);
  }
  const made = {
    address,
    load,
    state: { ...nothing, isLoading: true },
    listeners: new Set<() => void>(),
    leaving: null,
  };
  entries.set(key, made);
  return made;
}

function change(entry: Entry, state: Entry['state']): void {
  entry.state = state;
  for (const listener of entry.listeners) listener();
}

function ask(entry: Entry): void {
  entry.leaving?.abort();
  const leaving = new AbortController();
  entry.leaving = leaving;
  change(entry, { ...entry.state, error: undefined, isLoading: true });
  entry.load(leaving.signal).then(
    (value) => leaving.signal.aborted || change(entry, { value, error: undefined, isLoading: false }),
    (error: unknown) => leaving.signal.aborted || change(entry, { ...entry.state, error, isLoading: false }),
  );
}

/** Asks for what a page shows, shows what was known meanwhile, and hears of `changed`. `key` null: nothing is asked. */
export function useAsked<Value>(
  key: string | null,
  address: string,
  load: (signal: AbortSignal) => Promise<Value>,
): Answer<Value> {
  const entry = key === null ? null : entryOf(key, address, load);
  const state = useSyncExternalStore(
    (listener) => {
      entry?.listeners.add(listener);
      return () => void entry?.listeners.delete(listener);
    },
    () => entry?.state ?? nothing,
  );
  useEffect(() => {
    if (entry !== null) ask(entry);
  }, [key]);
  return { ...(state as Answer<Value>), again: () => entry !== null && ask(entry) };
}

type Gets = { [Path in keyof Paths]: 'get' extends keyof Paths[Path] ? Path : never }[keyof Paths] & string;

/** A JSON answer of the console's API. `when` false: it is not asked for. */
export function useAnswer<Path extends Gets>(
  path: Path,
  options: Pick<CallOptions, 'path' | 'query'> & { readonly when?: boolean } = {},
): Answer<AnswerOf<Path, 'get' & keyof Paths[Path]>> {
  const { when = true, ...asked } = options;
  const address = addressOf(path, asked.path);
  const key = when ? `${address} ${JSON.stringify(asked.query ?? {})}` : null;
  return useAsked(key, address, (signal) => call.get(path, { ...asked, signal }));
}

/**
 * Something was changed: what is shown of addresses that begin so is asked for anew, and what is not shown is forgotten.
 * `changed('/console/api/apps')` after an app was made.
 */
export function changed(...prefixes: readonly string[]): void {
  for (const [key, entry] of entries) {
    if (!prefixes.some((prefix) => entry.address.startsWith(prefix))) continue;
    if (entry.listeners.size > 0) ask(entry);
    else entries.delete(key);
  }
}
