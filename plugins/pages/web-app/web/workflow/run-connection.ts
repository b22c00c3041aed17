import { type Api, ApiError, readEvents, visitorCalls, waitForNetwork } from '#plugins/ui/web/contract.ts';
import { readFrame, textOf } from './frames.ts';
import type { RunModel } from './run-model.ts';

/** Which of the two kinds of app runs. */
export type RunMode = 'workflow' | 'completion';

export interface RunOrder {
  readonly mode: RunMode;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** `Idempotency-Key`: the same order again is the same run. */
  readonly key: string;
}

/** Streams say something every ten seconds; one that is silent for longer is dead, as after a closed lid. */
const SILENCE_MS = 35_000;

/**
 * Starts a run and tells its task. A lost answer is asked for again under the same key, so that there is one run, whatever
 * the network does. Throws `ApiError` where the server refuses.
 */
export async function startRun(api: Api, { mode, inputs, key }: RunOrder, signal: AbortSignal): Promise<string> {
  const path = mode === 'workflow' ? '/v1/workflows/run' : '/v1/completion-messages';
  const body = { inputs, response_mode: 'streaming' as const };
  for (let attempt = 1; ; attempt += 1) {
    try {
      const headers = { 'Idempotency-Key': key };
      const answer = await visitorCalls(api).open('POST', path, { body, headers, signal, retry: true });
      for await (const { data } of readEvents<Readonly<Record<string, unknown>>>(answer)) {
        const task = textOf(data.task_id);
        if (task !== '') return task;
        if (data.event === 'error') throw new ApiError({ code: '', message: '', status: 0, ...data });
      }
    } catch (error) {
      if (error instanceof ApiError || signal.aborted) throw error;
    }
    await waitForNetwork(attempt, signal);
  }
}

interface Following {
  readonly signal: AbortSignal;
  /** Whether the stream is open. */
  onConnection(isOpen: boolean): void;
}

/** Reads a run to its end, over as many connections as it takes: each goes on where the one before broke off. */
export async function followRun(api: Api, task: string, model: RunModel, { signal, onConnection }: Following) {
  let last: string | null = null;
  for (let attempt = 1; !model.isOver; attempt += 1) {
    try {
      const headers: Record<string, string> = last === null ? {} : { 'Last-Event-ID': last };
      const query = { continue_on_pause: true };
      const answer = await visitorCalls(api).open('GET', '/v1/runs/{task_id}/events', {
        path: { task_id: task },
        query,
        headers,
        signal,
      });
      onConnection(true);
      for await (const { id, data } of readEvents<unknown>(watched(answer))) {
        const frame = readFrame(data);
        if (frame !== null) model.apply(frame);
        last = id ?? last;
        attempt = 1;
      }
    } catch (error) {
      if (signal.aborted) return;
      // What is not there will not come back; anything else is worth waiting for.
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) throw error;
    }
    if (model.isOver) return;
    onConnection(false);
    await waitForNetwork(attempt, signal).catch(() => {});
    if (signal.aborted) return;
  }
}

/** Breaks a stream off that has fallen silent. */
function watched(answer: Response): Response {
  if (answer.body === null) return answer;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = new TransformStream<Uint8Array, Uint8Array>({
    start: restart,
    transform(bytes, controller) {
      restart(controller);
      controller.enqueue(bytes);
    },
    flush: () => clearTimeout(timer),
  });
  function restart(controller: TransformStreamDefaultController<Uint8Array>): void {
    clearTimeout(timer);
    timer = setTimeout(() => controller.error(new Error('silent')), SILENCE_MS);
  }
  return new Response(answer.body.pipeThrough(watch));
}

export async function stopRun(api: Api, mode: RunMode, task: string): Promise<void> {
  const path = mode === 'workflow' ? '/v1/workflows/tasks/{task_id}/stop' : '/v1/completion-messages/{task_id}/stop';
  await visitorCalls(api).post(path, { path: { task_id: task }, body: {}, retry: true });
}
