import { useEffect, useMemo, useRef, useState } from 'react';
import { type Api, ApiError, useOnChange, visitorCalls } from '#plugins/ui/web/contract.ts';
import { tellTabs } from '#plugins/web-app/web/workflow/run-memory.ts';
import { type Batch, doneRows, isBatchOver, loadRows, watchBatch } from './batch-api.ts';
import { RowStore } from './row-store.ts';
import { TimeLeft } from './time-left.ts';

export interface BatchState {
  readonly batch: Batch | null;
  readonly isGone: boolean;
  readonly error: unknown;
  readonly rows: RowStore;
  /** In seconds. */
  readonly timeLeft: number | null;
  /** Asks the server for a change of the batch, and shows what it answers. */
  change(ask: () => Promise<Batch>): Promise<void>;
  again(): void;
}

/** A batch as it goes on, and its rows of one status. */
export function useBatch(api: Api, owner: string, id: string, status: string): BatchState {
  const [batch, setBatch] = useState<Batch | null>(null);
  const [isGone, setGone] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const [round, setRound] = useState(0);
  const [rows, setRows] = useState(() => makeRows(api, id, status));
  const current = useRef(rows);
  const pace = useRef(new TimeLeft());
  const isOver = batch === null || isBatchOver(batch);

  if (rows.status !== status) {
    const next = makeRows(api, id, status);
    setRows(next);
    current.current = next;
  }
  useEffect(() => () => rows.close(), [rows]);
  const question = useMemo(() => ({ api, id, round }), [api, id, round]);
  useOnChange(question, () => {
    const leaving = new AbortController();
    const { signal } = leaving;
    setError(undefined);
    visitorCalls(api)
      .get('/v1/batches/{batch_id}', { path: { batch_id: id }, signal })
      .then(
        (found) => setBatch(found),
        (failure: unknown) => {
          if (signal.aborted) return;
          if (failure instanceof ApiError && failure.status === 404) setGone(true);
          else setError(failure);
        },
      );
    return () => leaving.abort();
  });

  useEffect(() => {
    if (isOver) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    watchBatch(api, id, {
      signal,
      onJoin: () => current.current.changed(null),
      onProgress: (next, numbers) => {
        if (next.status === 'running') pace.current.add(doneRows(next), Date.now());
        else pace.current.clear();
        setBatch(next);
        current.current.changed(isBatchOver(next) ? null : numbers);
        if (isBatchOver(next)) tellTabs(owner);
      },
    }).catch(() => setRound((before) => before + 1));
    return () => leaving.abort();
  }, [api, owner, id, isOver]);

  return {
    batch,
    isGone,
    error,
    rows,
    timeLeft: batch?.status === 'running' ? pace.current.of(batch.waiting + batch.running) : null,
    async change(ask) {
      setBatch(await ask());
      rows.changed(null);
      tellTabs(owner);
    },
    again: () => setRound((before) => before + 1),
  };
}

function makeRows(api: Api, id: string, status: string): RowStore {
  return new RowStore((query) => loadRows(api, id, query), status);
}
