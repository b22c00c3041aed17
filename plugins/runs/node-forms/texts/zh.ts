import type { Texts } from '../translations.ts';

export const zh: Texts = {};
