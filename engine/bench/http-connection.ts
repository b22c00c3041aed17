import { connect, type Socket } from 'node:net';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface Sending {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for GET. */
  readonly body: string;
}

/** Receives the pieces of an answer's body as they arrive. */
export type OnPiece = (piece: Buffer) => void;

interface Pending {
  readonly onPiece: OnPiece | undefined;
  readonly pieces: Buffer[];
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

type Framing = { kind: 'length'; left: number } | { kind: 'chunked'; left: number };

const lineEnd = Buffer.from('\r\n');
const headEnd = Buffer.from('\r\n\r\n');

/**
 * One keep-alive HTTP/1.1 connection, one request at a time, made anew when the server ended it. It parses just what servers under test send, so that the
 * client leaves the processors to them.
 */
export class HttpConnection {
  readonly #address: URL;
  #socket: Socket | undefined;
  #rest: Buffer = Buffer.alloc(0);
  #status = 0;
  #framing: Framing | undefined;
  #isLast = false;
  #pending: Pending | undefined;

  constructor(origin: string) {
    this.#address = new URL(origin);
  }

  post(path: string, headers: Readonly<Record<string, string>>, body: string, onPiece?: OnPiece): Promise<Answer> {
    return this.send({ method: 'POST', path, headers, body }, onPiece);
  }

  /** A body is JSON, unless the headers say otherwise. */
  send({ method, path, headers, body }: Sending, onPiece?: OnPiece): Promise<Answer> {
    const all = body === '' ? headers : { 'content-type': 'application/json', ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    const length = method === 'GET' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
    this.#socket ??= this.#connect();
    this.#socket.write(
      `${method} ${path} HTTP/1.1\r\nhost: ${this.#address.host}\r\n${length}${lines.join('')}\r\n${body}`,
    );
    return new Promise((resolve, reject) => {
      this.#pending = { onPiece, pieces: [], resolve, reject };
    });
  }

  close(): void {
    this.#pending = undefined;
    this.#socket?.destroy();
  }

  #connect(): Socket {
    const socket = connect(Number(this.#address.port), this.#address.hostname).setNoDelay(true);
    socket.on('data', (data) => this.#onData(data));
    socket.on('error', (error) => this.#fail(socket, error));
    socket.on('close', () => this.#fail(socket, new Error('The server closed the connection.')));
    return socket;
  }

  #fail(socket: Socket, error: Error): void {
    if (socket !== this.#socket) return;
    this.#socket = undefined;
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.reject(error);
  }

  #onData(data: Buffer): void {
    this.#rest = this.#rest.length === 0 ? data : Buffer.concat([this.#rest, data]);
    while (this.#step());
  }

  /** Takes one element off the rest: the head, a piece of the body, or the end. False when more data is needed. */
  #step(): boolean {
    if (this.#framing === undefined) return this.#takeHead();
    return this.#framing.kind === 'length' ? this.#takeSome(this.#framing) : this.#takeChunk(this.#framing);
  }

  #takeHead(): boolean {
    const end = this.#rest.indexOf(headEnd);
    if (end < 0) return false;
    const head = this.#rest.toString('latin1', 0, end).toLowerCase();
    this.#rest = this.#rest.subarray(end + headEnd.length);
    this.#status = Number(head.slice(9, 12));
    // Servers end the connections of event streams.
    this.#isLast = head.includes('\r\nconnection: close');
    const isChunked = head.includes('\r\ntransfer-encoding: chunked');
    const length = Number(/\r\ncontent-length: (\d+)/.exec(head)?.[1] ?? 0);
    this.#framing = isChunked ? { kind: 'chunked', left: 0 } : { kind: 'length', left: length };
    if (!isChunked && length === 0) this.#finish();
    return this.#rest.length > 0;
  }

  #takeSome(framing: Framing): boolean {
    const piece = this.#rest.subarray(0, framing.left);
    this.#rest = this.#rest.subarray(piece.length);
    framing.left -= piece.length;
    if (piece.length > 0) this.#onPiece(piece);
    if (framing.kind === 'length' && framing.left === 0) this.#finish();
    return this.#rest.length > 0;
  }

  #takeChunk(framing: Framing): boolean {
    if (framing.left > 0) return this.#takeSome(framing);
    if (this.#rest[0] === 13) this.#rest = this.#rest.subarray(lineEnd.length);
    const end = this.#rest.indexOf(lineEnd);
    if (end < 0) return false;
    const size = Number.parseInt(this.#rest.toString('latin1', 0, end), 16);
    if (size > 0) {
      this.#rest = this.#rest.subarray(end + lineEnd.length);
      framing.left = size;
      return this.#rest.length > 0;
    }
    if (this.#rest.length < end + headEnd.length) return false;
    this.#rest = this.#rest.subarray(end + headEnd.length);
    this.#finish();
    return this.#rest.length > 0;
  }

  #onPiece(piece: Buffer): void {
    if (this.#pending?.onPiece !== undefined) this.#pending.onPiece(piece);
    else this.#pending?.pieces.push(piece);
  }

  #finish(): void {
    this.#framing = undefined;
    const pending = this.#pending;
    this.#pending = undefined;
    if (this.#isLast) {
      this.#socket?.destroy();
      this.#socket = undefined;
    }
    pending?.resolve({ status: this.#status, body: Buffer.concat(pending.pieces).toString() });
  }
}
