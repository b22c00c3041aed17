import { useEffect } from 'react';
import { rememberThing, type Thing } from './recent-things.ts';

/** What a page is about is among what was gone to lately; `undefined` while it is not there. */
export function useVisited(thing: Thing | undefined): void {
  const { kind, id, name, about = null, path } = thing ?? {};
  useEffect(() => {
    if (kind === undefined || id === undefined || name === undefined || path === undefined) return;
    rememberThing({ kind, id, name, about, path });
  }, [kind, id, name, about, path]);
}
