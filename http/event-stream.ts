import type { ServerResponse } from 'node:http';
import { isPlatformError, PlatformError } from '#kernel';
import { EncodedFrames, frameOf, type StreamedBatch } from './encoded-frames.ts';
import { envelopeOf } from './envelope.ts';
import type { HeaderList } from './header-list.ts';
import type { HeldForReader, ReaderBudgets } from './reader-budgets.ts';
import type { ResumeFields } from './reply.ts';
import { StreamOutlet } from './stream-outlet.ts';
import { cancelIterator, endSoon, endWithin, onReaderGone } from './writable-response.ts';

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
  readonly budgets: ReaderBudgets;
  /** What of the budgets its reader counts towards. */
  readonly account?: string | undefined;
  readonly resume?: ResumeFields | undefined;
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

/** Milliseconds a reader that is closed for not reading has to take what it was sent. */
const LAST_WORDS = 5_000;

/** Bytes below which frames that others are sent too are sent as text: sending bytes costs more than copying so few. */
const FEW = 1_024;

/** Frames of one batch as one text, so that they become one write; or as bytes that others are sent too. */
function framesOf(batch: StreamedBatch): string | Buffer {
  if (!(batch instanceof EncodedFrames)) return batch.map(frameOf).join('');
  return batch.bytes.length < FEW ? batch.text : batch.bytes;
}

/**
 * Writes a server-sent event stream (runtime API, framing) and resolves at its end, also when the reader leaves. The
 * next batch is asked for only when the connection has room again: of a reader that is behind the server holds where it is, and
 * no events. Rejects when the iterator throws before the first byte: then an ordinary error answer is still possible.
 */
export function writeEventStream(
  response: ServerResponse,
  events: AsyncIterable<StreamedBatch>,
  options: EventStreamOptions,
): Promise<void> {
  return new EventStreamWriter(response, events[Symbol.asyncIterator](), options).write();
}

class EventStreamWriter {
  readonly #response: ServerResponse;
  readonly #iterator: AsyncIterator<StreamedBatch>;
  readonly #options: EventStreamOptions;
  readonly #outlet: StreamOutlet;
  #held: HeldForReader;
  #isGone: boolean;
  #isOver = false;
  /** Id of the last event that was sent. */
  #last: string | undefined;
  #lastWriteAt = performance.now();
  #idleTimer: NodeJS.Timeout;

