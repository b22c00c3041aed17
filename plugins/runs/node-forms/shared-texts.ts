import { de } from './texts/de.ts';
import { es } from './texts/es.ts';
import { fr } from './texts/fr.ts';
import { zh } from './texts/zh.ts';
import type { Translations } from './translations.ts';

/** Words that forms of several plugins use, and those of `node-forms` itself. */
export const shared: Translations = { de, fr, es, zh };
