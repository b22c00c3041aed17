import { AsyncLocalStorage } from 'node:async_hooks';
import { frame, fromChild, mostLogChars } from './frames.ts';

/** The call that code runs for, also in what it waits for. */
const current = new AsyncLocalStorage<Call>();
const [run, store] = [current.run.bind(current), current.getStore.bind(current)];

export function currentCall(): Call | undefined {
  return store();
}

/** One call of the package while it is at work. */
export class Call {
  readonly id: number;
  readonly #write: (bytes: Buffer) => void;
  readonly #questions = new Map<number, PromiseWithResolvers<Buffer>>();
  /** Rejects when something fails that the call does not wait for. */
  readonly #broken = Promise.withResolvers<never>();
  readonly #logs: string[] = [];
  #logChars = 0;
  #next = 0;
  #isOver = false;

  constructor(id: number, write: (bytes: Buffer) => void) {
    this.id = id;
    this.#write = write;
    this.#broken.promise.catch(() => undefined);
  }

  /** What it printed, by line. */
  get logs(): string {
    return this.#logs.join('\n');
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await run(this, () => Promise.race([work(), this.#broken.promise]));
    } finally {
      this.#isOver = true;
      this.#questions.clear();
    }
  }

  ask(request: Uint8Array): Promise<Buffer> {
    if (this.#isOver) throw new Error('the call that this request belongs to is over');
    const id = this.#next++;
    const question = Promise.withResolvers<Buffer>();
    this.#questions.set(id, question);
    this.#write(frame(fromChild.ask, [this.id, id], request));
    return question.promise;
  }

  answer(id: number, answer: Buffer): void {
    this.#questions.get(id)?.resolve(answer);
    this.#questions.delete(id);
  }

  fail(error: unknown): void {
    this.#broken.reject(error);
  }

  log(line: string): void {
    const text = line.slice(0, Math.max(0, mostLogChars - this.#logChars));
    if (text === '') return;
    this.#logChars += text.length + 1;
    this.#logs.push(text);
  }
}
