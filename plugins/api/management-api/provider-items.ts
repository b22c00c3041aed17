import type {
  AvailableModel,
  FetchedModel,
  ModelDescription,
  ModelPrice,
  ProviderView,
  TokenPrices,
} from '#plugins/models/contract.ts';

export function providerItem(provider: ProviderView) {
  return {
    id: provider.id,
    label: provider.label,
    configured: provider.configured,
    unreadable: provider.isUnreadable,
    keyless: provider.keyless,
    open_catalogue: provider.openCatalogue,
    types: provider.types,
    credentials_schema: provider.credentialsSchema,
    fields: provider.fields.map((field) => ({ ...field })),
    credentials: provider.credentials,
    models: provider.models.map((model) => ({
      ...describedItem(model),
      enabled: model.isEnabled,
      custom: model.isCustom,
    })),
  };
}

export function availableItem({ provider, providerLabel, ...model }: AvailableModel) {
  return { provider, provider_label: providerLabel, ...describedItem(model) };
}

export function fetchedItem({ isListed, ...model }: FetchedModel) {
  return { ...describedItem(model), listed: isListed };
}

function describedItem({ name, type, contextSize, price, features, ...more }: ModelDescription) {
  return {
    name,
    type,
    context_size: contextSize ?? null,
    max_output: more.maxOutput ?? null,
    dimensions: more.dimensions ?? null,
    max_batch: more.maxBatch ?? null,
    max_tokens: more.maxTokens ?? null,
    voices: more.voices?.map(({ id, label }) => ({ id, label })) ?? [],
    /** Null: not known, which is not none. */
    features: features ?? null,
    price: price === undefined ? null : priceItem(price),
  };
}

/** Prices are for `unit` tokens; `as_of`: the day a list price was valid, null for the workspace's own. */
function priceItem({ unit, currency, tiers = [], asOf, ...prices }: ModelPrice) {
  const dearer = tiers.map(({ from, ...tier }) => ({ from, ...tokenPrices(tier) }));
  return { ...tokenPrices(prices), unit, currency, tiers: dearer, as_of: asOf ?? null };
}

function tokenPrices({ prompt, completion, cachedPrompt, cacheWrite }: TokenPrices) {
  return { prompt, completion, cached_prompt: cachedPrompt ?? null, cache_write: cacheWrite ?? null };
}
