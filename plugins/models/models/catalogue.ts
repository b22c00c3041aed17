import { type Contributions, PlatformError } from '#kernel';
import { catalogueNameOf, undated } from './catalogue/catalogue-of.ts';
import type { ModelDescription, ModelProvider, ModelReference, ModelType } from './contract.ts';
import type { KnownProvider } from './providers.ts';

/**
 * The provider a document's name stands for: an id, an alias, or `organisation/name/name` whose last part is one of
 * them. Null when none is installed.
 */
export function findProvider(providers: Contributions<ModelProvider>, name: string): ModelProvider | null {
  const wanted = name.trim().toLowerCase();
  const exact = providerNamed(providers.all(), wanted);
  if (exact !== null) return exact;
  const parts = wanted.split('/');
  const last = parts[2];
  return parts.length === 3 && last !== undefined && parts[1] === last ? providerNamed(providers.all(), last) : null;
}

/** The provider with an id or an alias, in lower case. */
export function providerNamed<Provider extends KnownProvider>(
  providers: readonly Provider[],
  name: string,
): Provider | null {
  return (
    providers.find(({ id }) => id === name) ??
    providers.find(({ aliases = [] }) => aliases.some((alias) => alias.toLowerCase() === name)) ??
    null
  );
}

/** The model of a provider. Throws `models.model_currently_not_support` when its catalogue is closed and has none. */
export function describeModel(provider: KnownProvider, reference: ModelReference): ModelDescription {
  const { type, model } = reference;
  const known = knownModel(provider, reference);
  if (known?.name === model) return known;
  if (provider.openCatalogue === true && model.trim() !== '') return { ...known, name: model, type };
  throw new PlatformError(
    'invalid',
    'models.model_currently_not_support',
    `${provider.label} has no ${type} model "${model}". Choose one of: ${namesOf(provider, type)}.`,
  );
}

/** What the provider lists under a name; a dated snapshot (`gpt-4o-2024-11-20`) is like the model it is one of. */
export function knownModel(
  provider: KnownProvider,
  { type, model }: Omit<ModelReference, 'provider'>,
): ModelDescription | undefined {
  const named = (name: string): ModelDescription | undefined =>
    provider.models.find((candidate) => candidate.name === name && candidate.type === type);
  return named(model) ?? named(catalogueNameOf(provider.id, model) ?? undated(model));
}

export function notInstalled(name: string): PlatformError {
  return new PlatformError(
    'invalid',
    'models.provider_not_initialize',
    name.trim() === ''
      ? 'A model is chosen without its provider. Choose a provider.'
      : `The model provider "${name}" is not installed. Install its plugin, or choose another provider.`,
  );
}

export function notConfigured(provider: KnownProvider): PlatformError {
  return new PlatformError(
    'invalid',
    'models.provider_not_initialize',
    `The model provider ${provider.label} has no credentials in this workspace. Configure it under model providers ("${provider.id}").`,
  );
}

function namesOf(provider: KnownProvider, type: string): string {
  const names = provider.models.filter((model) => model.type === type).map((model) => model.name);
  return names.length === 0 ? 'none of this type' : names.join(', ');
}

export function switchedOff(provider: KnownProvider, { model, type }: ModelReference): PlatformError {
  return new PlatformError(
    'invalid',
    'models.model_currently_not_support',
    `The ${type} model "${model}" of ${provider.label} is disabled in this workspace. Enable it under model providers, or choose another.`,
  );
}

export function noDefault(type: ModelType): PlatformError {
  return new PlatformError(
    'invalid',
    'models.provider_not_initialize',
    `No ${type} model is chosen, and the workspace has no default one. Choose a model, or set a default under model providers.`,
  );
}