  constructor(response: ServerResponse, iterator: AsyncIterator<StreamedBatch>, options: EventStreamOptions) {
    const { budgets, account = '', stallTimeout, pingInterval } = options;
    this.#response = response;
    this.#iterator = iterator;
    this.#options = options;
    this.#isGone = response.closed || response.destroyed;
    this.#held = budgets.open(account, () => this.#closeUnread());
    this.#outlet = new StreamOutlet(response, {
      held: this.#held,
      limit: budgets.limits.perStream,
      stallTimeout,
      stalled: () => this.#closeUnread(),
    });
    this.#idleTimer = this.#armIdleTimer(pingInterval);
  }

  async write(): Promise<void> {
    const { ends = [], pingAtOnce } = this.#options;
    const stopWatching = onReaderGone(this.#response, () => this.#abandon());
    const endWithError = () => this.#endEarly(endingOf(ends));
    for (const end of ends) end.addEventListener('abort', endWithError);
    if (ends.some(({ aborted }) => aborted)) endWithError();
    // A source that takes its time must not hide the status: headers go with the first events, or alone now.
    const headersAlone = setImmediate(() => {
      if (this.#isGone) return;
      this.#open();
      this.#response.flushHeaders();
    });
    try {
      if (pingAtOnce && !this.#isGone) this.#ping();
      await this.#send();
      if (this.#isGone && !this.#isOver) this.#abandon();
    } catch (error) {
      this.#isOver = true;
      if (this.#isGone) return;
      if (!this.#response.headersSent) throw error;
      this.#options.onFailure(error);
      this.#end(frameOf(errorEvent(error, this.#options)));
    } finally {
      stopWatching();
      for (const end of ends) end.removeEventListener('abort', endWithError);
      clearTimeout(this.#idleTimer);
      clearImmediate(headersAlone);
    }
  }

  async #send(): Promise<void> {
    while (!this.#isGone) {
      const step = await this.#iterator.next();
      if (this.#isGone) return;
      if (step.done === true) {
        this.#isOver = true;
        this.#open();
        this.#end();
        return;
      }
      const { value } = step;
      const frames = framesOf(value);
      if (frames.length === 0) continue;
      this.#last = lastOf(value) ?? this.#last;
      this.#open();
      this.#lastWriteAt = performance.now();
      const sent = this.#outlet.send(frames);
      if (sent !== true && !(await sent)) this.#isGone = true;
    }
  }

  #open(): void {
    if (!this.#response.headersSent) this.#response.writeHead(200, this.#options.headers);
  }

  #ping(): void {
    // A reader that is behind gets no pings on top: what waits for it is sign of life enough.
    if (this.#response.writableLength === 0) {
      this.#open();
      this.#response.write(PING);
    }
    this.#lastWriteAt = performance.now();
  }

  /** A timer that looks when something was sent last: it is not set anew with each token. */
  #armIdleTimer(wait: number): NodeJS.Timeout {
    const { pingInterval } = this.#options;
    return setTimeout(() => {
      if (this.#isGone || this.#isOver) return;
      if (performance.now() - this.#lastWriteAt >= pingInterval) this.#ping();
      const next = this.#lastWriteAt + pingInterval - performance.now();
      this.#idleTimer = this.#armIdleTimer(Math.max(1, next));
    }, wait);
  }

  #end(last?: string): void {
    this.#outlet.leave();
    endWithin(this.#response, this.#options.stallTimeout, last);
  }

  #abandon(): void {
    this.#isGone = true;
    clearTimeout(this.#idleTimer);
    this.#response.destroy();
    this.#outlet.close();
    if (!this.#isOver) cancelIterator(this.#iterator);
    this.#isOver = true;
  }

  /**
   * Tells whether a last event can be sent. In the middle of a frame it can't: the connection ends there, and its reader goes on
   * from the last event that is whole.
   */
  #stop(): boolean {
    this.#isGone = true;
    this.#isOver = true;
    clearTimeout(this.#idleTimer);
    cancelIterator(this.#iterator);
    const { isCut } = this.#outlet;
    this.#outlet.leave();
    if (isCut) this.#response.destroy();
    else this.#open();
    return !isCut;
  }

  #endEarly(error: PlatformError): void {
    if (this.#isGone || this.#isOver) return;
    if (this.#stop()) this.#end(frameOf(errorEvent(error, this.#options)));
  }

  /** The reader does not read, and what waits for it is too much or has waited too long: it is told how to go on. */
  #closeUnread(): void {
    if (this.#isGone || this.#isOver) {
      // It has been sent all there is, and leaves it lying.
      this.#response.destroy();
      return;
    }
    this.#options.budgets.noteClosed();
    this.#held.closing();
    if (!this.#stop()) return;
    endSoon(this.#response, LAST_WORDS, frameOf(closedEvent(this.#last, this.#options)));
  }
}

function lastOf(batch: StreamedBatch): string | undefined {
  if (batch instanceof EncodedFrames) return batch.last;
  const last = batch.at(-1);
  return typeof last === 'object' ? last.id : undefined;
}

/** The last event of a stream whose reader did not read. Clients of the runtime API pass over events they do not know. */
function closedEvent(last: string | undefined, { identity, resume }: EventStreamOptions): string {
  const limits = 'WEFT_READER_BYTES_PER_APP, WEFT_READER_BYTES_PER_PROCESS';
  const message = `This stream was closed: its reader took nothing for long (http.stallTimeout), or took nothing while too much waited for readers (${limits}). What it is about goes on.`;
  return JSON.stringify({
    event: 'stream_closed',
    ...identity,
    reason: 'not_read',
    message,
    ...resume?.(last),
  });
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
