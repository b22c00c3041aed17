import type { Texts } from '../translations.ts';

export const de: Texts = {};
