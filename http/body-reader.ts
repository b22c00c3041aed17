import type { IncomingMessage, ServerResponse } from 'node:http';
import { PlatformError } from '../kernel/index.ts';

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
export function readBody(request: IncomingMessage, response: ServerResponse, limit: number): Promise<Buffer> {
  // While we found out who calls, the caller may have gone: nothing more would ever be heard from this request.
  if (request.destroyed) return Promise.reject(new ClientGone());
  if (Number(request.headers['content-length'] ?? 0) > limit) {
    request.resume();
    return Promise.reject(requestTooLarge(limit));
  }
  if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) {
        stop();
        request.resume();
        reject(requestTooLarge(limit));
      } else {
        chunks.push(chunk);
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

export function requestTooLarge(limit: number): PlatformError {
  return new PlatformError('invalid', 'http.request_too_large', `The request body is larger than ${limit} bytes`);
}
