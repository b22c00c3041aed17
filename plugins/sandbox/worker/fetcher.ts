import type { MessagePort } from 'node:worker_threads';
import type { QuickJSContext, QuickJSDeferredPromise } from 'quickjs-emscripten';
import type { NetworkAnswer } from '../code-network.ts';

interface Answered {
  readonly id: number;
  readonly answer: NetworkAnswer;
}

/** Requests of one call on their way to the main thread; the interpreter's promises wait for them. */
export class Fetcher {
  readonly #context: QuickJSContext;
  readonly #waiting = new Map<number, QuickJSDeferredPromise>();
  readonly #arrived: Answered[] = [];
  #port: MessagePort | undefined;
  #next = 0;
  #wake: (() => void) | undefined;

  constructor(context: QuickJSContext) {
    this.#context = context;
  }

  get isWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  use(port: MessagePort): void {
    this.#port = port;
    port.on('message', (message: Answered) => {
      this.#arrived.push(message);
      this.#wake?.();
    });
  }

  /** Asks for what the prelude has put into `request` (JSON); the promise it returns settles in `settle`. */
  ask(request: string) {
    const deferred = this.#context.newPromise();
    const id = this.#next++;
    this.#waiting.set(id, deferred);
    this.#port?.postMessage({ id, request: JSON.parse(request) });
    return deferred.handle;
  }

  /** Waits for an answer, at most this long, and gives what has arrived to the interpreter. */
  async settle(milliseconds: number): Promise<void> {
    if (this.#arrived.length === 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.max(0, milliseconds));
        const wake = () => {
          clearTimeout(timer);
          resolve();
        };
        this.#wake = wake;
      });
    }
    for (const { id, answer } of this.#arrived.splice(0)) this.#give(id, answer);
  }

  close(): void {
    this.#port?.close();
  }

  #give(id: number, answer: NetworkAnswer): void {
    const deferred = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (deferred === undefined) return;
    const context = this.#context;
    const list = context.newArray();
    const { body, ...head } = answer.ok ? answer : { ...answer, body: new Uint8Array() };
    context.setProp(list, 0, context.newString(JSON.stringify(head)));
    context.setProp(list, 1, context.newArrayBuffer(Uint8Array.from(body).buffer));
    deferred.resolve(list);
  }
}
