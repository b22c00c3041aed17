import type { ServerResponse } from 'node:http';
import { isPlatformError, PlatformError } from '#kernel';
import { envelopeOf } from './envelope.ts';
import type { HeaderList } from './header-list.ts';
import type { StreamedEvent } from './reply.ts';
import { cancelIterator, drained, endWithin, onReaderGone, writeText } from './writable-response.ts';

export interface EventStreamOptions {
  readonly pingAtOnce: boolean;
  /** Milliseconds without events after which a ping is sent. */
  readonly pingInterval: number;
  readonly stallTimeout: number;
  /** Whether the runtime API's contract says what its `error` event is called. */
  readonly isRuntime: boolean;
  /** The first that aborts says that the reader may no longer read: the stream ends with an `error` event. */
  readonly ends?: readonly AbortSignal[];
  /** What its `error` event says of the stream. */
  readonly identity?: Readonly<Record<string, unknown>> | undefined;
  /** The whole head, `eventStreamHeaders` included. */
  readonly headers: HeaderList;
  /** Told what the iterator threw after the first byte; the client gets an `error` event. */
  onFailure(error: unknown): void;
}

/** The fixed headers of a stream; they win over a handler's. */
export const eventStreamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache',
  'X-Accel-Buffering': 'no',
  // The stream's end is the connection's end (runtime API, framing).
  Connection: 'close',
};

const PING = 'event: ping\n\n';

/** Frames of one batch, `data: <json>\n\n` each, as one text so that they become one write. */
function framesOf(batch: readonly StreamedEvent[]): string {
  let frames = '';
  for (const event of batch) {
    frames += typeof event === 'string' ? `data: ${event}\n\n` : `id: ${event.id}\ndata: ${event.text}\n\n`;
  }
  return frames;
}

/**
 * Writes a server-sent event stream (runtime API, framing) and resolves at its end, also when the reader leaves. The
 * next batch is asked for only when the connection took the last one. Rejects when the iterator throws before the first
 * byte: then an ordinary error answer is still possible.
 */
export async function writeEventStream(
  response: ServerResponse,
  events: AsyncIterable<readonly StreamedEvent[]>,
  options: EventStreamOptions,
): Promise<void> {
  const iterator = events[Symbol.asyncIterator]();
  const { pingInterval, stallTimeout, ends = [] } = options;
  let isGone = response.closed || response.destroyed;
  let isOver = false;

  const open = () => {
    if (!response.headersSent) response.writeHead(200, options.headers);
  };
  const ping = () => {
    // A reader that is behind gets no pings on top: what waits for it is sign of life enough.
    if (!response.writableNeedDrain) {
      open();
      response.write(PING);
    }
    lastWriteAt = performance.now();
  };
  /** A timer that looks when something was sent last: it is not set anew with each token. */
  const armIdleTimer = (wait: number): NodeJS.Timeout =>
    setTimeout(() => {
      if (isGone || isOver) return;
      if (performance.now() - lastWriteAt >= pingInterval) ping();
      idleTimer = armIdleTimer(Math.max(1, lastWriteAt + pingInterval - performance.now()));
    }, wait);
  const abandon = () => {
    isGone = true;
    clearTimeout(idleTimer);
    response.destroy();
    if (!isOver) cancelIterator(iterator);
    isOver = true;
  };
  const endWithError = () => {
    if (isGone || isOver) return;
    isGone = true;
    isOver = true;
    clearTimeout(idleTimer);
    cancelIterator(iterator);
    open();
    endWithin(response, stallTimeout, framesOf([errorEvent(endingOf(ends), options)]));
  };
  let lastWriteAt = performance.now();
  let idleTimer = armIdleTimer(pingInterval);
  const stopWatching = onReaderGone(response, abandon);
  for (const end of ends) end.addEventListener('abort', endWithError);
  if (ends.some(({ aborted }) => aborted)) endWithError();
  // A source that takes its time must not hide the status: headers go with the first events, or alone now.
  const headersAlone = setImmediate(() => {
    if (isGone) return;
    open();
    response.flushHeaders();
  });

  try {
    if (options.pingAtOnce && !isGone) ping();
    while (!isGone) {
      const step = await iterator.next();
      if (isGone) break;
      if (step.done === true) {
        isOver = true;
        open();
        endWithin(response, stallTimeout);
        break;
      }
      if (step.value.length === 0) continue;
      open();
      const isRoomLeft = writeText(response, framesOf(step.value));
      lastWriteAt = performance.now();
      if (!isRoomLeft && !(await drained(response, stallTimeout))) isGone = true;
    }
    if (isGone && !isOver) abandon();
  } catch (error) {
    isOver = true;
    if (isGone) return;
    if (!response.headersSent) throw error;
    options.onFailure(error);
    endWithin(response, stallTimeout, framesOf([errorEvent(error, options)]));
  } finally {
    stopWatching();
    for (const end of ends) end.removeEventListener('abort', endWithError);
    clearTimeout(idleTimer);
    clearImmediate(headersAlone);
  }
}

/** The reason to abort an `ended` signal with: the last event of the streams that end by it says it. */
export function streamEnded(message: string): PlatformError {
  return new PlatformError('unauthenticated', 'http.session_ended', message);
}

function endingOf(ends: readonly AbortSignal[]): PlatformError {
  const reason: unknown = ends.find(({ aborted }) => aborted)?.reason;
  return isPlatformError(reason) ? reason : streamEnded('You are signed out, or may no longer read this');
}

/** The last event of a stream that broke (runtime API, error event). */
function errorEvent(error: unknown, { identity, isRuntime }: EventStreamOptions): string {
  const { status, code, message } = envelopeOf(error, isRuntime);
  return JSON.stringify({ event: 'error', ...identity, status, code, message });
}
