import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '#plugins/studio/web/contract.tsx';
import { readEvents, waitForNetwork } from '#plugins/ui/web/contract.ts';
import { type TimedEvent, withEvents } from './moment.ts';

const EVENTS = '/console/api/runs/{run_id}/events';
/** The server says something each few seconds; a stream that is silent for so long is dead. */
const SILENCE_MS = 60_000;

/** What is known of a run's events. */
export interface RunEvents {
  readonly events: readonly TimedEvent[];
  readonly error: unknown;
  /** All there are so far have come. */
  readonly isThere: boolean;
}

/** The events of a run: those there are, and, while it is under way, each as it happens. null: of none. */
export function useRunEvents(runId: string | null, isUnderWay: boolean, onEnd: () => void): RunEvents {
  const [state, setState] = useState<RunEvents>({ events: [], error: undefined, isThere: false });
  const ended = useEffectEvent(onEnd);
  useEffect(() => {
    const leaving = new AbortController();
    setState({ events: [], error: undefined, isThere: false });
    if (runId === null) return;
    void load({
      runId,
      isUnderWay,
      signal: leaving.signal,
      onEvents: (events, isThere) => leaving.signal.aborted || setState({ events, error: undefined, isThere }),
    }).then(
      () => isUnderWay && !leaving.signal.aborted && ended(),
      (error: unknown) => leaving.signal.aborted || setState((before) => ({ ...before, error, isThere: true })),
    );
    return () => leaving.abort();
  }, [runId, isUnderWay]);
  return state;
}

interface Load {
  readonly runId: string;
  readonly isUnderWay: boolean;
  readonly signal: AbortSignal;
  onEvents(events: readonly TimedEvent[], isThere: boolean): void;
}

async function load({ runId, isUnderWay, signal, onEvents }: Load): Promise<void> {
  let events: readonly TimedEvent[] = [];
  for (let hasMore = true; hasMore; ) {
    const page = await call.get(EVENTS, {
      path: { run_id: runId },
      query: { after: events.at(-1)?.number ?? 0 },
      signal,
    });
    events = withEvents(events, page.data);
    hasMore = page.has_more && page.data.length > 0;
    onEvents(events, !hasMore);
  }
  for (let attempt = 1; isUnderWay && !hasEnded(events); attempt++) {
    // What broke off goes on where it was.
    const before = events.length;
    try {
      events = await follow({ runId, isUnderWay, signal, onEvents }, events);
    } catch (error) {
      if (signal.aborted || attempt === 5) throw error;
    }
    if (events.length > before) attempt = 0;
    if (!hasEnded(events)) await waitForNetwork(attempt + 1, signal);
  }
}

/** Events come in bursts: they are shown once per frame. */
async function follow({ runId, signal, onEvents }: Load, known: readonly TimedEvent[]): Promise<readonly TimedEvent[]> {
  let events = known;
  let frame = 0;
  const last = known.at(-1);
  const query = { follow: true, after: last?.number ?? 0, ...(last !== undefined && { generation: last.generation }) };
  const answer = await call.open('GET', EVENTS, { path: { run_id: runId }, query, signal });
  try {
    for await (const { data } of readEvents<TimedEvent & { event: unknown }>(answer, SILENCE_MS)) {
      if (typeof data.event !== 'object') continue;
      events = withEvents(events, [data]);
      if (frame === 0) {
        frame = requestAnimationFrame(() => {
          frame = 0;
          onEvents(events, true);
        });
      }
    }
  } finally {
    cancelAnimationFrame(frame);
    onEvents(events, true);
  }
  return events;
}

function hasEnded(events: readonly TimedEvent[]): boolean {
  const kind = events.at(-1)?.event.kind;
  return kind === 'run-finished' || kind === 'run-paused';
}
