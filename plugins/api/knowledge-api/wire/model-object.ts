import type { AvailableModel, ModelDescription, ModelType } from '#plugins/models/contract.ts';

/** Types of models as the API calls them (runtime API, models), and as they are called here. */
export const wireModelTypes = {
  'text-embedding': 'embedding',
  rerank: 'rerank',
  llm: 'llm',
  tts: 'text-to-speech',
  speech2text: 'speech-to-text',
  moderation: 'moderation',
} as const satisfies Readonly<Record<string, ModelType>>;

export type WireModelType = keyof typeof wireModelTypes;

const both = (label: string) => ({ en_US: label, zh_Hans: label });

/** Models of one type that can be called, by provider. `nameOf`: a provider as the API writes it. */
export function providerObjects(
  workspaceId: string,
  {
    type,
    models,
    nameOf,
  }: {
    readonly type: WireModelType;
    readonly models: readonly AvailableModel[];
    nameOf(providerId: string): string;
  },
) {
  const byProvider = Map.groupBy(models, ({ provider }) => provider);
  return [...byProvider].map(([provider, own]) => ({
    tenant_id: workspaceId,
    provider: nameOf(provider),
    label: both(own[0]?.providerLabel ?? provider),
    icon_small: null,
    icon_small_dark: null,
    status: 'active',
    models: own.map((model) => modelObject(model, type)),
  }));
}

function modelObject(model: AvailableModel, type: WireModelType) {
  return {
    model: model.name,
    label: both(model.name),
    model_type: type,
    features: featuresOf(model),
    fetch_from: 'predefined-model' as const,
    model_properties: propertiesOf(model),
    deprecated: false,
    status: 'active',
    load_balancing_enabled: false,
    has_invalid_load_balancing_configs: false,
  };
}

function featuresOf({ type, features }: ModelDescription): readonly string[] | null {
  if (type !== 'llm' || features === undefined) return null;
  return features;
}

function propertiesOf({ contextSize, maxBatch, maxTokens, voices }: ModelDescription) {
  return {
    ...((contextSize ?? maxTokens) !== undefined && { context_size: contextSize ?? maxTokens }),
    ...(maxBatch !== undefined && { max_chunks: maxBatch }),
    ...(voices !== undefined && {
      default_voice: voices[0]?.id ?? '',
      voices: voices.map(({ id, label }) => ({ mode: id, name: label })),
    }),
  };
}
