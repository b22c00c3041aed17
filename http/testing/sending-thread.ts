import { Worker } from 'node:worker_threads';

export interface ThreadRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: ThreadBody;
}

/** Bytes; or a module whose `make` makes a text of what it is given, in the thread. */
export type ThreadBody = Uint8Array | { readonly module: string; readonly with: readonly unknown[] };

export interface ThreadAnswer {
  readonly status: number;
  /** Its beginning. */
  readonly text: string;
}

/** Sends requests from a thread of its own: the main thread is the server's, and what it does is measured. */
export class SendingThread {
  readonly #worker = new Worker(new URL('./send-thread.mjs', import.meta.url));
  readonly #waiting = new Map<number, (answer: ThreadAnswer) => void>();
  #last = 0;

  constructor() {
    this.#worker.on('message', ({ id, ...answer }: ThreadAnswer & { readonly id: number }) => {
      this.#waiting.get(id)?.(answer);
      this.#waiting.delete(id);
    });
  }

  send(url: string, { method = 'POST', headers = {}, body = new Uint8Array() }: ThreadRequest): Promise<ThreadAnswer> {
    const id = ++this.#last;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#worker.postMessage({ id, url, method, headers, body });
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
