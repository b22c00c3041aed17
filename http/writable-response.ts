import type { ServerResponse } from 'node:http';

/**
 * Waits until the client took enough of what was written. Resolves false when it left, or took nothing for
 * `stallTimeout` ms and was dropped.
 */
export function drained(response: ServerResponse, stallTimeout: number): Promise<boolean> {
  if (response.closed || response.destroyed) return Promise.resolve(false);
  if (!response.writableNeedDrain) return Promise.resolve(true);
  return new Promise((resolve) => {
    const finish = (isOpen: boolean) => {
      clearTimeout(stalled);
      response.off('drain', onDrain).off('close', onClose);
      resolve(isOpen);
    };
    const onDrain = () => finish(true);
    const onClose = () => finish(false);
    const stalled = setTimeout(() => {
      response.destroy();
      finish(false);
    }, stallTimeout);
    response.on('drain', onDrain).on('close', onClose);
  });
}

/**
 * Calls back once when the reader of an answer left: the connection closed (also after a whole answer), or the client
 * ended its side, which is how most clients abort. Used where there is work to save: streams, which may last for hours,
 * and handlers that watch the signal. Other answers are sent to whoever still reads. Returns the undo.
 */
export function onReaderGone(response: ServerResponse, listener: () => void): () => void {
  const socket = response.socket;
  const stop = () => {
    response.off('close', onGone);
    socket?.off('end', onGone);
  };
  const onGone = () => {
    stop();
    listener();
  };
  response.on('close', onGone);
  socket?.on('end', onGone);
  // A write to a connection that just closed also emits an error; `close` says the same.
  response.on('error', () => {});
  return stop;
}

/** Characters up to which text is copied instead of sent in pieces, about three tokens: for thousands it costs more than it saves. */
const SHORT = 1_024;

/**
 * Writes text to an answer. Node sends a chunk in four pieces (its size, a line's end, the text, a line's end), a quarter of
 * what sending a single token costs; short text goes as one. Headers that are not out yet go along, in ASCII. Returns as
 * `write` does.
 */
export function writeText(response: ServerResponse, text: string, onTaken?: () => void): boolean {
  const isShort = text.length > 0 && text.length <= SHORT;
  if (!isShort || !response.headersSent || !response.chunkedEncoding) return response.write(text, onTaken);
  response.chunkedEncoding = false;
  try {
    return response.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`, onTaken);
  } finally {
    response.chunkedEncoding = true;
  }
}

/** Ends an answer; a reader that leaves the rest of it untouched for `stallTimeout` ms is dropped. */
export function endWithin(response: ServerResponse, stallTimeout: number, last?: string): void {
  if (last === undefined) response.end();
  else response.end(last);
  dropWhenStalled(response, stallTimeout);
}

/** Ends an answer whose reader does not read: what it has not taken after so many milliseconds is dropped. */
export function endSoon(response: ServerResponse, milliseconds: number, last: string): void {
  response.end(last);
  const drop = setTimeout(() => response.destroy(), milliseconds).unref();
  response.once('close', () => clearTimeout(drop));
}

/** Enough to be on the wire before anyone looks; below it, a stalled reader costs no more than an idle one. */
const SMALL = 16_384;

/** For an answer that was ended: bounds how long its bytes may wait for the reader. */
export function dropWhenStalled(response: ServerResponse, stallTimeout: number): void {
  // Node puts its own timeouts in place when the answer is out and when the next request comes.
  if (response.writableLength > SMALL) response.socket?.setTimeout(stallTimeout);
}

/** Lets a source go whose reader left. What its `return` says is of no use to anyone any more. */
export function cancelIterator(iterator: AsyncIterator<unknown>): void {
  try {
    // A generator answers only after the value it is busy with; nobody waits for that.
    Promise.resolve(iterator.return?.()).catch(() => {});
  } catch {
    // A `return` that throws at once is as gone as any.
  }
}
