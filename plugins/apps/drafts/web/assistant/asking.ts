import { useCallback, useEffect, useRef, useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import type { Problem } from '#plugins/drafts/web/document/draft-store.ts';
import type { DocumentOperation } from '#plugins/drafts/web/document/operations.ts';
import { call } from '#plugins/studio/web/contract.tsx';
import { ApiError, type BodyOf, readEvents } from '#plugins/ui/web/contract.ts';
import { assistantTexts } from './texts/en.ts';

/** What a model proposes. */
export interface Proposal {
  readonly summary: string;
  readonly operations: readonly DocumentOperation[];
  readonly changes: readonly Schemas['DocumentChange'][];
  readonly problems: readonly Problem[];
  readonly left_out: readonly string[];
  /** Of a field. */
  readonly text?: string;
}

export interface Step {
  readonly step: 'asking' | 'writing' | 'checking' | 'repairing';
  readonly round: number;
  readonly characters: number;
}

export type Question =
  | { readonly what: 'change'; readonly body: BodyOf<'post', '/console/api/apps/{app_id}/assistant/proposals'> }
  | { readonly what: 'text'; readonly body: BodyOf<'post', '/console/api/apps/{app_id}/assistant/texts'> };

/** Where it stands: nobody has asked yet, a model works on it, or it has ended. */
export type Asking =
  | { readonly phase: 'open' }
  | { readonly phase: 'working'; readonly step: Step }
  | { readonly phase: 'done'; readonly proposal: Proposal }
  | { readonly phase: 'failed'; readonly error: unknown };

const first: Step = { step: 'asking', round: 0, characters: 0 };
/** Pings come every ten seconds. */
const SILENCE_MS = 60_000;

/** Asks the assistant of an app; who leaves has it stopped. */
export function useAsking(appId: string) {
  const [state, setState] = useState<Asking>({ phase: 'open' });
  const leaving = useRef<AbortController | null>(null);
  const stop = useCallback(() => {
    leaving.current?.abort();
    leaving.current = null;
  }, []);
  useEffect(() => stop, [stop]);
  const reset = useCallback(() => {
    stop();
    setState({ phase: 'open' });
  }, [stop]);
  const ask = useCallback(
    async (question: Question) => {
      stop();
      const own = new AbortController();
      leaving.current = own;
      const isOwn = () => leaving.current === own;
      setState({ phase: 'working', step: first });
      try {
        const proposal = await proposed(appId, question, {
          signal: own.signal,
          onStep: (step) => isOwn() && setState({ phase: 'working', step }),
        });
        if (isOwn()) setState({ phase: 'done', proposal });
      } catch (error) {
        if (isOwn()) setState({ phase: 'failed', error });
      }
    },
    [appId, stop],
  );
  return { state, ask, reset };
}

type Event = ({ readonly event: 'step' } & Step) | ({ readonly event: 'proposal' } & Proposal) | Failure;
interface Failure {
  readonly event: 'error' | 'stream_closed';
  readonly code?: string;
  readonly status?: number;
  readonly message: string;
}

async function proposed(
  appId: string,
  { what, body }: Question,
  { signal, onStep }: { readonly signal: AbortSignal; onStep(step: Step): void },
): Promise<Proposal> {
  const path = { app_id: appId };
  const answer =
    what === 'change'
      ? await call.open('POST', '/console/api/apps/{app_id}/assistant/proposals', { path, body, signal })
      : await call.open('POST', '/console/api/apps/{app_id}/assistant/texts', { path, body, signal });
  for await (const { data } of readEvents<Event>(answer, SILENCE_MS)) {
    if (data.event === 'step') onStep(data);
    else if (data.event === 'proposal') return data;
    else throw failureOf(data);
  }
  throw new Error(assistantTexts().broken);
}

/** What streams tell of errors is English. */
function failureOf({ code = '', status = 500, message }: Failure): ApiError {
  const own = assistantTexts().failures[code] ?? message;
  return new ApiError({ code, status, message: own });
}
