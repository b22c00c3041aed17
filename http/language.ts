/** Languages that people are spoken to in, by pages as well as by e-mails and errors; English is everywhere. */
export const languages = ['en', 'zh', 'es', 'fr', 'de'] as const;
export type Language = (typeof languages)[number];

/** A text in each of them. */
export type InLanguages<Text = string> = Readonly<Record<Language, Text>>;

/**
 * The language among ours that is wanted: of an account (`zh-Hans`), or of a header `Accept-Language`
 * (`de-CH, fr;q=0.8, *;q=0.5`). English where none is.
 */
export function languageOf(wanted: string | undefined): Language {
  if (wanted === undefined || wanted === '' || wanted === '*') return 'en';
  let best: Language = 'en';
  let bestWeight = 0;
  // As many as browsers send; what is longer is nobody's list of languages.
  for (const part of wanted.slice(0, 500).split(',')) {
    const [tag = '', ...settings] = part.split(';');
    const short = /^([a-z]{2})(?:-|$)/.exec(tag.trim().toLowerCase())?.[1];
    const known = languages.find((language) => language === short);
    if (known === undefined) continue;
    const given = settings.map((setting) => /^\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*$/.exec(setting)?.[1]);
    const weight = Number(given.find((q) => q !== undefined) ?? 1);
    if (weight > bestWeight) [best, bestWeight] = [known, weight];
  }
  return best;
}
