import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { MultipartBody, Reply } from '#http';
import { isPlatformError, type Logger, PlatformError } from '#kernel';
import { entry } from '#plugins/database/contract.ts';
import type { Idempotency, KeyedRequest, KeyedRun } from './contract.ts';
import { HashedForm, skipped } from './hashed-form.ts';
import { boundSink, type KeyName, type KeyState, type KeyStore } from './store.ts';

/** Milliseconds a repeated request waits for the first one to lead to something, and between its looks. */
const PATIENCE = 10_000;
const FIRST_LOOK = 100;
const MAX_LOOK = 1_000;
/** Requests that wait in one process: each of them asks the database again and again. */
const MAX_WAITING = 256;
const RENEWAL = 20_000;
/** A key is a name, such as a UUID: printable ASCII. */
const pattern = /^[\x21-\x7e]{1,255}$/;

export interface IdempotencyParts {
  readonly store: KeyStore;
  readonly logger: Logger;
  /** Milliseconds a repeated request waits; default 10 s. */
  readonly patience?: number;
}

/** Makes requests once, whichever process they come to. */
export class IdempotencyService implements Idempotency {
  readonly #store: KeyStore;
  readonly #logger: Logger;
  readonly #patience: number;
  #waiting = 0;

  constructor({ store, logger, patience = PATIENCE }: IdempotencyParts) {
    this.#store = store;
    this.#logger = logger;
    this.#patience = patience;
  }

  async run<Value>(request: KeyedRequest, how: KeyedRun<Value>): Promise<Reply<Value>> {
    const { refusal, start, repeat } = how;
    const name = nameOf(request);
    if (name === null) return start(null);
    // Limits refuse runs, not answers: a repeat is for the run that was begun, which may be what has used them up. Whether it
    // is one only the table knows, so a refusal with a key costs one read, and no key is claimed and given back for it.
    const refused = refusal?.();
    if (refused !== undefined && (await this.#store.find(name)) === null) throw refused;
    const fingerprint = digest(request.path, request.bodyText);
    const { claim, state } = await this.#claim(name, fingerprint);
    if (claim === null) {
      if (state.fingerprint !== fingerprint || state.runId === null) throw reused();
      return repeated(await repeat(state.runId));
    }
    const entries = (runId: string) => [entry(boundSink, { claim, runId, name })];
    try {
      return await this.#perform(name, claim, () => start({ entries }));
    } catch (error) {
      if (!isPlatformError(error) || error.code !== 'idempotency.claim_lost') throw error;
      // Nothing came of it here: the answer is that of whoever has the claim now.
      return this.run(request, how);
    }
  }

  async upload<Value>(
    request: KeyedRequest,
    form: MultipartBody,
    receive: (form: MultipartBody) => Promise<Reply<Value>>,
  ): Promise<Reply<Value>> {
    const name = nameOf(request);
    if (name === null) return receive(form);
    const hashed = new HashedForm(form);
    const { claim, state } = await this.#claim(name, null);
    const fingerprint = () => digest(request.path, hashed.fingerprint);
    if (claim !== null) {
      return this.#perform(name, claim, async () => {
        const reply = await receive(hashed);
        await this.#store.complete(name, claim, { fingerprint: fingerprint(), reply: textOf(reply) });
        return reply;
      });
    }
    if (state.reply === null) throw reused();
    await hashed.read(skipped);
    if (state.fingerprint !== fingerprint()) throw reused();
    return repeated(JSON.parse(state.reply) as Reply<Value>);
  }

  /** The claim, or what the key has led to; who comes while somebody else is at it waits for that. */
  async #claim(
    name: KeyName,
    fingerprint: string | null,
  ): Promise<{ claim: string; state: null } | { claim: null; state: KeyState }> {
    const end = performance.now() + this.#patience;
    for (let pause = FIRST_LOOK; ; pause = Math.min(pause * 1.5, MAX_LOOK)) {
      const claim = await this.#store.claim(name, fingerprint);
      if (claim !== null) return { claim, state: null };
      const state = await this.#store.find(name);
      if (state !== null && (state.runId !== null || state.reply !== null)) return { claim: null, state };
      if (state?.fingerprint != null && fingerprint !== null && state.fingerprint !== fingerprint) throw reused();
      if (performance.now() > end || this.#waiting >= MAX_WAITING) throw inProgress();
      this.#waiting += 1;
      await wait(pause);
      this.#waiting -= 1;
    }
  }

  /** What fails before it led to anything frees the key, so that it can be tried again. */
  async #perform<Value>(name: KeyName, claim: string, action: () => Promise<Reply<Value>>): Promise<Reply<Value>> {
    const note = (error: unknown) => this.#logger.warn({ err: error }, 'an idempotency key could not be kept');
    const renewal = setInterval(() => this.#store.renew(name, claim).catch(note), RENEWAL);
    try {
      return await action();
    } catch (error) {
      await this.#store.release(name, claim).catch(note);
      throw error;
    } finally {
      clearInterval(renewal);
    }
  }
}

/** null: the request carries no key. The hash holds who sent it: each app key has names of its own. */
function nameOf({ workspaceId, appId, headers }: KeyedRequest): KeyName | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (!pattern.test(key)) {
    const message = 'The header Idempotency-Key takes 1 to 255 printable ASCII characters without spaces.';
    throw new PlatformError('invalid', 'idempotency.invalid_param', message);
  }
  const secret = (headers.authorization ?? '').replace(/^bearer +/i, '');
  return { workspaceId, appId, hash: digest(secret, key) };
}

function digest(...texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}

function textOf({ status, headers, body }: Reply<unknown>): string {
  if (body.kind !== 'text') throw new TypeError('only replies that are texts can be kept');
  return JSON.stringify({ status, headers, body });
}

function repeated<Value>(reply: Reply<Value>): Reply<Value> {
  return { ...reply, headers: { ...reply.headers, 'Idempotency-Replayed': 'true' } };
}

function reused(): PlatformError {
  const message = 'This Idempotency-Key was used for another request within 24 hours; choose a new one.';
  return new PlatformError('conflict', 'idempotency.idempotency_key_reused', message);
}

function inProgress(): PlatformError {
  const message = 'The first request with this Idempotency-Key is still being made; try again in a moment.';
  return new PlatformError('conflict', 'idempotency.request_in_progress', message, { retryAfter: 1 });
}
