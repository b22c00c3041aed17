import { currentTime, isPlatformError } from '#kernel';
import type { Egress, EgressResponse } from '#plugins/egress/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { EndpointEnd } from './contract.ts';
import type { Interests } from './interests.ts';
import { signedHeaders } from './signature.ts';
import type { Outgoing, WebhookStore } from './store.ts';

/** Sealing of endpoints' secrets. */
export const SECRET_PURPOSE = 'webhooks.endpoint';

const LIMIT_MS = 10_000;
const MAX_BYTES = 16_384;

export interface DeliveryParts {
  readonly store: WebhookStore;
  readonly egress: Egress;
  readonly secrets: Secrets;
  readonly interests: Interests;
  /** How often a message is tried. */
  readonly attempts: number;
  /** For `User-Agent`. */
  readonly version: string;
  /** Hears of endpoints that do not want to be told any more. */
  switchedOff(endpoint: EndpointEnd): void;
}

/** What the other side made of it; `error` null: it took it. */
interface Answer {
  readonly status: number | null;
  readonly error: string | null;
}

/** Sends messages, one attempt at a time. */
export class Delivery {
  readonly #parts: DeliveryParts;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  /** Throws when the message shall be tried again. */
  async attempt(workspaceId: string, id: string, signal: AbortSignal): Promise<void> {
    const { store, attempts, interests } = this.#parts;
    const outgoing = await store.outgoing(workspaceId, id);
    // Delivered, dead or removed meanwhile: by another process that was thought to be gone, or by its owner.
    if (outgoing === null) return;
    const save = (status: 'pending' | 'delivered' | 'dead', { status: lastStatus, error: lastError }: Answer) =>
      store.attempted(workspaceId, id, { status, lastStatus, lastError });
    if (!outgoing.enabled && outgoing.type !== 'webhook.test') {
      return save('dead', { status: null, error: 'The endpoint is disabled.' });
    }
    const answer = await this.#send(workspaceId, outgoing, signal);
    if (answer.error === null) return save('delivered', answer);
    if (answer.status === 410) {
      const { appId, endpointId } = outgoing;
      await store.disable({ workspaceId, appId, endpointId }, 'It answered 410 Gone.');
      await interests.changed();
      await save('dead', answer);
      this.#parts.switchedOff({ workspaceId, appId, endpointId, url: outgoing.url });
      return;
    }
    const isLast = outgoing.attempts + 1 >= attempts;
    await save(isLast ? 'dead' : 'pending', answer);
    if (!isLast) throw new Error(answer.error);
  }

  async #send(workspaceId: string, outgoing: Outgoing, stopping: AbortSignal): Promise<Answer> {
    const { egress, secrets, version } = this.#parts;
    const { id, url, body } = outgoing;
    const keys = outgoing.secrets.map((sealed) => secrets.open(workspaceId, SECRET_PURPOSE, sealed));
    const limit = AbortSignal.timeout(LIMIT_MS);
    try {
      const response = await egress.request({
        url,
        method: 'POST',
        headers: [
          ['Content-Type', 'application/json'],
          ['User-Agent', `Weft/${version}`],
          ...signedHeaders({ id, at: new Date(currentTime()), body }, keys),
        ],
        body,
        signal: AbortSignal.any([stopping, limit]),
        connectTimeout: LIMIT_MS,
        headersTimeout: LIMIT_MS,
        bodyTimeout: LIMIT_MS,
      });
      await skim(response);
      const { status } = response;
      const isTaken = status >= 200 && status < 300;
      return { status, error: isTaken ? null : `${new URL(url).hostname} answered ${status}.` };
    } catch (error) {
      // The process is stopping: that is not the other side's fault, and not counted.
      if (stopping.aborted) throw error;
      if (limit.aborted) return { status: null, error: `${new URL(url).hostname} did not answer within 10 seconds.` };
      const reason = isPlatformError(error) ? error.message : `${new URL(url).hostname} can't be reached.`;
      return { status: null, error: reason };
    }
  }
}

/** Reads as much of the body as makes the connection good for the next message; nobody wants what it says. */
async function skim({ body }: EgressResponse): Promise<void> {
  let read = 0;
  try {
    for await (const piece of body) {
      read += piece.byteLength;
      if (read > MAX_BYTES) break;
    }
  } catch {
    // The status is the answer.
  } finally {
    body.destroy();
  }
}
