import { connect, type Socket } from 'node:net';

/** A bare TCP connection, for tests where the bytes of a request matter. */
export interface RawConnection {
  readonly socket: Socket;
  send(bytes: string | Buffer): void;
  /** Ends our side only; the other stays open for reading. */
  half(): void;
  /** Everything received so far. */
  received(): string;
  /** Resolves once `pattern` was received; rejects when the connection closes before. */
  until(pattern: RegExp): Promise<string>;
  /** Resolves with everything received when the server closed the connection. */
  closed(): Promise<string>;
}

/** Asks for something, and reads nothing of the answer. */
export async function asleep(address: string, request: string): Promise<RawConnection> {
  const connection = await rawConnection(address);
  connection.socket.on('error', () => {});
  connection.socket.pause();
  connection.send(request);
  return connection;
}

export function rawConnection(address: string): Promise<RawConnection> {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  const chunks: Buffer[] = [];
  const waiting = new Set<() => void>();
  let isClosed = false;
  const notify = () => {
    for (const check of [...waiting]) check();
  };
  const end = () => {
    isClosed = true;
    socket.destroy();
    notify();
  };
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    notify();
  });
  socket.on('end', end).on('close', end).on('error', end);
  const received = () => Buffer.concat(chunks).toString('latin1');

  const connection: RawConnection = {
    socket,
    send: (bytes) => void socket.write(bytes),
    half: () => void socket.end(),
    received,
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const text = received();
          if (!pattern.test(text) && !isClosed) return;
          waiting.delete(check);
          if (pattern.test(text)) resolve(text);
          else reject(new Error(`closed before ${pattern} was received, after: ${text}`));
        };
        waiting.add(check);
        check();
      }),
    closed: () =>
      new Promise((resolve) => {
        const check = () => {
          if (!isClosed) return;
          waiting.delete(check);
          resolve(received());
        };
        waiting.add(check);
        check();
      }),
  };
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(connection)).once('error', reject);
  });
}
