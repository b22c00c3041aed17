import { getEventListeners } from 'node:events';
import { PlatformError } from '#kernel';
import type { AppByKey } from './contract.ts';

/** Milliseconds between two looks at keys whose streams are open: other processes revoke keys, too. */
const INTERVAL = 2_000;

export interface KeyEndingsParts {
  /** What a key leads to now; null: it is revoked. */
  readonly look: (secret: string) => AppByKey | null | Promise<AppByKey | null>;
}

/**
 * Tells streams when the key they were opened with was revoked. Those of an app that is deleted go on to their end, as its runs
 * do: it may come back.
 */
export class KeyEndings {
  readonly #parts: KeyEndingsParts;
  readonly #endings = new Map<string, AbortController>();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: KeyEndingsParts) {
    this.#parts = parts;
  }

  /** Aborts with what to tell the reader. */
  of(secret: string): AbortSignal {
    let ending = this.#endings.get(secret);
    if (ending === undefined) {
      ending = new AbortController();
      this.#endings.set(secret, ending);
    }
    this.#timer ??= setInterval(() => void this.review(), INTERVAL).unref();
    return ending.signal;
  }

  /** Looks at all keys that somebody still listens for. */
  async review(): Promise<void> {
    await Promise.all([...this.#endings].map(([secret, ending]) => this.#look(secret, ending)));
    if (this.#endings.size === 0) this.close();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #look(secret: string, ending: AbortController): Promise<void> {
    if (getEventListeners(ending.signal, 'abort').length === 0) {
      this.#endings.delete(secret);
      return;
    }
    try {
      if ((await this.#parts.look(secret)) !== null) return;
      this.#endings.delete(secret);
      ending.abort(new PlatformError('unauthenticated', 'apps.unauthorized', 'The app key was revoked.'));
    } catch {
      // The database is away: the next look will tell.
    }
  }
}
