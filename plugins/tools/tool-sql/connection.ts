import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { PlatformError } from '#kernel';
import type { Sockets } from '#plugins/egress/contract.ts';
import type { DatabaseAddress } from './address.ts';
import { toSqlFailure } from './failure.ts';

/** Bytes a server may send in one call, before anything is read of them: one value alone may have a gigabyte. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Code of a request to cancel (PostgreSQL's protocol, message formats: CancelRequest). */
const CANCEL_REQUEST = 80_877_102;

export interface ConnectionOptions {
  readonly sockets: Sockets;
  readonly address: DatabaseAddress;
  readonly signal: AbortSignal;
  /** Milliseconds for everything, connecting included; the server's own time limit should be shorter. */
  readonly deadline: number;
}

/**
 * Gives `use` a client that speaks over a socket of the egress rules, and closes it. When the signal aborts, the time is
 * over or too much is sent, the statement is cancelled on the server too, and nobody waits for its answer.
 */
export async function withConnection<T>(
  options: ConnectionOptions,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const { sockets, address, signal, deadline } = options;
  const { host, port } = address;
  const ended = new AbortController();
  const { promise: isEnded, reject: end } = Promise.withResolvers<never>();
  isEnded.catch(() => {});
  const stop = (reason: unknown): void => {
    end(reason);
    ended.abort(reason);
  };
  const onAbort = () => stop(signal.reason);
  const message = `${host} did not answer within ${deadline / 1000} s. Make the statement cheaper, or try again later.`;
  const timer = setTimeout(() => stop(new PlatformError('limited', 'tool-sql.timed_out', message)), deadline);
  signal.addEventListener('abort', onAbort, { once: true });
  let socket: Socket | undefined;
  let client: pg.Client | undefined;
  try {
    signal.throwIfAborted();
    socket = await sockets.connect({ host, port, signal: ended.signal });
    client = clientOver(socket, address);
    limitBytes(client, address.tls !== 'disable', () => stop(tooLarge(host)));
    return await Promise.race([isEnded, client.connect().then(() => use(client as pg.Client))]);
  } catch (error) {
    if (ended.signal.aborted) {
      if (client !== undefined) void cancel(sockets, address, client);
      throw ended.signal.reason;
    }
    throw toSqlFailure(error, address);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    if (ended.signal.aborted) socket?.destroy();
    void client?.end().catch(() => {});
    // After what is still to be written: the server ends a transaction whose client is gone.
    socket?.destroySoon();
  }
}

function clientOver(socket: Socket, address: DatabaseAddress): pg.Client {
  const { host, port, user, password, database, tls } = address;
  const connected = Object.assign(socket, {
    // `pg` connects what it is given; this is connected, to the address that was checked.
    connect: () => {
      process.nextTick(() => socket.emit('connect'));
      return socket;
    },
  });
  const client = new pg.Client({
    stream: () => connected,
    host,
    port,
    user,
    database,
    // An empty text would be replaced by PGPASSWORD, or what ~/.pgpass has: the server's own. A function is not.
    password: () => password,
    ssl: tls === 'disable' ? false : { rejectUnauthorized: tls === 'verify-full' },
    application_name: 'weft',
  });
  // A connection that breaks says so by an event as well as by the query that fails.
  client.on('error', () => {});
  return client;
}

/** What is sent is counted as it is read: over TLS by the stream that decrypts, which replaces the socket. */
function limitBytes(client: pg.Client, isSecure: boolean, tooMany: () => void): void {
  const { connection } = client as unknown as { connection: EventEmitter & { stream: Duplex } };
  let bytes = 0;
  const count = () =>
    connection.stream.on('data', (piece: Uint8Array) => {
      bytes += piece.byteLength;
      if (bytes <= MAX_BYTES) return;
      connection.stream.destroy();
      tooMany();
    });
  if (isSecure) connection.once('sslconnect', count);
  else count();
}

/** Best effort: a connection of its own carries it, and the server answers nothing. */
async function cancel(sockets: Sockets, { host, port }: DatabaseAddress, client: pg.Client): Promise<void> {
  const { processID, secretKey } = client as unknown as { processID: unknown; secretKey: unknown };
  if (typeof processID !== 'number' || typeof secretKey !== 'number') return;
  try {
    const socket = await sockets.connect({ host, port, connectTimeout: 5_000 });
    const request = Buffer.alloc(16);
    [16, CANCEL_REQUEST, processID, secretKey].forEach((value, at) => {
      request.writeInt32BE(value | 0, at * 4);
    });
    socket.on('error', () => {});
    socket.setTimeout(5_000, () => socket.destroy());
    socket.resume();
    socket.end(request);
  } catch {
    // The connection is closed in any case; the server stops at its own time limit.
  }
}

function tooLarge(host: string) {
  const message = `${host} sent more than ${MAX_BYTES / 1024 / 1024} MB. Select fewer columns, or parts of long values: left(column, 1000).`;
  return new PlatformError('limited', 'tool-sql.too_large', message);
}
