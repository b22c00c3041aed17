import { useEffect, useState } from 'react';

/** A part of a page that comes when it is needed. */
export interface LazyModule<Module> {
  /** The part, null until it is there. `when`: whether it is needed; without it, it comes only if somebody else needs it. */
  use(when?: boolean): Module | null;
  /** Fetches it ahead. */
  fetch(): void;
}

const pauses = [500, 2_000, 5_000, 10_000, 30_000];

/** Called where a module begins, with its `import()`. What a lost network kept from coming is asked for again. */
export function lazyModule<Module>(load: () => Promise<Module>): LazyModule<Module> {
  let loaded: Module | null = null;
  let loading: Promise<void> | null = null;
  const attempt = (tries: number): Promise<void> =>
    load().then(
      (module) => {
        loaded = module;
      },
      async () => {
        await new Promise((resolve) => setTimeout(resolve, pauses[Math.min(tries, pauses.length - 1)]));
        return attempt(tries + 1);
      },
    );
  const fetch = () => {
    loading ??= attempt(0);
    return loading;
  };
  function useModule(when = true) {
    const [, show] = useState(loaded !== null);
    useEffect(() => {
      if (!when || loaded !== null) return;
      let isCurrent = true;
      void fetch().then(() => isCurrent && show(true));
      return () => {
        isCurrent = false;
      };
    }, [when]);
    return loaded;
  }
  return { use: useModule, fetch: () => void fetch() };
}
