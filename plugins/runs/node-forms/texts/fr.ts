import type { Texts } from '../translations.ts';

export const fr: Texts = {};
