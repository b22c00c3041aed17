import type { MessagePort } from 'node:worker_threads';
import type { QuickJSContext, QuickJSDeferredPromise } from 'quickjs-emscripten';
import type { NetworkAnswer } from '#plugins/sandbox/code-network.ts';
import { encodeRequest, readNetworkRequest } from '#plugins/sandbox/network-wire.ts';
import type { HostBridge } from './host-bridge.ts';

/** Characters of all requests of a call: they wait in the memory of the server, which the interpreter's limit does not count. */
const mostChars = 64 * 1024 * 1024;

const malformed: NetworkAnswer = { ok: false, kind: 'url', message: 'the request is malformed' };

interface Answered {
  readonly id: number;
  readonly answer: NetworkAnswer;
}

/** Requests of one call on their way to the main thread; the interpreter's promises wait for them. */
export class Fetcher {
  readonly #context: QuickJSContext;
  readonly #bridge: HostBridge;
  readonly #waiting = new Map<number, QuickJSDeferredPromise>();
  readonly #arrived: Answered[] = [];
  #port: MessagePort | undefined;
  #next = 0;
  #most = 0;
  #bodyChars = 0;
  #wake: (() => void) | undefined;

  constructor(context: QuickJSContext, bridge: HostBridge) {
    this.#context = context;
    this.#bridge = bridge;
  }

  get isWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  /** `requests`: how many the call may send. */
  use(port: MessagePort, requests: number): void {
    this.#port = port;
    this.#most = requests;
    port.on('message', (message: Answered) => {
      this.#arrived.push(message);
      this.#wake?.();
    });
  }

  /** Asks for what the bootstrap has put into `request` (JSON); the promise it returns settles in `settle`. */
  ask(request: string) {
    if (this.#next >= this.#most) throw new Error(`code may send ${this.#most} requests a call`);
    const asked = readNetworkRequest(JSON.parse(request));
    this.#bodyChars += request.length;
    if (this.#bodyChars > mostChars) throw new Error('the requests of this call hold more than 64 MB');
    const deferred = this.#context.newPromise();
    const id = this.#next++;
    this.#waiting.set(id, deferred);
    if (asked === null) this.#arrived.push({ id, answer: malformed });
    else this.#send(id, encodeRequest(asked));
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

  /** As bytes, which are handed over as they are: the main thread reads no more of them than it has decided to. */
  #send(id: number, request: Uint8Array): void {
    this.#port?.postMessage({ id, request }, [request.buffer as ArrayBuffer]);
  }

  #give(id: number, answer: NetworkAnswer): void {
    const deferred = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (deferred === undefined) return;
    const context = this.#context;
    const list = context.newArray();
    const { body, ...head } = answer.ok ? answer : { ...answer, body: new Uint8Array() };
    context.setProp(list, 0, this.#bridge.giveText(JSON.stringify(head)));
    context.setProp(list, 1, this.#bridge.giveBytes(body));
    deferred.resolve(list);
  }
}
