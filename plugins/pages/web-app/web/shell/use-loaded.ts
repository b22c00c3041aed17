import { useState } from 'react';
import { useOnChange } from '#plugins/ui/web/contract.ts';

/** What was asked for. `again` asks anew and keeps what there is meanwhile. */
interface Loaded<Value> {
  readonly value: Value | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  again(): void;
}

/** Loads when the page shows it; what comes after it was left is dropped. */
export function useLoaded<Value>(load: (signal: AbortSignal) => Promise<Value>): Loaded<Value> {
  const [round, setRound] = useState(0);
  const [state, setState] = useState<Omit<Loaded<Value>, 'again'>>({
    value: undefined,
    error: undefined,
    isLoading: true,
  });
  useOnChange(round, () => {
    const leaving = new AbortController();
    setState(({ value }) => ({ value, error: undefined, isLoading: true }));
    load(leaving.signal).then(
      (value) => leaving.signal.aborted || setState({ value, error: undefined, isLoading: false }),
      (error: unknown) => leaving.signal.aborted || setState(({ value }) => ({ value, error, isLoading: false })),
    );
    return () => leaving.abort();
  });
  return { ...state, again: () => setRound((before) => before + 1) };
}
