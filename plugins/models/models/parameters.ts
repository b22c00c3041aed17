import type { ModelDescription, ModelParameter } from './model-description.ts';

/** What may be set of a call of a model, in the order of a form: what its description says, else what is usual for its type and provider. */
export function parametersOf(description: ModelDescription, provider: string): readonly ModelParameter[] {
  if (description.parameters !== undefined) return description.parameters;
  if (description.type === 'llm') return languageModel(description, provider);
  return description.type === 'text-to-speech' ? voiceOf(description) : [];
}

const TEMPERATURE: ModelParameter = {
  name: 'temperature',
  label: 'Temperature',
  type: 'float',
  min: 0,
  max: 2,
  precision: 2,
  help: 'Low: the likeliest words. High: words that surprise.',
};
const TOP_P: ModelParameter = {
  name: 'top_p',
  label: 'Top P',
  type: 'float',
  min: 0,
  max: 1,
  precision: 2,
  help: 'Only words that together have this likelihood are chosen from. Set this or the temperature.',
};
const TOP_K: ModelParameter = {
  name: 'top_k',
  label: 'Top K',
  type: 'int',
  min: 1,
  max: 500,
  help: 'Only this many of the likeliest words are chosen from.',
};
const PENALTIES: readonly ModelParameter[] = [
  { ...penalty('presence_penalty', 'Presence penalty'), help: 'Above 0: words that occurred come less often.' },
  { ...penalty('frequency_penalty', 'Frequency penalty'), help: 'Above 0: the more often a word occurred, the less.' },
];
const SEED: ModelParameter = {
  name: 'seed',
  label: 'Seed',
  type: 'int',
  min: 0,
  max: 2_147_483_647,
  help: 'The same number makes the same answer likelier.',
};
const FORMAT: readonly ModelParameter[] = [
  {
    name: 'response_format',
    label: 'Format of the answer',
    type: 'select',
    options: ['text', 'json_object', 'json_schema'],
  },
  { name: 'json_schema', label: 'JSON Schema', type: 'text', help: 'Of the answer, where its format is json_schema.' },
];

/** What providers of protocols of their own take besides temperature, top_p and max_tokens; all others take what OpenAI does. */
const TAKEN: Readonly<Record<string, readonly ModelParameter[]>> = {
  anthropic: [TOP_K],
  bedrock: [],
  cohere: [{ ...TOP_K, name: 'k' }, ...PENALTIES.map((one) => ({ ...one, min: 0, max: 1 })), SEED],
  google: [TOP_K, ...PENALTIES, SEED],
  zhipuai: [],
};
const MAX_TEMPERATURE: Readonly<Record<string, number>> = {
  anthropic: 1,
  bedrock: 1,
  cohere: 1,
  moonshot: 1,
  zhipuai: 1,
};

function languageModel(description: ModelDescription, provider: string): readonly ModelParameter[] {
  const { features, maxOutput, contextSize } = description;
  const isReasoning = features?.includes('reasoning') === true;
  const most = maxOutput ?? contextSize;
  const mayFormat = features === undefined || features.includes('structured-output');
  return [
    ...(hasSampling(description, provider, isReasoning) ? sampling(provider) : []),
    {
      name: 'max_tokens',
      label: 'Longest answer',
      type: 'int',
      min: 1,
      ...(most !== undefined && { max: most }),
      help: 'In tokens, with those of thoughts.',
    },
    ...(isReasoning ? thinking(provider, maxOutput) : []),
    ...(mayFormat ? FORMAT : []),
  ];
}

/** Models that think refuse it, at OpenAI, and newer ones of Anthropic. */
function hasSampling({ name }: ModelDescription, provider: string, isReasoning: boolean): boolean {
  if (provider === 'openai' || provider === 'azure_openai') return !isReasoning;
  return provider !== 'anthropic' || !/claude-(?:opus-4-[7-9]|[a-z]+-[5-9])/.test(name);
}

function sampling(provider: string): readonly ModelParameter[] {
  const taken = Object.hasOwn(TAKEN, provider) ? TAKEN[provider] : undefined;
  const most = Object.hasOwn(MAX_TEMPERATURE, provider) ? MAX_TEMPERATURE[provider] : undefined;
  return [{ ...TEMPERATURE, max: most ?? 2 }, TOP_P, ...(taken ?? [...PENALTIES, SEED])];
}

function thinking(provider: string, maxOutput = 32_000): readonly ModelParameter[] {
  const effort: ModelParameter = {
    name: 'reasoning_effort',
    label: 'Reasoning effort',
    type: 'select',
    options: ['low', 'medium', 'high'],
    help: 'How long the model thinks before it answers.',
  };
  const budget: ModelParameter = {
    name: 'thinking_budget',
    label: 'Tokens of thoughts',
    type: 'int',
    min: provider === 'google' ? 0 : 1_024,
    max: maxOutput,
  };
  const isOn: ModelParameter = { name: 'thinking', label: 'Thinking', type: 'boolean' };
  if (provider === 'anthropic') return [isOn, budget, effort];
  return provider === 'google' ? [budget, effort] : [effort];
}

function voiceOf({ voices = [] }: ModelDescription): readonly ModelParameter[] {
  if (voices.length === 0) return [{ name: 'voice', label: 'Voice', type: 'string' }];
  return [{ name: 'voice', label: 'Voice', type: 'select', options: voices.map(({ id }) => id) }];
}

function penalty(name: string, label: string): ModelParameter {
  return { name, label, type: 'float', min: -2, max: 2, precision: 2 };
}
