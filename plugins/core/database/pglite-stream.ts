import { Duplex } from 'node:stream';
import type { PgliteListener, PgliteServer } from './pglite-server.ts';

interface Chunk {
  readonly chunk: Buffer;
}

/**
 * The socket `pg` is given instead of a TCP one. It is corked around the messages of a query (by `pg`) and of a burst
 * (`sendTogether`), so each write ends with the message that asks for an answer, and is one trip to the thread and back.
 */
export class PgliteStream extends Duplex implements PgliteListener {
  readonly #server: PgliteServer;

  constructor(server: PgliteServer) {
    super({ allowHalfOpen: false, decodeStrings: true, readableHighWaterMark: 1 << 20 });
    this.#server = server;
  }

  /** Called by `pg` as on a net.Socket. */
  connect(): this {
    this.#server.connect(this);
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  onConnected(): void {
    this.emit('connect');
  }

  onBytes(bytes: Uint8Array): void {
    this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  onFailed(error: Error): void {
    this.destroy(error);
  }

  override _read(): void {
    // Answers are pushed when they come; there is nothing to ask for.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#server.send(new Uint8Array(chunk));
    done();
  }

  override _writev(chunks: readonly Chunk[], done: () => void): void {
    this.#server.send(new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk))));
    done();
  }

  override _final(done: () => void): void {
    this.#server.disconnect(this);
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#server.disconnect(this);
    done(error);
  }
}
