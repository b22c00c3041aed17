import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface BodyDeadlinesOptions {
  /** Milliseconds a body has to arrive; a form that keeps coming has as long again and again. */
  readonly requestTimeout: number;
  /** Milliseconds between two looks at all connections. */
  readonly interval: number;
  /** Ends a connection whose request is late. */
  onLate(socket: Socket): void;
}

/** Bytes per second at which a form counts as moving: less than the worst of mobile networks. */
const SLOWEST_PACE = 1024;

interface Arriving {
  readonly request: IncomingMessage;
  /** Beginning of the time it has now, and what the connection had received by then. */
  since: number;
  bytes: number;
}

const movingForms = new WeakSet<IncomingMessage>();

/** From now on the request may take its time as long as its body keeps coming. Returns the undo. */
export function letMovingGoOn(request: IncomingMessage): () => void {
  movingForms.add(request);
  return () => void movingForms.delete(request);
}

/**
 * Bounds the time that bodies have to arrive. Node's own deadline is one for all requests: short enough to shake off
 * clients that fell asleep, it would cut a large file on a slow line.
 */
export class BodyDeadlines {
  readonly #options: BodyDeadlinesOptions;
  readonly #latest = new Map<Socket, Arriving | null>();

  constructor(server: Server, options: BodyDeadlinesOptions) {
    this.#options = options;
    server.on('connection', (socket: Socket) => {
      this.#latest.set(socket, null);
      socket.once('close', () => this.#latest.delete(socket));
    });
    const looking = setInterval(() => this.#look(performance.now()), options.interval);
    looking.unref();
    server.on('close', () => clearInterval(looking));
  }

  /** A request came whose headers are complete. */
  began({ req: request }: ServerResponse): void {
    const { socket } = request;
    if (!this.#latest.has(socket)) return;
    this.#latest.set(socket, { request, since: performance.now(), bytes: socket.bytesRead });
  }

  #look(now: number): void {
    for (const [socket, arriving] of this.#latest) {
      if (arriving === null) continue;
      if (arriving.request.complete) this.#latest.set(socket, null);
      else if (now - arriving.since >= this.#options.requestTimeout) this.#judge(socket, arriving, now);
    }
  }

  #judge(socket: Socket, arriving: Arriving, now: number): void {
    const expected = ((now - arriving.since) / 1000) * SLOWEST_PACE;
    const isMoving = socket.bytesRead - arriving.bytes >= expected;
    if (isMoving && movingForms.has(arriving.request)) {
      arriving.since = now;
      arriving.bytes = socket.bytesRead;
      return;
    }
    this.#latest.set(socket, null);
    this.#options.onLate(socket);
  }
}
