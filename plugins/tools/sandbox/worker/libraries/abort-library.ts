import type { LibraryTools } from './tools.ts';

/** `AbortController` and its signals: what code ends its own waiting with. */
export function abortLibrary({ need }: LibraryTools) {
  type Listener = ((event: unknown) => void) | { handleEvent(event: unknown): void };
  const named = (name: string, message: string): Error => Object.assign(new Error(message), { name });
  /** Ends a signal; only this library may. */
  const abort = Symbol('abort');

  class AbortSignal {
    #isAborted = false;
    #reason: unknown;
    #listeners: { readonly listener: Listener; readonly once: boolean }[] = [];
    onabort: ((event: unknown) => void) | null = null;

    get aborted(): boolean {
      return this.#isAborted;
    }
    get reason(): unknown {
      return this.#reason;
    }
    throwIfAborted(): void {
      if (this.#isAborted) throw this.#reason;
    }
    addEventListener(type: unknown, listener: Listener, options?: { readonly once?: boolean }): void {
      if (type !== 'abort' || this.#listeners.some((known) => known.listener === listener)) return;
      this.#listeners.push({ listener, once: options?.once === true });
    }
    removeEventListener(_type: unknown, listener: Listener): void {
      this.#listeners = this.#listeners.filter((known) => known.listener !== listener);
    }
    [abort](reason: unknown): void {
      if (this.#isAborted) return;
      this.#isAborted = true;
      this.#reason = reason ?? named('AbortError', 'This operation was aborted');
      const event = { type: 'abort', target: this };
      const told = this.#listeners;
      this.#listeners = told.filter(({ once }) => !once);
      this.onabort?.(event);
      for (const { listener } of told) {
        if (typeof listener === 'function') listener(event);
        else listener.handleEvent(event);
      }
    }
    static abort(reason?: unknown): AbortSignal {
      const signal = new AbortSignal();
      signal[abort](reason);
      return signal;
    }
    static timeout(milliseconds: number): AbortSignal {
      const signal = new AbortSignal();
      const end = () => signal[abort](named('TimeoutError', 'The operation was aborted due to timeout'));
      need<(call: () => void, delay: number) => void>('setTimeout')(end, milliseconds);
      return signal;
    }
    static any(signals: Iterable<AbortSignal>): AbortSignal {
      const signal = new AbortSignal();
      for (const each of signals) {
        if (each.aborted) signal[abort](each.reason);
        each.addEventListener('abort', () => signal[abort](each.reason), { once: true });
      }
      return signal;
    }
  }

  class AbortController {
    readonly signal = new AbortSignal();
    abort(reason?: unknown): void {
      this.signal[abort](reason);
    }
  }
  return { AbortController, AbortSignal };
}
