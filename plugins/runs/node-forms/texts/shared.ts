import type { Translations } from '../translations.ts';
import { de } from './de.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { zh } from './zh.ts';

/** Words that forms of several plugins use, and those of `node-forms` itself. */
export const shared: Translations = { de, fr, es, zh };
