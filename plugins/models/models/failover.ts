import { isPlatformError } from '#kernel';
import type { LlmModel, LlmPart, LlmRequest, ModelInterfaces, ModelType, ResolvedModel } from './contract.ts';
import type { Cooldowns } from './cooldowns.ts';

export interface FailoverParts<T extends ModelType> {
  readonly cooldowns: Cooldowns;
  load(candidate: ResolvedModel): Promise<ModelInterfaces[T]>;
  /** A set of credentials has failed and cooldowns: others of this process want to know. */
  failed?(failure: SetFailure): void;
}

/** Host call of the thread service: credentials have failed, and cool down. Takes a SetFailure. */
export const SetFailed = 'models.set-failed';

/** What has failed, and for how long the server wants to be left alone. */
export interface SetFailure {
  readonly key: string;
  /** Milliseconds the server asked for; null: none. */
  readonly asked: number | null;
}

/** A model that was loaded, and with what it was called last: its price counts. */
export interface LoadedModel<T extends ModelType> {
  readonly model: ModelInterfaces[T];
  last(): ResolvedModel;
}

/** The model with each set of credentials it may be called with, in the order in which they are tried. */
export function candidatesOf(resolved: ResolvedModel): readonly ResolvedModel[] {
  const { alternatives = [], ...first } = resolved;
  return [first, ...alternatives.map((alternative) => ({ ...first, ...alternative }))];
}

/** Loads a model; one with several sets of credentials goes to the next where a set fails before anything has come. */
export async function loadWithSets<T extends ModelType>(
  type: T,
  resolved: ResolvedModel,
  parts: FailoverParts<T>,
): Promise<LoadedModel<T>> {
  const candidates = candidatesOf(resolved);
  const [first = resolved] = candidates;
  const model = await parts.load(first);
  if (candidates.length === 1) return { model, last: () => first };
  const attempts = new Attempts(candidates, parts);
  const last = () => attempts.last;
  if (type === 'llm') {
    const llm: LlmModel = { stream: (request) => failoverStream(attempts as Attempts<'llm'>, request) };
    return { model: llm as ModelInterfaces[T], last };
  }
  // Each of the other types has one method, and answers at once.
  const proxied = new Proxy(model, {
    get(target, name, receiver) {
      if (typeof Reflect.get(target, name, receiver) !== 'function') return undefined;
      return (...given: readonly unknown[]) => calledInTurn(attempts, name, given);
    },
  });
  return { model: proxied, last };
}

class Attempts<T extends ModelType> {
  readonly #candidates: readonly ResolvedModel[];
  readonly #parts: FailoverParts<T>;
  last: ResolvedModel;

  constructor(candidates: readonly ResolvedModel[], parts: FailoverParts<T>) {
    this.#candidates = candidates;
    this.#parts = parts;
    this.last = candidates[0] as ResolvedModel;
  }

  /** Loads one after the other. */
  async *models(): AsyncGenerator<{ readonly model: ModelInterfaces[T]; readonly isLast: boolean }> {
    const order = this.#parts.cooldowns.order(this.#candidates);
    for (const [index, candidate] of order.entries()) {
      this.last = candidate;
      yield { model: await this.#parts.load(candidate), isLast: index === order.length - 1 };
    }
  }

  /** Notes that the last one has failed in a way that another may not. False: it is the call that is wrong. */
  isOfSet(error: unknown): boolean {
    if (!isFailureOfSet(error)) return false;
    const key = this.last.cooldownKey;
    const asked = askedCooldown(error);
    if (key !== undefined) {
      this.#parts.cooldowns.failed(key, asked);
      this.#parts.failed?.({ key, asked: asked ?? null });
    }
    return true;
  }
}

async function* failoverStream(
  attempts: Attempts<'llm'>,
  request: LlmRequest,
): AsyncGenerator<readonly LlmPart[], void, undefined> {
  for await (const { model, isLast } of attempts.models()) {
    let hasBegun = false;
    try {
      for await (const parts of model.stream(request)) {
        if (parts.length > 0) hasBegun = true;
        yield parts;
      }
      return;
    } catch (error) {
      const isOfSet = !request.signal.aborted && attempts.isOfSet(error);
      // What has begun is paid for, and was read.
      if (hasBegun || isLast || !isOfSet) throw error;
    }
  }
}

async function calledInTurn<T extends ModelType>(
  attempts: Attempts<T>,
  name: string | symbol,
  given: readonly unknown[],
): Promise<unknown> {
  const { signal } = (given[0] ?? {}) as { readonly signal?: AbortSignal };
  for await (const { model, isLast } of attempts.models()) {
    try {
      return await Reflect.apply(Reflect.get(model, name) as (...args: unknown[]) => unknown, model, given);
    } catch (error) {
      const isOfSet = signal?.aborted !== true && attempts.isOfSet(error);
      if (isLast || !isOfSet) throw error;
    }
  }
  return undefined;
}

const OF_CREDENTIALS: ReadonlySet<string> = new Set([
  'models.provider_not_initialize',
  'models.provider_quota_exceeded',
]);
const NOT_CONNECTED: ReadonlySet<string> = new Set(['egress.unreachable', 'egress.address_refused']);

/**
 * Whether another set may do better: refused credentials, a quota that is used up, a rate limit, a server that fails or can't
 * be reached. One that took the call and stays silent may be at work on it, and is not asked of another.
 */
function isFailureOfSet(error: unknown): boolean {
  if (!isPlatformError(error)) return false;
  if (OF_CREDENTIALS.has(error.code)) return true;
  if (error.code !== 'models.completion_request_error') return false;
  const status = error.details?.status;
  if (typeof status === 'number') return status === 429 || status >= 500;
  const { cause } = error;
  if (!isPlatformError(cause)) return askedCooldown(error) !== undefined;
  return NOT_CONNECTED.has(cause.code) || (cause.code === 'egress.timeout' && isConnectTimeout(cause.cause));
}

function isConnectTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'UND_ERR_CONNECT_TIMEOUT';
}

function askedCooldown(error: unknown): number | undefined {
  const asked = isPlatformError(error) ? error.details?.retry_after_ms : undefined;
  return typeof asked === 'number' && asked > 0 ? asked : undefined;
}
