import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import type { PickerItem, PickerSource } from './source.ts';

const PAUSE_MS = 200;

interface State {
  readonly items: readonly PickerItem[];
  readonly next: string | null;
  readonly isLoading: boolean;
  readonly error: unknown;
  /** The search of which these are. */
  readonly search: string | null;
}

interface Found extends State {
  /** Asks for what follows, or once more for what failed. */
  more(): void;
}

/** What a source has for a search, page after page; what was found stays until the next answer. A source is one object for all renders. */
export function useFound(source: PickerSource, search: string): Found {
  const [state, setState] = useState<State>({
    ...{ items: [], next: null, isLoading: true, error: undefined },
    search: null,
  });
  const leaving = useRef<AbortController>(undefined);
  const isFirst = useRef(true);
  useEffect(() => {
    const asking = new AbortController();
    leaving.current = asking;
    const begin = () => load({ source, search, from: null, before: [], signal: asking.signal }, setState);
    // A search begins when the typing pauses; what is there without one at once.
    const timer = setTimeout(begin, isFirst.current || source.known !== undefined ? 0 : PAUSE_MS);
    isFirst.current = false;
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [source, search]);
  const more = () => {
    const { next, items } = state;
    const signal = leaving.current?.signal ?? new AbortController().signal;
    load({ source, search, from: next, before: next === null ? [] : items, signal }, setState);
  };
  return { ...state, more };
}

interface Asked {
  readonly source: PickerSource;
  readonly search: string;
  readonly from: string | null;
  readonly before: readonly PickerItem[];
  readonly signal: AbortSignal;
}

function load({ source, search, from, before, signal }: Asked, setState: Dispatch<SetStateAction<State>>): void {
  setState((now) => ({ ...now, isLoading: true, error: undefined }));
  source.find(search, from, signal).then(
    ({ items, next }) => {
      if (!signal.aborted) setState({ items: [...before, ...items], next, isLoading: false, error: undefined, search });
    },
    (error: unknown) => {
      if (!signal.aborted) setState((now) => ({ ...now, isLoading: false, error, search }));
    },
  );
}
