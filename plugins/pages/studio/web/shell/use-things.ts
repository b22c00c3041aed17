import { useEffect, useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { call } from '#plugins/studio/web/session/console-api.ts';

/** A search begins when the typing pauses. */
const PAUSE_MS = 120;
const FEW = 5;
const MANY = 50;

export type FoundKind = Schemas['FoundKind'];

interface Found {
  readonly kinds: readonly FoundKind[];
  readonly error: unknown;
  /** Whether this is what was asked for last. */
  readonly isCurrent: boolean;
}

const nothing: readonly FoundKind[] = [];

/** What the server finds for what was typed, of all kinds or of one; what was found stays until the next answer. */
export function useThings(typed: string, kind: string | null): Found {
  const words = typed.trim();
  const question = `${kind ?? ''} ${words}`;
  const [state, setState] = useState({ question: '', kinds: nothing, error: undefined as unknown });
  useEffect(() => {
    if (words === '') return;
    const asking = new AbortController();
    const { signal } = asking;
    const query = { query: words.slice(0, 100), ...(kind === null ? { limit: FEW } : { limit: MANY, kind: [kind] }) };
    const timer = setTimeout(() => {
      call.get('/console/api/search', { query, signal }).then(
        ({ data }) => !signal.aborted && setState({ question, kinds: data, error: undefined }),
        (error: unknown) => !signal.aborted && setState({ question, kinds: nothing, error }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [words, kind, question]);
  if (words === '') return { kinds: nothing, error: undefined, isCurrent: true };
  return { kinds: state.kinds, error: state.error, isCurrent: state.question === question };
}
