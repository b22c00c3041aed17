import { decodeError, type EncodedError } from '#engine/pool/error-codec.ts';
import type { FromWorker, PrefetchedAnswer } from '#engine/pool/protocol.ts';
import { currentTime, PlatformError, TransientMap } from '#kernel';

interface PendingCall {
  readonly run: number;
  resolve(output: unknown): void;
  reject(error: unknown): void;
}

/** Milliseconds for which an answer counts that came along with its run. */
const FRESH_FOR = 100;

interface Prefetched {
  readonly answers: PrefetchedAnswer[];
  /** Milliseconds since the epoch: threads share no other clock. */
  readonly at: number;
}

/** The thread's side of host calls: numbers out, answers in. */
export class HostClient {
  readonly #send: (message: FromWorker) => void;
  readonly #pending = new TransientMap<number, PendingCall>();
  readonly #prefetched = new TransientMap<number, Prefetched>();
  #lastNumber = 0;

  constructor(send: (message: FromWorker) => void) {
    this.#send = send;
  }

  /** Answers that came along with a run, made at `at`: each is given once, to the question it was made for. */
  prefetch(run: number, answers: readonly PrefetchedAnswer[], at: number): void {
    if (answers.length > 0) this.#prefetched.set(run, { answers: [...answers], at });
  }

  call(run: number, hostCall: string, input: unknown): Promise<unknown> {
    const prefetched = this.#takePrefetched(run, hostCall, input);
    if (prefetched !== undefined) return Promise.resolve(JSON.parse(prefetched));
    const call = ++this.#lastNumber;
    return new Promise((resolve, reject) => {
      try {
        this.#send({ kind: 'call', call, run, hostCall, input });
      } catch (cause) {
        const message = `The input of the host call "${hostCall}" is not plain data.`;
        reject(new PlatformError('internal', 'engine.bad_host_call', message, { cause }));
        return;
      }
      this.#pending.set(call, { run, resolve, reject });
    });
  }

  answer(call: number, output: unknown): void {
    this.#take(call)?.resolve(output);
  }

  refuse(call: number, error: EncodedError): void {
    this.#take(call)?.reject(decodeError(error));
  }

  /** Ends what a finished or aborted run still waits for. */
  abandon(run: number): void {
    this.#prefetched.delete(run);
    for (const [call, pending] of this.#pending) {
      if (pending.run !== run) continue;
      this.#pending.delete(call);
      pending.reject(new PlatformError('conflict', 'engine.run_over', 'The run ended while a host call was pending.'));
    }
  }

  #takePrefetched(run: number, hostCall: string, input: unknown): string | undefined {
    const prefetched = this.#prefetched.get(run);
    if (prefetched === undefined) return undefined;
    const age = currentTime() - prefetched.at;
    if (age < 0 || age >= FRESH_FOR) {
      this.#prefetched.delete(run);
      return undefined;
    }
    const text = JSON.stringify(input);
    const index = prefetched.answers.findIndex((each) => each.hostCall === hostCall && each.input === text);
    return index === -1 ? undefined : prefetched.answers.splice(index, 1)[0]?.output;
  }

  #take(call: number): PendingCall | undefined {
    const pending = this.#pending.get(call);
    this.#pending.delete(call);
    return pending;
  }
}
