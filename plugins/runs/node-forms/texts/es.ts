import type { Texts } from '../translations.ts';

export const es: Texts = {};
