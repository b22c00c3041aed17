import { knownModel } from './catalogue.ts';
import type { AvailableModel, Credentials, ModelDescription, ModelType, ModelView, ProviderView } from './contract.ts';
import { MODEL_TYPES } from './contract.ts';
import { formOf, maskCredentials } from './credentials.ts';
import { withOwnPrice } from './prices.ts';
import type { KnownProvider } from './providers.ts';
import type { ModelSettings, ModelState } from './store.ts';

/** What a workspace has of a provider. */
export interface Own {
  readonly credentials: Credentials | undefined;
  readonly settings: ModelSettings;
  /** There are credentials that can't be opened. */
  readonly isUnreadable?: boolean;
  /** Whether a model has credentials of its own that are enough to call it. */
  readonly isWhole?: (state: ModelState) => boolean;
}

export function providerView(
  provider: KnownProvider,
  { credentials, settings, isUnreadable = false }: Own,
): ProviderView {
  const models = modelsOf(provider, { credentials, settings });
  return {
    id: provider.id,
    label: provider.label,
    configured: credentials !== undefined || provider.keyless === true,
    isUnreadable,
    keyless: provider.keyless === true,
    openCatalogue: provider.openCatalogue === true,
    types: typesOf(provider),
    credentialsSchema: provider.credentials,
    fields: formOf(provider),
    credentials: maskCredentials(provider, credentials ?? {}),
    models,
  };
}

/** Kinds of models a provider has or may have, in the order of all kinds. */
export function typesOf({ models, types = [] }: KnownProvider): ModelType[] {
  return MODEL_TYPES.filter((type) => types.includes(type) || models.some((model) => model.type === type));
}

export function availableOf(provider: KnownProvider, own: Own): AvailableModel[] {
  const isOwn = own.credentials !== undefined;
  const isReady = isOwn || provider.keyless === true;
  const whole = isReady ? [] : own.settings.states.filter((state) => state.provider === provider.id && state.sealed);
  const callable = whole.filter((state) => own.isWhole?.(state) === true);
  if (!isReady && callable.length === 0) return [];
  return modelsOf(provider, own)
    .filter(({ isEnabled }) => isEnabled)
    .filter(({ name, type }) => isReady || callable.some((state) => state.model === name && state.type === type))
    .map(({ isEnabled: _, isCustom: __, ...description }) => {
      return { ...description, provider: provider.id, providerLabel: provider.label, isOwn };
    });
}

export function stateOf(settings: ModelSettings, provider: string, model: ModelDescription): ModelState | undefined {
  return settings.states.find(
    (state) => state.provider === provider && state.type === model.type && state.model === model.name,
  );
}

/** A model the workspace has added, as far as it is known: what the workspace says of it counts. */
export function descriptionOf(provider: KnownProvider, { model, type, contextSize }: ModelState): ModelDescription {
  const known = knownModel(provider, { type, model });
  return { ...known, name: model, type, ...(contextSize !== null && { contextSize }) };
}

/** Those it brings, those the workspace has added, and names that were switched off. */
function modelsOf(provider: KnownProvider, { credentials = {}, settings }: Own): ModelView[] {
  const isListed = (state: ModelState) =>
    provider.models.some(({ name, type }) => name === state.model && type === state.type);
  const further = settings.states.filter((state) => state.provider === provider.id && !isListed(state));
  return [...provider.models, ...further.map((state) => descriptionOf(provider, state))].map((model) => {
    const state = stateOf(settings, provider.id, model);
    const { isEnabled = true, isCustom = false } = state ?? {};
    return { ...withOwnPrice(model, credentials), isEnabled, isCustom };
  });
}
