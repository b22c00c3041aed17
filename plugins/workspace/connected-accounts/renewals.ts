import { setTimeout as sleep } from 'node:timers/promises';

const WAIT_MS = 100;
const WAITS = 300;

/** How one grant is renewed. `Grant`: what is stored of it, opened. */
export interface RenewalSteps<Grant> {
  /** What is stored now; throws where it is gone. */
  read(): Promise<Grant>;
  /** Somebody else has renewed it since the caller read it. */
  isRenewed(found: Grant): boolean;
  /** True: the caller alone renews what was found, for the next moments. */
  lease(found: Grant): Promise<boolean>;
  /** Asks the service, and stores what it gives before anybody uses it. */
  refresh(found: Grant): Promise<Grant>;
  /** What is thrown when others hold the lease for half a minute. */
  late(): Error;
}

/**
 * Renewals of tokens whose refresh token may count once: all calls of this process share one, and processes wait for each
 * other's by a lease.
 */
export class Renewals<Grant> {
  readonly #running = new Map<string, Promise<Grant>>();

  /** `key` names the grant. */
  once(key: string, steps: RenewalSteps<Grant>): Promise<Grant> {
    const known = this.#running.get(key);
    if (known !== undefined) return known;
    const renewal = leased(steps).finally(() => this.#running.delete(key));
    this.#running.set(key, renewal);
    return renewal;
  }
}

async function leased<Grant>(steps: RenewalSteps<Grant>): Promise<Grant> {
  for (let waited = 0; waited < WAITS; waited += 1) {
    const found = await steps.read();
    if (steps.isRenewed(found)) return found;
    if (await steps.lease(found)) return steps.refresh(found);
    await sleep(WAIT_MS);
  }
  throw steps.late();
}
