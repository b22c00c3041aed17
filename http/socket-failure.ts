import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { PlatformError } from '#kernel';
import { envelopeOf } from './envelope.ts';
import { badRequest } from './json-body.ts';
import { STATUS_CODES } from './node-http.ts';
import { line } from './reply-sender.ts';

/**
 * What Node's parser and its deadlines report about a connection. One code for all of it: whom such a request was for
 * nobody knows, so it is told what every surface may say (the runtime API has neither 408 nor 431).
 */
function errorFor(code: string | undefined): PlatformError {
  return badRequest(messages[code ?? ''] ?? 'This is not a well-formed HTTP request');
}

const messages: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The request headers are too large',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time',
};

/** Milliseconds a refused client has for reading the answer. */
const LINGER = 1000;

/** Sockets that got their last answer; what still arrives on them fails to parse too. */
const refused = new WeakSet<Duplex>();

/** Answers on a bare socket, where no request object exists, and closes it. */
export function refuseSocket(
  socket: Duplex,
  error: PlatformError,
  headers: Readonly<Record<string, string>> = {},
): void {
  const envelope = envelopeOf(error, false);
  const body = line(JSON.stringify(envelope));
  const lines = Object.entries({
    ...headers,
    'X-Request-Id': randomUUID(),
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const status = `HTTP/1.1 ${envelope.status} ${STATUS_CODES[envelope.status] ?? ''}`;
  refused.add(socket);
  socket.end(`${status}\r\n${lines.join('')}\r\n${body}`);
  // Not destroyed at once: that resets a connection on which more is arriving, and the client never reads why.
  socket.resume();
  const destroying = setTimeout(() => socket.destroy(), LINGER);
  socket.once('close', () => clearTimeout(destroying)).once('end', () => socket.destroy());
}

/** The `clientError` listener. `isAnswering`: bytes of an answer may be on this socket's wire already. */
export function onClientError(isAnswering: (socket: Duplex) => boolean, version: string) {
  return (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (refused.has(socket)) return;
    if (!socket.writable || error.code === 'ECONNRESET' || isAnswering(socket)) {
      socket.destroy();
      return;
    }
    refuseSocket(socket, errorFor(error.code), { 'X-Version': version });
  };
}
