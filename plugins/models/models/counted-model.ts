import type { CallTokens, LlmModel, LlmPart, LlmRequest, ModelInterfaces, ModelType } from './contract.ts';
import { toldTokens } from './told-tokens.ts';

/** Hears what a call used. */
type Tell = (tokens: CallTokens) => void;

const NOTHING: CallTokens = { promptTokens: 0, completionTokens: 0 };

/** A model on the main thread whose calls are told once each, when they are answered. */
export function countedModel<T extends ModelType>(type: T, model: ModelInterfaces[T], tell: Tell): ModelInterfaces[T] {
  if (type === 'llm') {
    const llm = model as LlmModel;
    const counted: LlmModel = { stream: (request) => countedStream(llm, request, tell) };
    return counted as ModelInterfaces[T];
  }
  // Each of the other types has one method, and answers at once.
  return new Proxy(model, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver);
      if (typeof method !== 'function') return method;
      return async (...given: unknown[]) => {
        const answer: unknown = await Reflect.apply(method, target, given);
        tell(toldTokens(answer) ?? NOTHING);
        return answer;
      };
    },
  });
}

/** Told also when it breaks off or is left after the provider has said what it used. */
async function* countedStream(llm: LlmModel, request: LlmRequest, tell: Tell): AsyncGenerator<readonly LlmPart[]> {
  let used: CallTokens | null = null;
  try {
    for await (const parts of llm.stream(request)) {
      for (const part of parts) if (part.type === 'usage') used = part;
      yield parts;
    }
  } finally {
    if (used !== null) tell(used);
  }
}
