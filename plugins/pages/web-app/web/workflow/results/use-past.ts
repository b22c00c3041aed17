import { useCallback, useEffect, useRef, useState } from 'react';
import type { Api } from '#plugins/ui/web/contract.ts';
import type { Batch } from '#plugins/web-app/web/workflow/batches/batch-api.ts';
import { mergePast } from './merge-past.ts';

/** A single run of the past, as the server lists it. */
export interface Result {
  readonly id: string;
  readonly name: string;
  readonly kept: boolean;
  readonly status: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs?: Readonly<Record<string, unknown>> | null;
  /** Of a text generator. */
  readonly answer?: string | null;
  readonly error: string | null;
  readonly created_at: number;
  readonly elapsed_time: number | null;
  readonly total_tokens: number | null;
  readonly task_id?: string;
}

export type PastItem =
  | { readonly kind: 'run'; readonly id: string; readonly at: number; readonly status: string; readonly run: Result }
  | {
      readonly kind: 'batch';
      readonly id: string;
      readonly at: number;
      readonly status: string;
      readonly batch: Batch;
    };

interface Page<Item> {
  readonly data: readonly Item[];
  readonly has_more: boolean;
}

/** Of one kind, as far as it was loaded. */
export interface PastSource {
  readonly items: readonly PastItem[];
  /** The last that was looked at, which may be none of the items. */
  readonly last: { readonly id: string; readonly at: number } | null;
  readonly hasMore: boolean;
}

export interface Past {
  readonly items: readonly PastItem[];
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly error: unknown;
  more(): void;
  /** Asks for the newest anew; what is shown stays meanwhile. */
  again(): void;
  change(item: PastItem): void;
  hide(id: string): void;
  show(id: string): void;
}

const pageSize = 20;

function runItem(run: Result): PastItem {
  return { kind: 'run', id: run.id, at: run.created_at, status: run.status, run };
}

function batchItem(batch: Batch): PastItem {
  return { kind: 'batch', id: batch.id, at: batch.created_at, status: batch.status, batch };
}

/** Past runs and batches, newest first, page by page. */
export function usePast(api: Api, { runs, isKept }: { readonly runs: boolean; readonly isKept: boolean }): Past {
  const [sources, setSources] = useState<readonly PastSource[]>([]);
  const [isLoading, setLoading] = useState(true);
  const [error, setError] = useState<unknown>(undefined);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const latest = useRef(sources);
  latest.current = sources;
  const round = useRef(0);

  const load = useCallback(
    async (kind: 'results' | 'batches', before: string | undefined): Promise<PastSource> => {
      const query = { limit: pageSize, before, kept: isKept ? true : undefined };
      const page = await api.ask<Page<Result & Batch>>('GET', `/v1/${kind}`, { query });
      // A server that doesn't filter batches by `kept` still shows what was asked for.
      const wanted = page.data.filter(({ kept }) => !isKept || kept);
      const end = page.data.at(-1);
      return {
        items: wanted.map(kind === 'results' ? runItem : batchItem),
        last: end === undefined ? null : { id: end.id, at: end.created_at },
        hasMore: page.has_more,
      };
    },
    [api, isKept],
  );
  const begin = useCallback(async () => {
    const mine = ++round.current;
    setLoading(true);
    try {
      const kinds = runs ? (['results', 'batches'] as const) : (['batches'] as const);
      const loaded = await Promise.all(kinds.map((kind) => load(kind, undefined)));
      if (round.current !== mine) return;
      setSources(loaded);
      setError(undefined);
    } catch (failure) {
      if (round.current === mine) setError(failure);
    }
    if (round.current === mine) setLoading(false);
  }, [load, runs]);
  useEffect(() => {
    setSources([]);
    void begin();
  }, [begin]);

  const { items, next } = mergePast(sources);
  const more = useCallback(async () => {
    const mine = ++round.current;
    const { next: at } = mergePast(latest.current);
    const source = latest.current[at ?? -1];
    if (at === null || source === undefined) return;
    setLoading(true);
    try {
      const kind = runs && at === 0 ? 'results' : 'batches';
      const page = await load(kind, source.last?.id);
      if (round.current !== mine) return;
      setSources((all) => all.with(at, { ...page, items: [...source.items, ...page.items] }));
    } catch (failure) {
      setError(failure);
    }
    setLoading(false);
  }, [load, runs]);
  const change = useCallback((item: PastItem) => {
    setSources((all) =>
      all.map((source) => ({ ...source, items: source.items.map((each) => (each.id === item.id ? item : each)) })),
    );
  }, []);
  return {
    items: items.filter(({ id }) => !hidden.has(id)),
    hasMore: next !== null,
    isLoading,
    error,
    more: () => void more(),
    again: useCallback(() => void begin(), [begin]),
    change,
    hide: useCallback((id: string) => setHidden((all) => new Set([...all, id])), []),
    show: useCallback((id: string) => setHidden((all) => new Set([...all].filter((each) => each !== id))), []),
  };
}
