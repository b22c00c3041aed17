import { type Api, ApiError, readEvents, visitorCalls, waitForNetwork } from '#plugins/ui/web/contract.ts';
import { type Mapping, readFrame, textOf } from '#plugins/web-app/web/workflow/frames.ts';
import type { SentFile, Turn } from './turn.ts';

/** A question as it is sent: again and again the same, under one key, until the server has it. */
export interface Order {
  /** `Idempotency-Key` */
  readonly key: string;
  readonly conversationId: string;
  readonly parentId: string | null;
  readonly query: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly files: readonly SentFile[];
}

/** What the first frame tells. */
export interface Begun {
  readonly taskId: string;
  readonly messageId: string;
  readonly conversationId: string;
}

interface Asking {
  readonly mode: string;
  readonly signal: AbortSignal;
  onLost(): void;
}

/** Streams say something every ten seconds; one that is silent for longer is dead, as after a closed lid. */
const SILENCE_MS = 35_000;

/**
 * Asks, and tells what it has become: a run, which goes on whatever happens to the page. A lost answer is asked for again
 * under the same key, so that there is one run, whatever the network does. Throws `ApiError` where the server refuses.
 */
export async function askQuestion(api: Api, order: Order, { mode, signal, onLost }: Asking): Promise<Begun> {
  // A graph tells at once that it runs. Others tell nothing before their first word, and are asked for their ids only.
  const call = visitorCalls(api);
  const isGraph = mode === 'advanced-chat';
  const body = {
    query: order.query,
    inputs: order.inputs,
    files: order.files,
    response_mode: isGraph ? ('streaming' as const) : ('async' as const),
    ...(order.conversationId !== '' && { conversation_id: order.conversationId }),
    ...(order.parentId !== null && { parent_message_id: order.parentId }),
  };
  for (let attempt = 1; ; attempt++) {
    try {
      const headers = { 'Idempotency-Key': order.key };
      const answer = await call.open('POST', '/v1/chat-messages', { body, headers, signal });
      if (!isGraph) return begunBy((await answer.json()) as Mapping);
      for await (const { data } of readEvents<Mapping>(answer)) {
        if (textOf(data.task_id) !== '') return begunBy(data);
        if (data.event === 'error') throw new ApiError({ code: '', message: '', status: 0, ...data });
      }
    } catch (error) {
      if (signal.aborted || (error instanceof ApiError && !isPassing(error))) throw error;
    }
    onLost();
    await waitForNetwork(attempt, signal);
  }
}

function begunBy(data: Mapping): Begun {
  return {
    taskId: textOf(data.task_id),
    messageId: textOf(data.message_id),
    conversationId: textOf(data.conversation_id),
  };
}

/** A gateway without its server, or the first of two equal requests that is still on its way. */
function isPassing({ status, code }: ApiError): boolean {
  return status === 502 || status === 503 || status === 504 || code === 'request_in_progress';
}

/** Reads a run to its end, over as many connections as it takes: each goes on where the one before broke off. */
export async function followTurn(api: Api, turn: Turn, signal: AbortSignal): Promise<void> {
  const call = visitorCalls(api);
  let last: string | null = null;
  turn.restart();
  for (let attempt = 1; !turn.isOver; attempt++) {
    try {
      const headers: Record<string, string> = last === null ? {} : { 'Last-Event-ID': last };
      const query = { continue_on_pause: true };
      const path = { task_id: turn.state.taskId };
      const answer = await call.open('GET', '/v1/runs/{task_id}/events', {
        path,
        query,
        headers,
        signal,
        retry: false,
      });
      turn.set({ isLost: false });
      for await (const { id, data } of readEvents<unknown>(answer, SILENCE_MS)) {
        const frame = readFrame(data);
        // The stream ends, not the run: whoever read it may no longer.
        if (frame?.event === 'error' && textOf(frame.all.code) === 'unauthorized') break;
        if (frame !== null) turn.apply(frame);
        last = id ?? last;
        attempt = 1;
      }
    } catch (error) {
      if (signal.aborted) return;
      // What is not there will not come back; anything else is worth waiting for.
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) throw error;
    }
    if (turn.isOver || signal.aborted) return;
    if (attempt > 1 || !navigator.onLine) turn.set({ isLost: true });
    await waitForNetwork(attempt, signal).catch(() => {});
    if (signal.aborted) return;
  }
}
