import {
  type EffectCallback,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';

/**
 * Runs after the first render, and after each in which `value` is another one than before. What it gives back is run before the
 * next time, and at the end, as with effects.
 */
export function useOnChange<Value>(value: Value, run: (value: Value) => ReturnType<EffectCallback>): void {
  const latest = useEffectEvent(run);
  useEffect(() => latest(value), [value]);
}

/** As `useOnChange`, but before what was rendered is seen, and before the next key can come. */
export function useLayoutOnChange<Value>(value: Value, run: (value: Value) => ReturnType<EffectCallback>): void {
  const latest = useEffectEvent(run);
  useLayoutEffect(() => latest(value), [value]);
}

/** Always the value of the last render, for what runs later. */
export function useLatest<Value>(value: Value): { readonly current: Value } {
  const latest = useRef(value);
  latest.current = value;
  return latest;
}

/** For a row of tabs that may be wider than its page: scrolls it, and nothing around it, to the one that is chosen, also when tabs came. */
export function useChosenInView<Row extends HTMLElement>(
  chosen: string | undefined,
  count: number,
): RefObject<Row | null> {
  const row = useRef<Row>(null);
  useEffect(() => {
    if (chosen === undefined || count === 0) return;
    const tab = row.current?.querySelector('[aria-current="page"], [aria-selected="true"]');
    if (row.current === null || tab === null || tab === undefined) return;
    const [room, place] = [row.current.getBoundingClientRect(), tab.getBoundingClientRect()];
    row.current.scrollLeft += Math.min(0, place.left - room.left) + Math.max(0, place.right - room.right);
  }, [chosen, count]);
  return row;
}

/** Whether a media query holds now: `(min-width: 900px)`. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

function watchOnline(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Whether the browser believes that it has a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(watchOnline, () => navigator.onLine);
}

const navigated = 'weft:navigated';

function watchAddress(listener: () => void): () => void {
  addEventListener('popstate', listener);
  addEventListener(navigated, listener);
  return () => {
    removeEventListener('popstate', listener);
    removeEventListener(navigated, listener);
  };
}

/** Path and query of the page, which `navigate` and the browser's buttons change. */
export function useAddress(): string {
  return useSyncExternalStore(watchAddress, () => location.pathname + location.search);
}

/** Goes to another address of the same page, without loading it. `replace`: the one before is not gone back to. */
export function navigate(address: string, { replace = false } = {}): void {
  if (address === location.pathname + location.search) return;
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  dispatchEvent(new Event(navigated));
}

/** A value that outlives a reload, in this browser; where it keeps nothing, until the page is left. */
export function useStored<Value>(key: string, initial: Value): readonly [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => readStored<Value>(key) ?? initial);
  const store = useCallback(
    (next: Value) => {
      setValue(next);
      writeStored(key, next);
    },
    [key],
  );
  return [value, store];
}

/** What is kept under a key of `localStorage`; undefined: nothing, or it can't be read. */
export function readStored<Value>(key: string): Value | undefined {
  try {
    const text = localStorage.getItem(key);
    return text === null ? undefined : (JSON.parse(text) as Value);
  } catch {
    return undefined;
  }
}

/** Keeps a value, where the browser lets one; null removes it. */
export function writeStored(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Full, or a browser that keeps nothing.
  }
}
