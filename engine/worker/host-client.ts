import { PlatformError } from '../../kernel/index.ts';
import { decodeError, type EncodedError } from '../pool/error-codec.ts';
import type { FromWorker } from '../pool/protocol.ts';

interface PendingCall {
  readonly run: number;
  resolve(output: unknown): void;
  reject(error: unknown): void;
}

/** The thread's side of host calls: numbers out, answers in. */
export class HostClient {
  readonly #send: (message: FromWorker) => void;
  readonly #pending = new Map<number, PendingCall>();
  #lastNumber = 0;

  constructor(send: (message: FromWorker) => void) {
    this.#send = send;
  }

  call(run: number, hostCall: string, input: unknown): Promise<unknown> {
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
    for (const [call, pending] of this.#pending) {
      if (pending.run !== run) continue;
      this.#pending.delete(call);
      pending.reject(new PlatformError('conflict', 'engine.run_over', 'The run ended while a host call was pending.'));
    }
  }

  #take(call: number): PendingCall | undefined {
    const pending = this.#pending.get(call);
    this.#pending.delete(call);
    return pending;
  }
}
