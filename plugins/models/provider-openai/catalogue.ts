import type { ModelDescription, ModelPrice, ModelType } from '#plugins/models/contract.ts';

/** Day of the list prices below. They are data: a workspace sets its own where its contract says otherwise. */
const AS_OF = '2025-11-01';

/** US dollars per million tokens. */
function perMillion(prompt: string, completion = '0'): ModelPrice {
  return { prompt, completion, unit: '0.000001', currency: 'USD', asOf: AS_OF };
}

function llm(name: string, contextSize: number, price: ModelPrice, isReasoning = false): ModelDescription {
  const features = ['vision', 'tool-call', 'structured-output'] as const;
  return { name, type: 'llm', contextSize, price, features: isReasoning ? [...features, 'reasoning'] : features };
}

function other(type: ModelType, name: string, price?: ModelPrice): ModelDescription {
  return price === undefined ? { name, type } : { name, type, price };
}

/** Well-known models with their list prices; any other name is passed on as it is, without a price. */
export const OPENAI_MODELS: readonly ModelDescription[] = [
  llm('gpt-5', 400_000, perMillion('1.25', '10'), true),
  llm('gpt-5-mini', 400_000, perMillion('0.25', '2'), true),
  llm('gpt-5-chat-latest', 128_000, perMillion('1.25', '10')),
  llm('gpt-5-nano', 400_000, perMillion('0.05', '0.4'), true),
  llm('gpt-4.1', 1_047_576, perMillion('2', '8')),
  llm('gpt-4.1-mini', 1_047_576, perMillion('0.4', '1.6')),
  llm('gpt-4.1-nano', 1_047_576, perMillion('0.1', '0.4')),
  llm('gpt-4o', 128_000, perMillion('2.5', '10')),
  llm('gpt-4o-2024-05-13', 128_000, perMillion('5', '15')),
  llm('gpt-4o-mini', 128_000, perMillion('0.15', '0.6')),
  llm('gpt-4-turbo', 128_000, perMillion('10', '30')),
  llm('o3', 200_000, perMillion('2', '8'), true),
  llm('o3-mini', 200_000, perMillion('1.1', '4.4'), true),
  llm('o4-mini', 200_000, perMillion('1.1', '4.4'), true),
  llm('o1', 200_000, perMillion('15', '60'), true),
  { name: 'gpt-4', type: 'llm', contextSize: 8_192, price: perMillion('30', '60'), features: ['tool-call'] },
  { name: 'gpt-3.5-turbo', type: 'llm', contextSize: 16_385, price: perMillion('0.5', '1.5'), features: ['tool-call'] },
  { name: 'gpt-3.5-turbo-instruct', type: 'llm', contextSize: 4_096, price: perMillion('1.5', '2') },
  other('embedding', 'text-embedding-3-small', perMillion('0.02')),
  other('embedding', 'text-embedding-3-large', perMillion('0.13')),
  other('embedding', 'text-embedding-ada-002', perMillion('0.1')),
  other('speech-to-text', 'whisper-1'),
  other('speech-to-text', 'gpt-4o-mini-transcribe'),
  other('text-to-speech', 'tts-1'),
  other('text-to-speech', 'tts-1-hd'),
  other('text-to-speech', 'gpt-4o-mini-tts'),
  other('moderation', 'omni-moderation-latest'),
];
