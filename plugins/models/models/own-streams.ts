import type { HostCaller } from '#engine';
import { newId, PlatformError } from '#kernel';
import type { Credentials, LlmModel, LlmPart, LlmRequest } from './contract.ts';

/** Host calls of the thread service about models of own providers: begin a call, read what has come, end it. */
export const OwnOpen = 'models.own-open';
export const OwnRead = 'models.own-read';
export const OwnClose = 'models.own-close';

/** Input of `models.own-open`, which answers with the id of the call. Holds credentials. */
export interface OwnCall {
  /** Id of the provider. */
  readonly provider: string;
  readonly credentials: Credentials;
  readonly request: Omit<LlmRequest, 'signal'>;
}

/** Answer of `models.own-read`. Null: it is over. */
export type OwnParts = readonly LlmPart[] | null;

interface Open {
  readonly runId: string;
  readonly parts: AsyncIterator<readonly LlmPart[]>;
  readonly end: AbortController;
}

/** Calls of own providers' language models that engine threads read. What nobody reads is not asked for. */
export class OwnStreams {
  readonly #open = new Map<string, Open>();

  open(llm: LlmModel, request: OwnCall['request'], { runId, signal }: HostCaller): string {
    signal.throwIfAborted();
    const id = newId();
    const end = new AbortController();
    // A run that ends does not come back for the rest.
    const onStop = () => this.#forget(id, signal.reason);
    signal.addEventListener('abort', onStop, { once: true });
    end.signal.addEventListener('abort', () => signal.removeEventListener('abort', onStop), { once: true });
    const parts = llm.stream({ ...request, signal: end.signal })[Symbol.asyncIterator]();
    this.#open.set(id, { runId, parts, end });
    return id;
  }

  async read(id: string, { runId }: Pick<HostCaller, 'runId'>): Promise<OwnParts> {
    const call = this.#open.get(id);
    if (call?.runId !== runId) {
      throw new PlatformError('not-found', 'models.unknown_call', 'There is no such call of a model in this run.');
    }
    try {
      const next = await call.parts.next();
      if (next.done !== true) return next.value;
    } catch (error) {
      this.#forget(id);
      throw error;
    }
    this.#forget(id);
    return null;
  }

  close(id: string, { runId }: Pick<HostCaller, 'runId'>): void {
    if (this.#open.get(id)?.runId === runId) this.#forget(id);
  }

  #forget(id: string, reason?: unknown): void {
    const call = this.#open.get(id);
    this.#open.delete(id);
    call?.end.abort(reason);
  }
}
