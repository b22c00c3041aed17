import type { ModelDescription } from '#plugins/models/contract.ts';

const price = { prompt: '0', completion: '0', unit: '0.001', currency: 'USD' } as const;

/** One of each type; they cost nothing. */
export const DEMO_MODELS: readonly ModelDescription[] = [
  {
    name: 'demo-chat',
    type: 'llm',
    contextSize: 8_192,
    price,
    features: ['vision', 'tool-call', 'structured-output'],
    parameters: [
      { name: 'max_tokens', label: 'Longest answer', type: 'int', min: 1, max: 8_192, help: 'In words.' },
      { name: 'pace_ms', label: 'Milliseconds between two words', type: 'int', min: 0, max: 10_000, default: 20 },
    ],
  },
  { name: 'demo-embedding', type: 'embedding', dimensions: 128, price },
  { name: 'demo-rerank', type: 'rerank', price },
  { name: 'demo-speech-to-text', type: 'speech-to-text', price },
  { name: 'demo-text-to-speech', type: 'text-to-speech', price },
  { name: 'demo-moderation', type: 'moderation', price },
];
