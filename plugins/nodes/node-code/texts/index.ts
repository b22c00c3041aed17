import type { Translations } from '#plugins/node-forms/contract.ts';
import { de } from './de.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { zh } from './zh.ts';

/** Texts of forms in the languages besides English. */
export const texts: Translations = { de, fr, es, zh };
