import type { AvailableModel, ModelDescription, ModelPrice, ProviderView } from '#plugins/models/contract.ts';

export function providerItem(provider: ProviderView) {
  return {
    id: provider.id,
    label: provider.label,
    configured: provider.configured,
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

function describedItem({ name, type, contextSize, price, features }: ModelDescription) {
  return {
    name,
    type,
    context_size: contextSize ?? null,
    /** Null: not known, which is not none. */
    features: features ?? null,
    price: price === undefined ? null : priceItem(price),
  };
}

/** Prices are for `unit` tokens; `as_of`: the day a list price was valid, null for the workspace's own. */
function priceItem({ prompt, completion, unit, currency, asOf }: ModelPrice) {
  return { prompt, completion, unit, currency, as_of: asOf ?? null };
}
