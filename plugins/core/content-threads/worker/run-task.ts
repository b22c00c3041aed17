import { move, transferableSymbol, valueSymbol } from 'piscina';
import { type ErrorKind, isPlatformError, joinClock } from '#kernel';

/** A refusal as it crosses a thread's edge: structured clone would keep the message only. */
export interface SentRefusal {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly message: string;
  readonly field?: string | undefined;
}

export type TaskAnswer = { readonly output: unknown } | { readonly refusal: SentRefusal };

/** Runs the task of a module, and hands over the buffers of what it gives. */
export async function runTask(module: string, input: unknown, clock: SharedArrayBuffer): Promise<unknown> {
  joinClock(clock);
  const { run } = (await import(module)) as { run(input: unknown): unknown };
  const answer = await answerOf(run, input);
  const buffers = new Set<ArrayBuffer>();
  collectBuffers(answer, buffers);
  return buffers.size === 0 ? answer : move({ [transferableSymbol]: [...buffers], [valueSymbol]: answer });
}

async function answerOf(run: (input: unknown) => unknown, input: unknown): Promise<TaskAnswer> {
  try {
    return { output: await run(input) };
  } catch (error) {
    if (!isPlatformError(error)) throw error;
    const { kind, code, message, field } = error;
    return { refusal: { kind, code, message, field } };
  }
}

/** Buffers in lists and objects; those of the pool of small ones are not one's own to give. */
function collectBuffers(value: unknown, found: Set<ArrayBuffer>): void {
  if (typeof value !== 'object' || value === null) return;
  if (ArrayBuffer.isView(value)) {
    const { buffer, byteLength } = value;
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) found.add(buffer);
    return;
  }
  for (const item of Array.isArray(value) ? value : Object.values(value)) collectBuffers(item, found);
}
