import type { ServerResponse } from 'node:http';
import type { HeaderList } from './header-list.ts';
import { cancelIterator, drained, endWithin, onReaderGone } from './writable-response.ts';

export interface ByteStreamOptions {
  readonly status: number;
  readonly headers: HeaderList;
  readonly stallTimeout: number;
  /** Told what the source threw after the first byte; the connection is cut so that the client notices. */
  onFailure(error: unknown): void;
}

/** Sends a file or the like, at the reader's pace. Rejects when the source throws before the first byte. */
export async function writeByteStream(
  response: ServerResponse,
  stream: AsyncIterable<Uint8Array>,
  options: ByteStreamOptions,
): Promise<void> {
  const iterator = stream[Symbol.asyncIterator]();
  let isGone = response.closed || response.destroyed;
  let isOver = false;
  const open = () => {
    if (!response.headersSent) response.writeHead(options.status, options.headers);
  };
  const abandon = () => {
    isGone = true;
    response.destroy();
    if (!isOver) cancelIterator(iterator);
    isOver = true;
  };
  const stopWatching = onReaderGone(response, abandon);
  try {
    while (!isGone) {
      const step = await iterator.next();
      if (isGone) break;
      if (step.done === true) {
        isOver = true;
        open();
        endWithin(response, options.stallTimeout);
        break;
      }
      open();
      if (!response.write(step.value) && !(await drained(response, options.stallTimeout))) isGone = true;
    }
    if (isGone) abandon();
  } catch (error) {
    isOver = true;
    if (isGone) return;
    if (!response.headersSent) throw error;
    options.onFailure(error);
    response.destroy();
  } finally {
    stopWatching();
  }
}
