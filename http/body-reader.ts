import type { IncomingMessage, ServerResponse } from 'node:http';
import { PlatformError } from '#kernel';
import type { HeldRoom } from './body-room.ts';

/** The client left before its request was complete: there is nobody to answer. */
export class ClientGone extends Error {
  constructor() {
    super('the client closed the connection');
    this.name = 'ClientGone';
  }
}

/**
 * Reads a whole body of at most `limit` bytes. A larger one is refused at its declared length, or at the first byte
 * over the limit; the rest is received and dropped, within the request deadline, so that the client reads the answer
 * instead of a reset connection.
 */
export function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  { limit, room }: { readonly limit: number; readonly room: HeldRoom },
): Promise<Buffer> {
  // While we found out who calls, the caller may have gone: nothing more would ever be heard from this request.
  if (request.destroyed) return Promise.reject(new ClientGone());
  if (Number(request.headers['content-length'] ?? 0) > limit) {
    request.resume();
    return Promise.reject(tooLarge(limit));
  }
  if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      try {
        if (size > limit) throw tooLarge(limit);
        room.grow(size);
        chunks.push(chunk);
      } catch (error) {
        stop();
        request.resume();
        reject(error);
      }
    };
    const onEnd = () => {
      stop();
      const [only] = chunks;
      resolve(chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, size));
    };
    const onGone = () => {
      stop();
      reject(new ClientGone());
    };
    const stop = () => {
      request.off('data', onData).off('end', onEnd).off('close', onGone);
    };
    request.on('data', onData).on('end', onEnd).on('close', onGone);
  });
}

/** True when the message has no body at all, known before a byte of it is read. */
export function hasNoBody(request: IncomingMessage): boolean {
  const { headers } = request;
  if (headers['transfer-encoding'] !== undefined) return false;
  return headers['content-length'] === undefined || headers['content-length'] === '0';
}

export function tooLarge(limit: number): PlatformError {
  return requestTooLarge(`is larger than ${limit} bytes`);
}

/** `why` goes on after "The request body". */
export function requestTooLarge(why: string): PlatformError {
  return new PlatformError('invalid', 'http.request_too_large', `The request body ${why}`);
}
