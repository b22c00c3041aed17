import { QueryClient, type QueryKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Paths } from '#plugins/commands/generated/paths.ts';
import {
  type AnswerOf,
  type CallArguments,
  type InvalidatedRoute,
  OfflineError,
  type PathsWith,
  type QuestionOf,
} from '#plugins/ui/web/contract.ts';
import { type AnyCall, addressOf, ask, whenChanged } from './console-api.ts';

/** What was asked of the server. `value` stays while it is asked for anew. */
export interface QueryState<Value> {
  readonly value: Value | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  refetch(): void;
}

/** How long an answer is good for all parts of a page that ask the same. */
const AGE_MS = 30_000;
const LOOK_AGAIN_MS = 2_000;

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: AGE_MS,
      // The client of the API sends again by itself what a lost network took.
      retry: false,
      // One thing may stand in a form that is being filled in: it stays as it was found.
      refetchOnWindowFocus: ({ state }) => isList(state.data) && 'always',
      refetchOnReconnect: ({ state }) => isList(state.data),
    },
  },
});
client.mount();
// What a change reaches nobody knows but the server: what is shown next is asked for, however young the answer.
whenChanged((invalidates) => {
  void client.invalidateQueries({ refetchType: 'none' });
  invalidateFor('person', invalidates);
});

function isList(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'data' in value && Array.isArray(value.data);
}

/** Who asks: answers to the person signed in, and to the operator of the installation, are kept apart. */
type Asker = 'person' | 'operator';

/** An address by its segments, so that it is found by those it begins with. */
function keyOf(asker: Asker, path: string, values?: Readonly<Record<string, string>>): QueryKey {
  return [asker, ...addressOf(path, values).split('/').slice(1)];
}

/** What a question is kept under. */
export function queryKeyOf(asker: Asker, path: string, { path: values, ...rest }: AnyCall): QueryKey {
  return [...keyOf(asker, path, values), rest];
}

interface Asking<Value> {
  /** Whether more is to come: then it is asked again every two seconds, while the page is seen. */
  readonly isUnderWay?: ((value: Value) => boolean) | undefined;
  /** Whether it changes without a page: then its age is nothing, and it is asked by each page that shows it. */
  readonly isLive?: boolean | undefined;
}

/** Asks for what a page shows, and shows what was known meanwhile. `key` null: nothing is asked. */
export function useCached<Value>(
  key: QueryKey | null,
  load: (signal: AbortSignal) => Promise<Value>,
  { isUnderWay, isLive = false }: Asking<Value> = {},
): QueryState<Value> {
  const query = useQuery<Value>(
    {
      queryKey: key ?? ['nothing'],
      queryFn: ({ signal }) => load(signal),
      enabled: key !== null,
      ...(isLive && { staleTime: 0 }),
      refetchInterval: ({ state }) => state.data !== undefined && isUnderWay?.(state.data) === true && LOOK_AGAIN_MS,
    },
    client,
  );
  return answerOf(query);
}

let once = 0;

/** What is made or asked anew for each part of a page that shows it, and for each `key`; it is known to no other. */
export function useOnce<Value>(key: string, load: (signal: AbortSignal) => Promise<Value>): QueryState<Value> {
  const [own] = useState(() => ++once);
  const query = useQuery<Value>(
    {
      queryKey: ['once', own, key],
      queryFn: ({ signal }) => load(signal),
      networkMode: 'always',
      ...{ staleTime: 'static', gcTime: 0, structuralSharing: false },
    },
    client,
  );
  return answerOf(query);
}

const offline = new OfflineError('The server could not be reached.');

function answerOf<Value>(query: {
  readonly data: Value | undefined;
  readonly error: Error | null;
  readonly fetchStatus: 'fetching' | 'paused' | 'idle';
  refetch(): unknown;
}): QueryState<Value> {
  const { data: value, error, fetchStatus, refetch } = query;
  const isLoading = fetchStatus === 'fetching';
  const why = fetchStatus === 'paused' ? offline : (error ?? undefined);
  return { value, error: isLoading ? undefined : why, isLoading, refetch: () => void refetch() };
}

/** What `useApi` asks with. `when` false: it is not asked for. */
type Question<Path extends PathsWith<'get'>> = QuestionOf<'get', Path> &
  Asking<AnswerOf<Path, 'get' & keyof Paths[Path]>> & { readonly when?: boolean };

/** A JSON answer of the console's API. */
export function useApi<Path extends PathsWith<'get'>>(
  path: Path,
  ...[options]: CallArguments<Question<Path>>
): QueryState<AnswerOf<Path, 'get' & keyof Paths[Path]>> {
  const { when = true, isUnderWay, isLive, ...asked }: Asked<Path> = options ?? {};
  const key = when ? queryKeyOf('person', path, asked) : null;
  return useCached(key, (signal) => ask('GET', path, [{ ...asked, signal }]), { isUnderWay, isLive });
}
type Asked<Path extends PathsWith<'get'>> = AnyCall &
  Asking<AnswerOf<Path, 'get' & keyof Paths[Path]>> & { readonly when?: boolean };

/**
 * Something was changed: what is shown of these routes is asked for anew, and what is not shown is forgotten. One call says so by
 * itself (`invalidates`); this is for several, and for what was changed without one.
 * `invalidate('/console/api/apps', ['/console/api/runs/{run_id}', { run_id: id }])`.
 */
export function invalidate(...routes: readonly InvalidatedRoute[]): void {
  invalidateFor('person', routes);
}

/** As `invalidate`, of answers to the operator. */
export function invalidateForOperator(...routes: readonly InvalidatedRoute[]): void {
  invalidateFor('operator', routes);
}

/** All answers to the operator are forgotten, once nothing shows them. */
export function forgetOperator(): void {
  client.removeQueries({ queryKey: ['operator'] });
}

function keyOfRoute(asker: Asker, route: InvalidatedRoute): QueryKey {
  const [path, values]: readonly [string, Readonly<Record<string, string>>?] =
    typeof route === 'string' ? [route] : route;
  return keyOf(asker, path, values);
}

function invalidateFor(asker: Asker, routes: readonly InvalidatedRoute[]): void {
  for (const route of routes) {
    const queryKey = keyOfRoute(asker, route);
    client.removeQueries({ queryKey, type: 'inactive', fetchStatus: 'idle' });
    void client.invalidateQueries({ queryKey });
  }
}

/**
 * Shows what a change makes of answers to a route, whatever they were asked with, before the server has said so; where it refuses, they
 * are as before, and what it refused is thrown.
 */
export async function optimistically<Path extends PathsWith<'get'>>(
  route: Extract<InvalidatedRoute, Path | readonly [Path, unknown]>,
  change: (value: AnswerOf<Path, 'get' & keyof Paths[Path]>) => AnswerOf<Path, 'get' & keyof Paths[Path]>,
  work: () => Promise<unknown>,
): Promise<void> {
  const queryKey = keyOfRoute('person', route);
  const filter = {
    queryKey,
    predicate: (query: { readonly queryKey: QueryKey }) => query.queryKey.length === queryKey.length + 1,
  };
  // What is on its way tells of before.
  await client.cancelQueries(filter);
  const before = client.getQueriesData(filter);
  client.setQueriesData<AnswerOf<Path, 'get' & keyof Paths[Path]>>(filter, (value) =>
    value === undefined ? undefined : change(value),
  );
  try {
    await work();
  } catch (error) {
    for (const [key, value] of before) client.setQueryData(key, value);
    throw error;
  } finally {
    invalidateFor('person', [route]);
  }
}
