import { streamEnded } from '#http';
import { isPlatformError } from '#kernel';
import { isFollowed } from '#plugins/accounts/contract.ts';
import type { Doorkeeper } from './doorkeeper.ts';
import type { VisitorClaims } from './visitor-token.ts';

interface Ending {
  readonly claims: VisitorClaims;
  readonly controller: AbortController;
}

/** Ends the streams of visitors who may no longer be there. */
export class VisitorEndings {
  readonly #doorkeeper: Doorkeeper;
  readonly #endings = new Map<string, Ending>();

  constructor(doorkeeper: Doorkeeper) {
    this.#doorkeeper = doorkeeper;
  }

  /** Aborts with what to tell the reader. */
  of(token: string, claims: VisitorClaims): AbortSignal {
    const known = this.#endings.get(token) ?? { claims, controller: new AbortController() };
    this.#endings.set(token, known);
    return known.controller.signal;
  }

  /** Looks at all who follow a stream; of one app, where it is said. */
  async review(appId?: string): Promise<void> {
    const asked = [...this.#endings].filter(([, { claims }]) => appId === undefined || claims.appId === appId);
    await Promise.all(asked.map(([token, ending]) => this.#look(token, ending)));
  }

  async #look(token: string, { claims, controller }: Ending): Promise<void> {
    if (!isFollowed(controller.signal)) {
      this.#endings.delete(token);
      return;
    }
    try {
      await this.#doorkeeper.review(claims);
    } catch (error) {
      // The database is away: the next look will tell.
      if (!isPlatformError(error) || (error.kind !== 'forbidden' && error.kind !== 'unauthenticated')) return;
      this.#endings.delete(token);
      controller.abort(streamEnded(error.message));
    }
  }
}
