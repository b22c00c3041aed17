import type { ServerResponse } from 'node:http';
import { PlatformError } from '../kernel/index.ts';
import { envelopeOf } from './envelope.ts';
import type { HeaderList } from './header-list.ts';
import type { StreamedEvent } from './reply.ts';
import { drained, endWithin, leave, onReaderGone, writeText } from './writable-response.ts';

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
    spokeAt = performance.now();
  };
  /** A timer that looks when something was sent last: it is not set anew with each token. */
  const listen = (wait: number): NodeJS.Timeout =>
    setTimeout(() => {
      if (isGone || isOver) return;
      if (performance.now() - spokeAt >= pingInterval) ping();
      silence = listen(Math.max(1, spokeAt + pingInterval - performance.now()));
    }, wait);
  const abandon = () => {
    isGone = true;
    clearTimeout(silence);
    response.destroy();
    if (!isOver) leave(iterator);
    isOver = true;
  };
  const dismiss = () => {
    if (isGone || isOver) return;
    isGone = true;
    isOver = true;
    clearTimeout(silence);
    leave(iterator);
    open();
    endWithin(response, stallTimeout, framesOf([errorEvent(noLongerAllowed(), options)]));
  };
  let spokeAt = performance.now();
  let silence = listen(pingInterval);
  const stopWatching = onReaderGone(response, abandon);
  for (const end of ends) end.addEventListener('abort', dismiss);
  if (ends.some(({ aborted }) => aborted)) dismiss();
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
      spokeAt = performance.now();
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
    for (const end of ends) end.removeEventListener('abort', dismiss);
    clearTimeout(silence);
    clearImmediate(headersAlone);
  }
}

function noLongerAllowed(): PlatformError {
  return new PlatformError('unauthenticated', 'http.session_ended', 'You are signed out, or may no longer read this');
}

/** The last event of a stream that broke (runtime API, error event). */
function errorEvent(error: unknown, { identity, isRuntime }: EventStreamOptions): string {
  const { status, code, message } = envelopeOf(error, isRuntime);
  return JSON.stringify({ event: 'error', ...identity, status, code, message });
}
