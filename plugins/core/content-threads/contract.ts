/** Threads for work over what users wrote: the main thread answers requests, and is at nothing for long. */
import { token } from '#kernel';

/**
 * Work that is done in a thread: a module that exports `run`, a function of plain data. It loads no container, no database
 * and nothing with a state. Errors reach the caller as they are when they are PlatformErrors.
 */
export interface ContentTask<Input, Output> {
  readonly module: URL;
  /** Never there: what the task takes and gives. */
  readonly types?: (input: Input) => Output;
}

/** Whose content it is, and until when. */
export interface ContentCaller {
  readonly workspaceId: string;
  readonly signal?: AbortSignal | undefined;
  /** Bytes of the input that are the thread's from now on: copying those of a document takes long. */
  readonly handed?: Uint8Array | undefined;
}

/** The threads, of which all workspaces have the use in turns. */
export interface ContentThreads {
  /**
   * Runs a task; workspaces take turns. Buffers of what it gives are handed over and not copied, so that many rows are best given as
   * text in buffers, each of which is read in a turn of its own. Throws what the task throws; `content-threads.too_much` (invalid) beyond the time or memory
   * of a task; `content-threads.busy` (unavailable) when too many wait or the server stops; `content-threads.failed`
   * (internal); the signal's reason.
   */
  run<Input, Output>(task: ContentTask<Input, Output>, input: Input, caller: ContentCaller): Promise<Output>;
}

export const ContentThreads = token<ContentThreads>('content-threads.threads');

/** The task of a module, with the types of its `run`: `contentTask<typeof run>(new URL('./cut-task.ts', import.meta.url))`. */
export function contentTask<Run extends (input: never) => unknown>(
  module: URL,
): ContentTask<Parameters<Run>[0], Awaited<ReturnType<Run>>> {
  return { module };
}
