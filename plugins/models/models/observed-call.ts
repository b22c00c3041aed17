import { randomBytes } from 'node:crypto';
import { traceparentOf } from '#engine';
import { currentTime, isPlatformError } from '#kernel';
import type { LlmModel, LlmPart, LlmRequest, ModelCall, ModelInterfaces, ModelType, TokenCounts } from './contract.ts';
import { toldTokens } from './told-tokens.ts';

const numbers = ['temperature', 'top_p', 'top_k', 'max_tokens', 'frequency_penalty', 'presence_penalty', 'seed'];

export interface Observation {
  readonly provider: string;
  readonly model: string;
  /** Name of the set of credentials. */
  readonly credentialSet?: string;
  readonly executionId: string | null;
  /** `traceparent` of who calls; undefined: they are not traced. */
  readonly trace: string | undefined;
  readonly tell: (call: ModelCall) => void;
}

/** A call of a language model that is told when it is over, also one that breaks off or is left. */
export async function* observedStream(
  llm: LlmModel,
  request: LlmRequest,
  { trace, tell, ...place }: Observation,
): AsyncGenerator<readonly LlmPart[]> {
  const call = new OpenCall({ ...place, type: 'llm', parameters: parametersOf(request) });
  let isOver = false;
  try {
    const traced = trace === undefined ? request : { ...request, trace: traceparentOf(trace, call.spanId) };
    for await (const parts of llm.stream(traced)) {
      call.read(parts);
      yield parts;
    }
    isOver = true;
  } catch (error) {
    isOver = true;
    call.fail(request.signal.aborted ? 'stopped' : codeOf(error));
    throw error;
  } finally {
    if (!isOver) call.fail('stopped');
    tell(call.ended());
  }
}

/** A model whose calls are told; one on the main thread. */
export function observedModel<T extends ModelType>(
  type: T,
  model: ModelInterfaces[T],
  observation: Observation,
): ModelInterfaces[T] {
  if (type === 'llm') {
    const llm = model as LlmModel;
    const observed: LlmModel = { stream: (request) => observedStream(llm, request, observation) };
    return observed as ModelInterfaces[T];
  }
  const { trace: _, tell, ...place } = observation;
  // Each of the other types has one method, and answers at once.
  return new Proxy(model, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver);
      if (typeof method !== 'function') return method;
      return async (...given: unknown[]) => {
        const call = new OpenCall({ ...place, type, parameters: {} });
        try {
          const answer: unknown = await Reflect.apply(method, target, given);
          call.count(answer);
          return answer;
        } catch (error) {
          call.fail(codeOf(error));
          throw error;
        } finally {
          tell(call.ended());
        }
      };
    },
  });
}

type CallPlace = Pick<ModelCall, 'type' | 'provider' | 'model' | 'credentialSet' | 'executionId' | 'parameters'>;

class OpenCall {
  readonly spanId = randomBytes(8).toString('hex');
  readonly #place: CallPlace;
  readonly #startedAt = currentTime();
  readonly #begun = performance.now();
  #first: number | null = null;
  #tokens: TokenCounts | null = null;
  #finishReason: ModelCall['finishReason'] = null;
  #error: string | null = null;

  constructor(place: CallPlace) {
    this.#place = place;
  }

  read(parts: readonly LlmPart[]): void {
    if (parts.length > 0) this.#first ??= performance.now();
    for (const part of parts) {
      if (part.type === 'usage') this.#tokens = part;
      else if (part.type === 'finish') this.#finishReason = part.reason;
    }
  }

  /** Embeddings tell what they read, others what they used; some tell nothing. */
  count(answer: unknown): void {
    this.#tokens = toldTokens(answer);
  }

  fail(code: string): void {
    this.#error = code;
  }

  ended(): ModelCall {
    return {
      spanId: this.spanId,
      ...this.#place,
      startedAt: this.#startedAt,
      elapsed: (performance.now() - this.#begun) / 1000,
      timeToFirstToken: this.#first === null ? null : (this.#first - this.#begun) / 1000,
      promptTokens: told(this.#tokens?.promptTokens),
      completionTokens: told(this.#tokens?.completionTokens),
      cachedTokens: told(this.#tokens?.cachedTokens),
      cacheWriteTokens: told(this.#tokens?.cacheWriteTokens),
      reasoningTokens: told(this.#tokens?.reasoningTokens),
      finishReason: this.#finishReason,
      error: this.#error,
    };
  }
}

/** Counters of observers take no other numbers. */
function told(tokens: number | undefined): number | null {
  return tokens !== undefined && Number.isFinite(tokens) && tokens >= 0 ? tokens : null;
}

function codeOf(error: unknown): string {
  return isPlatformError(error) ? error.code : 'error';
}

function parametersOf({ parameters }: LlmRequest): ModelCall['parameters'] {
  const told = numbers.flatMap((name) => {
    const value = parameters[name];
    // The engine keeps numbers of documents as they were written.
    const number = typeof value === 'object' && value !== null ? Number(value) : value;
    return typeof number === 'number' && Number.isFinite(number) ? [[name, number] as const] : [];
  });
  return Object.fromEntries(told);
}
