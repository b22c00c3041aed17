import type { ModelDescription } from '#plugins/models/contract.ts';
import { DIMENSIONS } from './feature-vector.ts';

/** The one model. Another way of making vectors gets another name: vectors of an index stay comparable with new ones. */
export const LEXICAL_MODELS: readonly ModelDescription[] = [
  {
    name: 'lexical-1024',
    type: 'embedding',
    dimensions: DIMENSIONS,
    maxBatch: 256,
    price: { prompt: '0', completion: '0', unit: '0.001', currency: 'USD' },
  },
];
