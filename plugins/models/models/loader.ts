import { LRUCache } from 'lru-cache';
import { PlatformError } from '#kernel';
import type { ModelInterfaces, ModelType, ProviderContext, ProviderImplementation, ResolvedModel } from './contract.ts';

/** Sets of credentials whose models are kept; the one unused for longest goes first. */
const MAX_KEPT = 1_000;

/** Loads provider modules on first use and keeps their models, one per module, type and credentials. */
export interface Loader {
  implementation(module: string): Promise<ProviderImplementation>;
  model<T extends ModelType>(resolved: ResolvedModel, type: T, context: ProviderContext): Promise<ModelInterfaces[T]>;
}

type Factories = {
  readonly [T in ModelType]: (
    provider: ProviderImplementation,
    resolved: ResolvedModel,
    context: ProviderContext,
  ) => ModelInterfaces[T] | undefined;
};

const FACTORIES: Factories = {
  llm: (provider, { credentials }, context) => provider.llm?.(credentials, context),
  embedding: (provider, { credentials }, context) => provider.embedding?.(credentials, context),
  rerank: (provider, { credentials }, context) => provider.rerank?.(credentials, context),
  'speech-to-text': (provider, { credentials }, context) => provider.speechToText?.(credentials, context),
  'text-to-speech': (provider, { credentials }, context) => provider.textToSpeech?.(credentials, context),
  moderation: (provider, { credentials }, context) => provider.moderation?.(credentials, context),
};

export function createLoader(): Loader {
  const kept = new LRUCache<string, ModelInterfaces[ModelType]>({ max: MAX_KEPT });
  return {
    async implementation(module) {
      const loaded: { readonly provider: ProviderImplementation } = await import(module);
      return loaded.provider;
    },
    async model<T extends ModelType>(resolved: ResolvedModel, type: T, context: ProviderContext) {
      const key = JSON.stringify([resolved.module, type, resolved.credentials]);
      const known = kept.get(key);
      if (known !== undefined) return known as ModelInterfaces[T];
      if (resolved.module === null) throw new Error(`the provider ${resolved.provider} has no module`);
      const made = modelOf(await this.implementation(resolved.module), resolved, type, context);
      kept.set(key, made);
      return made;
    },
  };
}

/** A model as a provider makes it. Throws `models.model_currently_not_support` where it has none of the type. */
export function modelOf<T extends ModelType>(
  implementation: ProviderImplementation,
  resolved: ResolvedModel,
  type: T,
  context: ProviderContext,
): ModelInterfaces[T] {
  const made = FACTORIES[type](implementation, resolved, context);
  if (made !== undefined) return made;
  const message = `${resolved.provider} has no ${type} models.`;
  throw new PlatformError('invalid', 'models.model_currently_not_support', message);
}
