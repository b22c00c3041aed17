import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type Api, ApiError, OfflineError } from '#plugins/ui/web/contract.ts';
import { goTo } from './go-to.ts';
import { followRun, type RunMode, startRun, stopRun } from './run-connection.ts';
import { forgetRun, type KeptRun, keepRun, keptRuns, tellTabs } from './run-memory.ts';
import { RunModel } from './run-model.ts';

/** Why a run did not start; `field` is the input to blame. */
export interface Refusal {
  readonly message: string;
  readonly field: string;
  /** Over a limit: when to come again, in milliseconds since the epoch; 0: not said. */
  readonly limitedUntil: number | null;
  readonly isOffline: boolean;
}

export interface RunState {
  /** Null: nothing runs, and nothing has run here. */
  readonly model: RunModel | null;
  /** The inputs it was started with, where this browser knows them. */
  readonly inputs: Readonly<Record<string, unknown>> | null;
  readonly isLost: boolean;
  readonly isStopping: boolean;
  readonly refusal: Refusal | null;
  start(inputs: Readonly<Record<string, unknown>>): void;
  stop(): void;
  clear(): void;
}

interface Means {
  readonly api: Api;
  /** Key of what this browser keeps of the visitor's runs. */
  readonly owner: string;
  readonly mode: RunMode;
  /** Of the address: the task of the run to show; null: another view is shown, and the run goes on behind it. */
  readonly task: string | null;
}

interface Shown {
  readonly model: RunModel;
  readonly inputs: Readonly<Record<string, unknown>> | null;
}

/** The run that the page shows: started here, or found again after a reload, in another tab, by its address. */
export function useRun({ api, owner, mode, task }: Means): RunState {
  const [shown, setShown] = useState<Shown | null>(null);
  const [isLost, setLost] = useState(false);
  const [isStopping, setStopping] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const leaving = useRef<AbortController | null>(null);
  const shownTask = useRef('');

  const follow = useCallback(
    (wanted: string, { model, inputs }: Shown) => {
      leaving.current?.abort();
      const mine = new AbortController();
      leaving.current = mine;
      shownTask.current = wanted;
      setShown({ model, inputs });
      setLost(false);
      setStopping(false);
      const { signal } = mine;
      followRun(api, wanted, model, { signal, onConnection: (isOpen) => !signal.aborted && setLost(!isOpen) })
        .catch((error: unknown) => {
          if (!signal.aborted) model.fail({ message: '', code: error instanceof ApiError ? error.code : '', node: '' });
        })
        .finally(() => {
          if (signal.aborted) return;
          setStopping(false);
          forgetRun(owner, wanted);
          tellTabs(owner);
        });
    },
    [api, owner],
  );

  const begin = useCallback(
    async (order: Pick<KeptRun, 'key' | 'inputs'>) => {
      leaving.current?.abort();
      const mine = new AbortController();
      leaving.current = mine;
      const fresh: Shown = { model: new RunModel(), inputs: order.inputs };
      shownTask.current = '';
      setShown(fresh);
      setRefusal(null);
      keepRun(owner, { ...order, task: '', at: Date.now() });
      try {
        const started = await startRun(api, { mode, ...order }, mine.signal);
        keepRun(owner, { ...order, task: started, at: Date.now() });
        tellTabs(owner);
        if (mine.signal.aborted) return;
        follow(started, fresh);
        goTo({ view: 'run', task: started });
      } catch (error) {
        if (mine.signal.aborted) return;
        forgetRun(owner, order.key);
        setShown(null);
        setRefusal(refusalOf(error));
      }
    },
    [api, owner, mode, follow],
  );

  // What the address names; without it, what this browser has started and not seen the end of.
  useEffect(() => {
    if (task === null) return;
    if (task !== '') {
      if (shownTask.current === task) return;
      follow(task, { model: new RunModel(), inputs: keptRuns(owner).find((run) => run.task === task)?.inputs ?? null });
      return;
    }
    if (shownTask.current !== '') {
      // Gone back to before the run: it goes on, and is found under the results.
      leaving.current?.abort();
      shownTask.current = '';
      setShown(null);
      return;
    }
    const [latest] = leaving.current === null ? keptRuns(owner) : [];
    if (latest === undefined) return;
    if (latest.task === '') void begin(latest);
    else goTo({ view: 'run', task: latest.task }, { replace: true });
  }, [task, owner, follow, begin]);
  useEffect(() => () => leaving.current?.abort(), []);

  useSyncExternalStore(shown?.model.subscribe ?? noSubscription, shown?.model.snapshot ?? noSnapshot);

  const stop = () => {
    const model = shown?.model;
    if (model === undefined || model.taskId === '') return;
    model.isStopAsked = true;
    setStopping(true);
    stopRun(api, mode, model.taskId).catch(() => setStopping(false));
  };
  const clear = () => {
    leaving.current?.abort();
    leaving.current = new AbortController();
    shownTask.current = '';
    setShown(null);
    setRefusal(null);
    goTo({ view: 'run', task: '' });
  };
  return {
    model: shown?.model ?? null,
    inputs: shown?.inputs ?? null,
    isLost,
    isStopping,
    refusal,
    start: (inputs) => void begin({ key: crypto.randomUUID(), inputs }),
    stop,
    clear,
  };
}

function noSubscription() {
  return () => {};
}

function noSnapshot(): number {
  return 0;
}

export function refusalOf(error: unknown): Refusal {
  const base = { message: '', field: '', limitedUntil: null, isOffline: false };
  if (!(error instanceof ApiError)) return { ...base, isOffline: error instanceof OfflineError || !navigator.onLine };
  const { message, retryAfter } = error;
  // The runtime API names the field as a text, other routes in an object.
  const params: unknown = error.params;
  const named = typeof params === 'string' ? params : (params as { readonly field?: unknown }).field;
  const field = typeof named === 'string' ? named.replace(/^inputs\./, '') : '';
  const until = error.status === 429 ? (retryAfter === null ? 0 : Date.now() + retryAfter * 1000) : null;
  return { ...base, message, field, limitedUntil: until };
}
